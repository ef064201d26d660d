import { setTimeout as sleep } from 'node:timers/promises'
import { startMachine, startProxy } from './machines.js'

const names = ['kudu', 'oryx']

/** @param {NodeJS.Signals} signal that kudu gets, while phones ask */
async function count(signal, DELAY = '0') {
  const machines = await Promise.all(
    names.map((name) => startMachine(name, 'steps/05-sky.js', { DELAY })),
  )
  const edge = await startProxy('steps/05-edge.cfg', machines)
  let failed = 0
  let isOver = false
  const phone = async () => {
    while (!isOver) {
      const answer = await fetch(`${edge.url}/sky`).catch(() => null)
      await answer?.text()
      if (!answer?.ok) failed++
    }
  }
  const phones = Array.from({ length: 20 }, phone)
  await sleep(500)
  await machines[0].stop(signal)
  await sleep(500)
  isOver = true
  await Promise.all(phones)
  await edge.stop()
  await machines[1].stop()
  return failed
}

console.log('unplugged:', await count('SIGKILL'), 'failed')
console.log('closed at once:', await count('SIGTERM'), 'failed')
console.log('said so first:', await count('SIGTERM', '1000'), 'failed')
