import { requestParts } from '../lib/http/request-head.js'

const request = process.argv[2].replaceAll('\\r\\n', '\r\n')
const { parts, error } = requestParts(Buffer.from(request, 'latin1'))

for (const { kind, start, end } of parts) {
  const range = `${start}–${end - 1}`.padEnd(6)
  console.log(range, kind.padEnd(11), JSON.stringify(request.slice(start, end)))
}
if (error) console.log(`${error.status} ${error.code}: ${error.message}`)
