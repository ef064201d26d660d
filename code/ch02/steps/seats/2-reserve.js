import { setImmediate as payment } from 'node:timers/promises'

let seats = 1

/** @param {string} name */
async function buy(name) {
  if (seats === 0) return console.log(`${name}: sold out`)
  seats--
  try {
    await payment()
  } catch {
    seats++
    return console.log(`${name}: not paid`)
  }
  console.log(`${name}: sold, ${seats} left`)
}

await Promise.all(['Ana', 'Bo', 'Cleo'].map(buy))
