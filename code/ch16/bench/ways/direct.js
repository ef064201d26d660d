import { spawn } from 'node:child_process'
import process from 'node:process'

const { COMMAND = 'echo hi' } = process.env
const [file, ...args] = COMMAND.split(' ')

/** Runs the program, and gives its output as a stream. */
export function run() {
  const { stdout } = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  return /** @type {import('node:stream').Readable} */ (stdout)
}

/** @type {import('./run.js').Answer} */
export const direct = (res) => {
  run().pipe(res)
}
