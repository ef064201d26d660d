import { byChunks, byLength, requestsIn } from './06-readers.js'

const comment =
  'POST /comments HTTP/1.1\r\nHost: x\r\nContent-Length: 71\r\n\r\ntext='
const stranger =
  `POST /hello HTTP/1.1\r\nHost: x\r\nContent-Length: ${5 + comment.length}\r\n` +
  `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${comment}`
const nora =
  'GET /account HTTP/1.1\r\nHost: x\r\nCookie: session=nora-8c1f\r\n\r\n'

/** @type {(who: string, bodyLength: typeof byLength) => void} */
function print(who, bodyLength) {
  console.log(who)
  for (const [head, body] of requestsIn(stranger + nora, bodyLength)) {
    console.log(`  ${head.split(' HTTP')[0]}`, body && JSON.stringify(body))
  }
}

print('the proxy, by Content-Length:', byLength)
print('the server, by Transfer-Encoding:', byChunks)
