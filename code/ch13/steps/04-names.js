import { Buffer } from 'node:buffer'
import { Head } from '../lib/engine/head.js'

/** @type {(keyof Head)[]} */
const noted = ['lacksHost', 'keepsAlive', 'wantsUpgrade', 'expectsContinue']
for (const fields of [
  'HOST:localhost',
  'Host: localhost\r\nConnection: Close\r\nExpect: 100-continue',
  'Host: localhost\r\nConnection: keep-alive, upgrade\r\nUpgrade: websocket',
  'Accept: */*',
  'Host: localhost\r\nHost: localhost',
]) {
  const head = new Head(16_384)
  const bytes = Buffer.from(`GET /hey HTTP/1.1\r\n${fields}\r\n\r\n`)
  head.scan(bytes, 0)
  const told = noted.filter((name) => head[name]).join(', ')
  console.log(JSON.stringify(fields))
  console.log(`  ${head.refusal?.detail ?? told}`)
}
