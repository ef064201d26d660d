import { DATA, Decoder, encode } from '../steps/07-frame.js'

let frames = 0
const decoder = new Decoder(() => frames++)
const stream = Buffer.concat([
  encode(1, DATA, Buffer.from('a')),
  encode(2, DATA, Buffer.alloc(0)),
  encode(3, DATA, Buffer.from('abc')),
])
const counts = []
for (const [from, to] of [
  [0, 9],
  [9, 19],
  [19, 31],
]) {
  decoder.push(stream.subarray(from, to))
  counts.push(frames)
}
console.log(counts.join(' '))
