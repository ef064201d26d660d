import { Buffer } from 'node:buffer'
import { Chunked } from '../lib/engine/body.js'

const BODIES = [
  '5\r\nhello\r\n8;n=2\r\n, world!\r\n0\r\nSum: 5b\r\n\r\n',
  '0x5\r\nhello\r\n0\r\n\r\n',
  '20000000000005\r\nhello\r\n0\r\n\r\n',
  '5\nhello\r\n0\r\n\r\n',
  '5;\nhello\r\n0\r\n\r\n',
  '5\r\nhello!\r\n0\r\n\r\n',
]

for (const text of BODIES) {
  const body = new Chunked(16_384)
  let data = ''
  for (const byte of Buffer.from(text)) {
    body.read(Buffer.of(byte), 0, (piece) => {
      data += piece
    })
    if (body.refusal) break
  }
  const read = `${JSON.stringify(data)} ${JSON.stringify(body.text)}`
  console.log(JSON.stringify(text))
  console.log(`  ${body.refusal?.detail ?? read}`)
}
