import { setTimeout as sleep } from 'node:timers/promises'
import { open, sold } from './06-store.js'
import { startMachine, startProxy } from './machines.js'

for (const LIMIT of ['', '300']) {
  await open()
  const machines = await Promise.all([
    startMachine('kudu', 'steps/07-slow.js', { LIMIT }),
    startMachine('oryx', 'steps/07-slow.js', { LIMIT }),
  ])
  const edge = await startProxy('steps/07-edge.cfg', machines)
  const { status } = await fetch(`${edge.url}/bookings`, { method: 'POST' })
  await sleep(1500)
  console.log(`limit ${LIMIT || 'none'}: ${status}, ${await sold()}`)
}
process.exit()
