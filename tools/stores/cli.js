#!/usr/bin/env node
import { readArguments } from '../lib/arguments.js'
import { startStores, storeNames } from './stores.js'

readArguments(
  `Usage: npm run stores

Starts Redis and PostgreSQL, empty, for other terminals, until Ctrl-C. What they
hold is gone at the end.`,
  {},
)

console.log('Starting Redis and PostgreSQL; they forget everything at the end.')
const stores = await startStores(storeNames, { usualPorts: true })
for (const [name, reason] of Object.entries(stores.missing)) {
  console.error(`– ${name}: ${reason}`)
}
const addresses = Object.entries(stores.env)
if (addresses.length === 0) process.exitCode = 1
else {
  console.log('In each terminal that needs them:\n')
  for (const [name, url] of addresses) console.log(`export ${name}=${url}`)
  console.log('\nCtrl-C ends them.')
  const alive = setInterval(() => {}, 1 << 30)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      await stores.stop()
      clearInterval(alive)
    })
  }
}
