import { execFileSync, spawn } from 'node:child_process'
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const folder = mkdtempSync(path.join(os.tmpdir(), 'fifo-'))
const file = path.join(folder, 'out')
execFileSync('mkfifo', ['-m', '600', file])

const flags = constants.O_RDONLY | constants.O_NONBLOCK
const fd = openSync(file, flags)
console.log('we have the reading end')

const socket = new Socket({ fd, readable: true, writable: false })
socket.on('data', (chunk) => console.log('we read', JSON.stringify(`${chunk}`)))
socket.on('end', () => {
  console.log('everybody has closed it')
  rmSync(folder, { recursive: true })
})
spawn('/bin/sh', ['-c', `/bin/echo hi >'${file}'`])
