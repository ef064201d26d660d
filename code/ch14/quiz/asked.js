import { setTimeout as wait } from 'node:timers/promises'
import { Rounds } from '../lib/cluster/rounds.js'

let count = 0
const rounds = new Rounds(async () => {
  const number = ++count
  await wait(10)
  return number
})
const asked = [rounds.ask(), rounds.ask(), rounds.ask()]
await asked[0]
asked.push(rounds.ask())
console.log((await Promise.all(asked)).join(' '))
