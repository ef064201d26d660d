import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { open, sold } from './06-store.js'
import { startMachine, startProxy } from './machines.js'

const [config, program = 'steps/06-bookings.js'] = process.argv.slice(2)

await open()

/** @param {string} method @param {string} path whose answer gets lost */
async function lose(method, path) {
  const machines = await Promise.all([
    startMachine('kudu', program),
    startMachine('oryx', program),
  ])
  const edge = await startProxy(config, machines)
  const headers = { 'idempotency-key': `"${randomUUID()}"` }
  const ask = async () => {
    const { status } = await fetch(edge.url + path, { method, headers })
    console.log(`${method} ${path}: ${status}`)
    return status
  }
  const asked = ask()
  const isAtWork = machines.map((machine) =>
    machine.until(() => machine.lines.includes('at work')),
  )
  const busy = await Promise.any(isAtWork)
  await busy.stop('SIGKILL')
  if ((await asked) < 500) return
  await sleep(500)
  await ask()
}

await lose('GET', '/sky')
await lose('POST', '/bookings/dome')
console.log(await sold())
process.exit()
