import { Writable } from 'node:stream'

/** @type {string[]} */
const written = []
const target = new Writable({
  highWaterMark: 4,
  write(chunk, _encoding, done) {
    written.push(String(chunk))
    setImmediate(done)
  },
})
console.log(target.write('1234'))
console.log(target.write('5'))
target.end()
target.on('finish', () => console.log(written.join(' ')))
