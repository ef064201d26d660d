import { startMachine } from './machines.js'

const kudu = await startMachine('kudu', 'steps/02-sky.js')

async function ask() {
  const begin = performance.now()
  const signal = AbortSignal.timeout(1000)
  const fate = await fetch(`${kudu.url}/sky`, { signal }).then(
    ({ status }) => status,
    (error) => error.cause?.code ?? error.name,
  )
  return `${fate} after ${Math.round(performance.now() - begin)} ms`
}

console.log('running:', await ask())
kudu.child.kill('SIGSTOP')
console.log('frozen:', await ask())
await kudu.stop('SIGKILL')
console.log('killed:', await ask())
