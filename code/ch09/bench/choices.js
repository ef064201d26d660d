import { readFileSync } from 'node:fs'
import { Router } from '../lib/index.js'
import { parsePattern } from '../lib/router/pattern.js'
import { RadixTree } from '../lib/router/radix.js'
import { pick, received, timePerUse } from './fresh.js'

// Where static paths are kept: in a Map, in the tree, or in the router.

const pages = readFileSync(
  new URL('tables/static.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.replace('GET ', ''))

/** Pages that differ in one place only. */
const alike = Array.from(
  { length: 2000 },
  (_, i) => `/shop/sku-${1000 + i}/details`,
)

/** @type {Record<string, (paths: string[]) => (path: string) => unknown>} */
const choices = {
  map: (paths) => {
    const map = new Map(paths.map((path) => [path, path]))
    return (path) => map.get(path)
  },
  tree: (paths) => {
    /** @type {RadixTree<string>} */
    const tree = new RadixTree()
    for (const path of paths) {
      tree.insert(parsePattern(path), path, (present) => present)
    }
    return (path) => tree.find(path)
  },
  router: (paths) => {
    const router = new Router()
    for (const path of paths) router.get(path, () => {})
    return (path) => router.find('GET', path)
  },
}

const [name] = process.argv.slice(2)
const seconds = Number(process.env.DURATION ?? 2)

/** @param {string[]} paths */
function measure(paths) {
  const find = choices[name](paths)
  const lost = paths.filter((path) => !find(path))
  if (lost.length > 0) throw new Error(`${name} does not find ${lost[0]}`)
  const make = () => received(pick(paths))
  return timePerUse(make, (path) => Boolean(find(path)), seconds / 2)
}

console.log(
  JSON.stringify({ 'ns.lookup': measure(pages), 'ns.alike': measure(alike) }),
)
