import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

// Others than root need to be it in a namespace of their own.
const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']

/**
 * Runs a command as process 1 of a container, and asks it to end.
 *
 * @param {string[]} command
 */
async function stop(...command) {
  const options = ['--pid', '--fork', '--kill-child', ...asRoot]
  const outside = spawn('unshare', [...options, ...command])
  const ended = once(outside, 'close')
  await once(outside.stdout, 'data')
  await delay(1000)
  const children = `/proc/${outside.pid}/task/${outside.pid}/children`
  process.kill(Number(readFileSync(children, 'utf8')), 'SIGTERM')
  const end = await Promise.race([ended, delay(2000)])
  const what = end ? `ended with ${end[0]}` : 'still there'
  console.log(`${command.join(' ')}: ${what}`)
  outside.kill('SIGKILL')
  await ended
}

await stop('node', 'steps/13-stars.js')
await stop('sh', '-c', 'node server.js')
await stop('npm', 'start')
await stop('node', 'server.js')
