import { packError, unpackError } from '../lib/workers/errors.js'
import { sell } from './08-tasks.js'

try {
  sell('Ios')
} catch (error) {
  // As HTTP clients do with their sockets.
  Object.assign(/** @type {any} */ (error), { retry: () => sell('Ios') })
  const clone = structuredClone(error)
  const unpacked = unpackError(structuredClone(packError(error)))
  for (const { name, message, status } of [clone, unpacked]) {
    console.log(`${name}: ${message}, status ${status}`)
  }
}
