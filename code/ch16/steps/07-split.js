import { DATA, Decoder, END, encode } from './07-frame.js'

const sent = Buffer.concat([
  encode(1, DATA, Buffer.from('hi\n')),
  encode(2, DATA, Buffer.from('olá\n')),
  encode(1, END, Buffer.alloc(0)),
])
console.log(sent.toString('hex', 0, 12), '…', sent.length, 'bytes')

const decoder = new Decoder((id, kind, payload) => {
  console.log(id, kind === END ? 'END' : JSON.stringify(`${payload}`))
})
// A socket has no idea of frames: here it gives five bytes at a time.
for (let offset = 0; offset < sent.length; offset += 5) {
  decoder.push(sent.subarray(offset, offset + 5))
}
