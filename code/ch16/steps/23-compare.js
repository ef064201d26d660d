import * as node from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createPool } from '../lib/processes/index.js'

const pool = createPool({ size: 2 })

/** @type {[string, string[], object?][]} */
const COMMANDS = [
  ['echo', ["it's"]],
  ['ls', ['/nowhere']],
  ['/usr/bin/printenv', [], { env: { NAME: 'Nkechi' } }],
  ['sh', ['-c', 'kill -TERM $$']],
  ['sh', ['-c', 'exit 143']],
]

/** @param {any} spawn @param {[string, string[], object?]} command */
async function outcome(spawn, [file, args, options]) {
  const child = spawn(file, args, options)
  const [out, error, end] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return JSON.stringify([out, error, ...end])
}

for (const command of COMMANDS) {
  const theirs = await outcome(node.spawn, command)
  const ours = await outcome(pool.spawn.bind(pool), command)
  console.log(theirs)
  if (ours !== theirs) console.log(`${ours} is ours`)
}
await pool.close()
