import { findProgram } from '../lib/processes/command.js'

/** @type {any[]} */
const COMMANDS = [
  { file: 'echo' },
  { file: '/bin/echo' },
  { file: 'echo', env: { PATH: '/etc' } },
  { file: 'passwd', env: { PATH: '/etc' } },
  { file: 'echo', cwd: '/nowhere' },
]

for (const command of COMMANDS) {
  try {
    console.log(findProgram({ args: [], ...command }))
  } catch (error) {
    console.log(`${error}`)
  }
}
