import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Output } from '../lib/processes/streams.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'fifo-'))
const flags = constants.O_RDONLY | constants.O_NONBLOCK

/** @param {string} script that writes to the pipe `$1` */
async function run(script) {
  const file = path.join(folder, 'out')
  execFileSync('mkfifo', [file])
  const output = new Output()
  const all = text(output)
  output.open(openSync(file, flags))
  const shell = spawn('/bin/sh', ['-c', script, 'sh', file])
  await once(shell, 'exit')
  output.finish()
  console.log(JSON.stringify(await all), 'at its end:', output.isAtEnd)
  rmSync(file)
}

await run('/bin/echo hi >"$1"')
await run('exec >"$1"; (sleep 0.2; echo late) & echo early')
await run('# Nobody opens it.')
rmSync(folder, { recursive: true })
