import { Buffer } from 'node:buffer'
import { Head } from '../lib/engine/head.js'

const noted = ['lacksHost', 'keepsAlive', 'wantsUpgrade', 'expectsContinue']
const head = new Head(16_384, 100)
for (const fields of [
  'HOST:localhost',
  'Host: localhost\r\nConnection: Close',
  'Host: localhost\r\nConnection: keep-alive, upgrade\r\nUpgrade: websocket',
  'Host: localhost\r\nExpect: 100-continue',
  'Accept: */*',
  'Host: localhost\r\nHost: localhost',
]) {
  head.begin()
  const bytes = Buffer.from(`GET /hey HTTP/1.1\r\n${fields}\r\n\r\n`)
  head.scan(bytes, 0, bytes.length)
  const isSo = noted.filter((name) => head[name])
  console.log(JSON.stringify(fields))
  console.log(
    `  ${head.refusal?.detail ?? (isSo.join(', ') || 'none of these')}`,
  )
}
