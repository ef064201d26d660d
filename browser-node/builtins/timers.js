/** node:timers. */
import {
  clearImmediate,
  clearInterval,
  clearTimeout,
  setImmediate,
  setInterval,
  setTimeout,
} from './loop.js'
import * as promises from './timers-promises.js'

const custom = Symbol.for('nodejs.util.promisify.custom')
Object.defineProperty(setTimeout, custom, { value: promises.setTimeout })
Object.defineProperty(setImmediate, custom, { value: promises.setImmediate })

export {
  clearImmediate,
  clearInterval,
  clearTimeout,
  promises,
  setImmediate,
  setInterval,
  setTimeout,
}
