import { show, timeOf } from './measure.js'

/** @param {string} text */
const flat = (text) => Buffer.from(text).toString('latin1')

/**
 * The best time of inputs that are made anew for each round.
 *
 * @param {() => string[]} make
 * @param {(input: string) => unknown} use
 */
const timeOfFresh = (make, use) =>
  Math.min(...Array.from({ length: 30 }, () => timeOf(make(), use, 1)))

const paths = Array.from({ length: 10_000 }, (_, i) =>
  flat(`/users/${i + 100_000}/posts/of/this/year`),
)
const map = new Map(paths.map((path) => [path, path]))
const [methods, copies] = [() => 'PATCH', () => flat('PATCH')].map((make) =>
  paths.map(make),
)

/** What is done with a string, and how long that takes. */
export const CASES = {
  'slice-rope': () =>
    timeOfFresh(
      () => paths.map((path) => `${path}/and-more`),
      (path) => path.slice(7, 30),
    ),
  'slice-flat': () =>
    timeOfFresh(
      () => paths.map((path) => flat(`${path}/and-more`)),
      (path) => path.slice(7, 30),
    ),
  'map-fresh': () =>
    timeOfFresh(
      () => paths.map(flat),
      (path) => map.get(path),
    ),
  'map-again': () => timeOf(paths.map(flat), (path) => map.get(path)),
  'equal-copy': () => timeOf(copies, (method) => method === 'PATCH'),
  'equal-same': () => timeOf(methods, (method) => method === 'PATCH'),
}

if (import.meta.main) {
  for (const [name, measure] of Object.entries(CASES)) show(name, measure())
}
