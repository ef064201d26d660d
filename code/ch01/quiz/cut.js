import { parseRequestHead } from '../lib/http/request-head.js'

for (const text of [
  'GET /hello HTTP/1.1\r\nHost: localhost\r\n\r',
  'GET /hello\r',
  'GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\nGET /he',
]) {
  const head = parseRequestHead(Buffer.from(text))
  if (head === null) console.log('incomplete')
  else console.log(head.error ? head.error.status : head.target)
}
