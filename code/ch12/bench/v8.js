import { makeAndRead, WAYS } from '../steps/2-made.js'
import { thrifty } from '../steps/3-nodes.js'
import { CASES } from '../steps/4-strings.js'
import { freshPaths, treeOf } from '../steps/lookups.js'
import { timeOf } from '../steps/measure.js'

/** @type {Record<string, (which: string) => Record<string, number>>} */
const GROUPS = {
  nodes(kind) {
    const tree = treeOf()
    if (kind === 'thrifty') tree.root = thrifty(tree.root)
    const paths = freshPaths(10_000)
    if (!paths.every((path) => tree.find(path))) throw new Error('not found')
    const find = (/** @type {string} */ path) => tree.find(path)
    return { 'ns.lookup': timeOf(paths, find, rounds(300)) }
  },
  made(way) {
    const ids = Array.from({ length: 10_000 }, (_, i) => String(i))
    const make = WAYS[/** @type {keyof typeof WAYS} */ (way)]
    return { 'ns.made': timeOf(ids, makeAndRead(make), rounds(600)) }
  },
  strings: (name) => ({
    'ns.string': CASES[/** @type {keyof typeof CASES} */ (name)](),
  }),
}

/** @param {number} most in two seconds, about */
function rounds(most) {
  const { DURATION = '2' } = process.env
  return Math.max(50, Math.round((most * Number(DURATION)) / 2))
}

const [group, which] = process.argv.slice(2)
console.log(JSON.stringify(GROUPS[group](which)))
