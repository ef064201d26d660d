import { createWriteStream, renameSync } from 'node:fs'

const MAX = 50_000
let stream = createWriteStream('naive.log')
let size = 0

/** @param {object} fields */
function log(fields) {
  const line = `${JSON.stringify(fields)}\n`
  stream.write(line)
  size += line.length
  if (size > MAX) rotate()
}

function rotate() {
  const [second] = new Date().toISOString().split('.')
  renameSync('naive.log', `naive.log.${second.replaceAll(':', '')}`)
  stream = createWriteStream('naive.log')
  size = 0
}

for (let i = 0; i < 10_000; i++) {
  log({ i, msg: 'something has happened' })
  // Requests come and go. Every now and then nothing is left to write.
  if (i % 100 === 50) await new Promise((done) => stream.write('', done))
}
process.exit()
