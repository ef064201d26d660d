import { freshPaths } from './lookups.js'
import { routerOf } from './routers.js'

/** Lookups after which the time of the last ones is told. */
const MARKS = [
  1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
  1_000_000,
]

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

/** @param {number} compileAfter */
function timesOf(compileAfter) {
  const router = routerOf(compileAfter)
  // What all routers have in common is optimized before.
  const other = routerOf(Infinity)
  for (const path of freshPaths(200_000)) other.find('GET', path)
  const times = []
  let done = 0
  for (const mark of MARKS) {
    const paths = freshPaths(mark - done)
    times.push(medianTime(paths, (path) => router.find('GET', path)))
    done = mark
  }
  return times
}

const tree = timesOf(Infinity)
const code = timesOf(1000)
console.log(
  '   lookups      tree      code   ns per lookup since the line above',
)
for (const [index, mark] of MARKS.entries()) {
  const cells = [
    mark.toLocaleString('en'),
    ...[tree, code].map((times) => times[index].toFixed(0)),
  ]
  console.log(cells.map((cell) => cell.padStart(10)).join(''))
}
