import { execFileSync, spawn } from 'node:child_process'
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Input } from '../lib/processes/input.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'fifo-'))
const file = path.join(folder, 'in')
execFileSync('mkfifo', [file])

const input = new Input()
input.write('written before there is a pipe\n')
try {
  openSync(file, constants.O_WRONLY | constants.O_NONBLOCK)
} catch (error) {
  console.log('nobody reads:', /** @type {any} */ (error).code)
}

const script = `exec /bin/cat <'${file}'`
const shell = spawn('/bin/sh', ['-c', script])
input.open(openSync(file, 'w'))
input.end('written later\n')
process.stdout.write(await text(shell.stdout))
rmSync(folder, { recursive: true })
