import { emptyTank, step } from './tank.js'

const rates = { produced: 10, consumed: 4, highWaterMark: 16, honours: true }

let tank = emptyTank()
for (let tick = 1; tick <= 8; tick++) {
  const { events, high, ...next } = step(tank, rates)
  tank = next.tank
  console.log('~'.repeat(high), high, ...events)
}
