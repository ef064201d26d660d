import { freshPaths } from '../steps/lookups.js'
import { routerOf } from '../steps/routers.js'

/** How many lookups have been made when the time of the last ones is told. */
const MARKS = { '1k': 1e3, '2k': 2e3, '10k': 1e4, '100k': 1e5, '1m': 1e6 }

/**
 * @param {string[]} paths
 * @param {(path: string) => unknown} use
 * @returns {number} ns, of which half of all hundreds take less
 */
function medianTime(paths, use) {
  const times = []
  for (let first = 0; first < paths.length; first += 100) {
    const hundred = paths.slice(first, first + 100)
    const start = process.hrtime.bigint()
    for (const path of hundred) use(path)
    times.push(Number(process.hrtime.bigint() - start) / 100)
  }
  return times.sort((a, b) => a - b)[times.length >> 1]
}

/** @param {string} kind */
function measure(kind) {
  const router = routerOf(kind)
  // What both have in common is optimized before.
  const other = routerOf('tree')
  for (const path of freshPaths(200_000)) other.find('GET', path)
  /** @type {Record<string, number>} */
  const figures = {}
  let done = 0
  for (const [name, mark] of Object.entries(MARKS)) {
    const paths = freshPaths(mark - done)
    figures[`ns.after-${name}`] = medianTime(paths, (path) =>
      router.find('GET', path),
    )
    done = mark
  }
  return figures
}

console.log(JSON.stringify(measure(process.argv[2])))
