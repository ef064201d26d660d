import { openSync, writeSync } from 'node:fs'

const [, , path = 'batch.log', total = '10000'] = process.argv
const fd = openSync(path, 'a')
let lines = ''
let calls = 0

/** Writes all that waits. A write may take less than it is given. */
function flush() {
  const bytes = Buffer.from(lines)
  lines = ''
  for (let written = 0; written < bytes.length; calls++) {
    written += writeSync(fd, bytes, written)
  }
}

/** @param {string} line */
function log(line) {
  lines += `${line}\n`
  if (lines.length >= 64 * 1024) flush()
}

for (let i = 0; i < Number(total); i++) {
  log(JSON.stringify({ i, msg: 'something has happened' }))
}
flush()
console.log(`${total} lines in ${calls} calls`)
