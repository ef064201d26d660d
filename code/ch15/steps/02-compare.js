import { summarize, whoWaits } from './02-who-waits.js'

/** @type {import('./02-who-waits.js').Setup[]} */
const setups = ['one', 'cluster', 'pool']
for (const setup of setups) {
  const { waited, longest } = summarize(whoWaits({ setup }))
  console.log(`${setup}: ${waited} of 60 waited, the longest ${longest} ms`)
}
