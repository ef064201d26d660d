import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** @param {string} name @param {PassThrough} target */
const report = (name, target) =>
  console.log(`${name}: the target is ${target.destroyed ? 'closed' : 'open'}`)

const piped = new PassThrough()
const source = createReadStream('no-such-file')
source.on('error', (error) => console.log(error.message))
source.pipe(piped)
await new Promise((resolve) => source.on('close', resolve))
report('pipe', piped)

const pipelined = new PassThrough()
try {
  await pipeline(createReadStream('no-such-file'), pipelined)
} catch (error) {
  console.log(/** @type {Error} */ (error).message)
}
report('pipeline', pipelined)
