import { byChunks, byLength, requestsIn } from './06-readers.js'

const comment =
  'POST /guests HTTP/1.1\r\nHost: tickets.example\r\n' +
  'Content-Length: 86\r\n\r\ngreat play'
const stranger =
  'POST /hello HTTP/1.1\r\nHost: tickets.example\r\n' +
  `Content-Length: ${5 + comment.length}\r\nTransfer-Encoding: chunked\r\n\r\n` +
  `0\r\n\r\n${comment}`
const customer =
  'POST /checkout HTTP/1.1\r\nHost: tickets.example\r\n' +
  'Cookie: session=0b1f6c2e\r\n\r\n'

/** @type {(who: string, bodyLength: typeof byChunks) => void} */
function print(who, bodyLength) {
  console.log(who)
  for (const [head, body] of requestsIn(stranger + customer, bodyLength)) {
    console.log(`  ${head.split(' HTTP')[0]}`)
    if (body !== '') console.log(`    ${JSON.stringify(body)}`)
  }
}

print('the proxy, by Content-Length:', byLength)
print('the server, by Transfer-Encoding:', byChunks)
