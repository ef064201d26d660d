// node --expose-gc steps/4-strings.js
import { show, timeOf } from './measure.js'

/** @param {string} text */
const received = (text) => Buffer.from(text).toString('latin1')

/** @param {(path: string) => string} take what is kept of a path */
function keptBy(take) {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: 10_000 }, (_, i) => {
    const id = `user-number-${100_000 + i}`
    return take(received(`/users/${id}/${'x'.repeat(980)}`))
  })
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed - before
  return Math.round(bytes / kept.length)
}

const end = '/users/user-number-100000'.length
console.log('kept per value, in bytes')
console.log(
  '  12 characters of a path:',
  keptBy((path) => path.slice(7, 19)),
)
console.log(
  '  13 characters of a path:',
  keptBy((path) => path.slice(7, 20)),
)
console.log(
  '  18 characters of a path:',
  keptBy((path) => path.slice(7, end)),
)
console.log(
  '  the same, copied:',
  keptBy((path) => Buffer.from(path.slice(7, end)).toString('latin1')),
)

const paths = Array.from({ length: 10_000 }, (_, i) =>
  received(`/users/${i + 100_000}/posts/of/this/year`),
)
const ropes = () => paths.map((path) => `${path}/and-more`)
/** @param {string} path */
const flat = (path) => Buffer.from(path).toString('latin1')
show(
  'slice of a flat string',
  timeOf(paths, (path) => path.slice(7, 30)),
)
/**
 * The best time of inputs that are made anew for each round.
 *
 * @param {() => string[]} make
 * @param {(input: string) => unknown} use
 */
const timeOfFresh = (make, use) =>
  Math.min(...Array.from({ length: 30 }, () => timeOf(make(), use, 1)))

show(
  'slice of a rope that was just tied',
  timeOfFresh(ropes, (path) => path.slice(7, 30)),
)
show(
  'the same text, flat',
  timeOf(ropes().map(flat), (path) => path.slice(7, 30)),
)

const map = new Map(paths.map((path) => [path, path]))
const find = (/** @type {string} */ path) => map.get(path)
show(
  'a string nobody has looked up yet, in a Map',
  timeOfFresh(() => paths.map(flat), find),
)
show('the same strings again: V8 keeps the hash', timeOf(paths.map(flat), find))
const known = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
const methods = paths.map((_, i) => known[i % 5])
const copies = methods.map(flat)
show(
  'method === "PATCH", the one string',
  timeOf(methods, (method) => method === 'PATCH'),
)
show(
  'method === "PATCH", a copy',
  timeOf(copies, (method) => method === 'PATCH'),
)
