import { makeChild, openShell } from './17-one.js'

const zygote = await openShell()

/** @param {import('../lib/processes/command.js').SpawnOptions} options */
async function end(options) {
  const child = makeChild('/bin/sleep', ['60'], { stdio: 'ignore', ...options })
  zygote.run(child)
  child.on('error', ({ name }) => console.log(name))
  if (!options.timeout && !options.signal) child.kill('SIGINT')
  await new Promise((resolve) => {
    child.once('close', resolve)
  })
  console.log(child.signalCode, 'again:', child.kill())
}

await end({})
await end({ timeout: 20, killSignal: 'SIGKILL' })
await end({ signal: AbortSignal.timeout(20) })
zygote.retire()
