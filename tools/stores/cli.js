#!/usr/bin/env node
/**
 * Starts Redis and PostgreSQL for a reader, until Ctrl-C.
 *
 *     npm run stores
 */
import { startStores, storeNames } from './stores.js'

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
