import { simulate } from './06-imbalance.js'

/** Requests that are one sign in the picture. */
const SIGN = 50

for (const limit of [0, 20]) {
  const { total, peak } = simulate({ limit, seed: 3 })
  console.log(limit === 0 ? 'for ever' : `${limit} requests each`)
  for (const count of total) {
    console.log(' ', '#'.repeat(Math.round(count / SIGN)), count)
  }
  console.log('  the busiest has', peak.toFixed(2), 'times its share')
}
