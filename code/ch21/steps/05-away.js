import { setTimeout as sleep } from 'node:timers/promises'
import { startMachine, startProxy } from './machines.js'

for (const ASK of ['the store', 'yourself']) {
  const store = await startMachine('store', 'steps/05-sky.js')
  const env = { ASK, STORE: store.url }
  const machines = await Promise.all([
    startMachine('kudu', 'steps/05-sky.js', env),
    startMachine('oryx', 'steps/05-sky.js', env),
  ])
  const edge = await startProxy('steps/05-edge.cfg', machines)
  await store.stop('SIGKILL')
  await sleep(1000)
  const sky = await fetch(`${edge.url}/sky`)
  const seats = await fetch(`${edge.url}/seats`)
  console.log(`ask ${ASK}: sky ${sky.status}, seats ${seats.status}`)
}
process.exit()
