import { show, timeOf } from './measure.js'

/** @param {string} text */
const flat = (text) => Buffer.from(text).toString('latin1')
const paths = Array.from({ length: 10_000 }, (_, i) =>
  flat(`/users/${i + 100_000}/posts/of/this/year`),
)
const map = new Map(paths.map((path) => [path, path]))
const methods = paths.map(() => 'PATCH')
const copies = methods.map(flat)
const flats = () => paths.map(flat)
const ropes = () => paths.map((path) => `${path}/and-more`)

/** @param {string} path */
const cut = (path) => path.slice(7, 30)
/** @param {string} path */
const find = (path) => map.get(path)
/** @param {string} method */
const isPatch = (method) => method === 'PATCH'

/**
 * The best time of strings that are made anew for each round.
 *
 * @param {() => string[]} make
 * @param {(text: string) => unknown} use
 */
const timeOfFresh = (make, use) =>
  Math.min(...Array.from({ length: 30 }, () => timeOf(make(), use, 1)))

/** What is done with a string, and how long that takes, in ns. */
export const CASES = {
  'slice-rope': () => timeOfFresh(ropes, cut),
  'slice-flat': () => timeOfFresh(flats, cut),
  'map-fresh': () => timeOfFresh(flats, find),
  'map-again': () => timeOf(flats(), find),
  'equal-copy': () => timeOf(copies, isPatch),
  'equal-same': () => timeOf(methods, isPatch),
}

if (import.meta.main) {
  for (const [name, measure] of Object.entries(CASES)) show(name, measure())
}
