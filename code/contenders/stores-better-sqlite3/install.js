/** Compiles better-sqlite3 for the Node.js that runs this. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

const bin = path.dirname(process.execPath)
const { status } = spawnSync(
  'npm',
  ['ci', '--omit=dev', '--no-audit', '--no-fund'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    },
  },
)
process.exitCode = status ?? 1
