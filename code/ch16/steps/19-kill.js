import { guard } from '../lib/processes/guard.js'
import { openShell, runOf } from './17-one.js'

const zygote = await openShell()

/** @param {import('../lib/processes/options.js').SpawnOptions} options */
async function end(options) {
  const run = runOf('/bin/sleep', ['60'], { stdio: 'ignore', ...options })
  guard(run)
  zygote.run(run)
  const { child } = run
  child.on('error', ({ name }) => console.log(name))
  if (!options.timeout && !options.signal) {
    console.log('kill:', child.kill('SIGINT'))
  }
  await new Promise((resolve) => {
    child.once('close', resolve)
  })
  const { signalCode, killed } = child
  console.log({ signalCode, killed, again: child.kill() })
}

await end({})
await end({ timeout: 20, killSignal: 'SIGKILL' })
await end({ signal: AbortSignal.timeout(20) })
zygote.retire()
