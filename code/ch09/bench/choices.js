import { existsSync, readFileSync } from 'node:fs'
import { Router } from '../lib/index.js'
import { pick, received, timePerUse, word } from './fresh.js'

// Two decisions of the radix tree, measured apart from it: how a node finds
// the child for a character, and where static paths are kept.

const texts = [
  'comments',
  'events',
  'labels',
  'reactions',
  'timeline',
  'assignees',
]
const pages = readFileSync(
  new URL('tables/static.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.replace('GET ', ''))

/**
 * Pages that differ in one place only, and pages that no place tells apart
 * which a table of few looks would look at: as long, and alike but for two
 * letters in the middle of the second half.
 */
const alike = Array.from(
  { length: 2000 },
  (_, i) => `/shop/sku-${1000 + i}/details`,
)
const hostile = Array.from({ length: 676 }, (_, i) => {
  const letters = String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))
  return `/aaaaaaaaaaaaaaaaaaaa${letters}aaaaaaaaaa`
})

const library = new URL('../lib/router/', import.meta.url)

/** What the router has itself, and the library does not export. */
function shippedTree() {
  const source = readFileSync(new URL('radix.js', library), 'utf8')
  const body = source.replace(/^import .*$/gm, '').replace(/^export /gm, '')
  return new Function(`${body}; return { RadixNode, childAt }`)()
}

/**
 * Each finds the text that stands at a position of a path.
 *
 * @type {Record<string, (texts: string[]) =>
 *   (path: string, position: number) => string | undefined>}
 */
const children = {
  'map-slice': (texts) => {
    const map = new Map(texts.map((text) => [text[0], text]))
    return (path, position) => {
      const text = map.get(path[position])
      if (text === undefined) return undefined
      const there = path.slice(position, position + text.length)
      return there === text ? text : undefined
    }
  },
  'map-codes': (texts) => {
    const map = new Map(texts.map((text) => [text.charCodeAt(0), text]))
    return (path, position) => {
      const text = map.get(path.charCodeAt(position))
      return text && isAt(text, path, position) ? text : undefined
    }
  },
  'index-of': (texts) => {
    const codes = texts.map((text) => text.charCodeAt(0))
    return (path, position) => {
      const text = texts[codes.indexOf(path.charCodeAt(position))]
      return text && isAt(text, path, position) ? text : undefined
    }
  },
  loop: (texts) => {
    const codes = texts.map((text) => text.charCodeAt(0))
    return (path, position) => {
      const code = path.charCodeAt(position)
      let index = codes.length - 1
      while (index >= 0 && codes[index] !== code) index--
      if (index < 0) return undefined
      const text = texts[index]
      return isAt(text, path, position) ? text : undefined
    }
  },
  'loop-slice': (texts) => {
    const codes = texts.map((text) => text.charCodeAt(0))
    return (path, position) => {
      const code = path.charCodeAt(position)
      let index = codes.length - 1
      while (index >= 0 && codes[index] !== code) index--
      if (index < 0) return undefined
      const text = texts[index]
      const there = path.slice(position, position + text.length)
      return there === text ? text : undefined
    }
  },
  shipped: (texts) => {
    const { RadixNode, childAt } = shippedTree()
    const node = new RadixNode('/')
    for (const text of texts) node.add(new RadixNode(text))
    return (path, position) => childAt(node, path, position)?.text
  },
}

/**
 * @param {string} text whose first character is there
 * @param {string} path
 * @param {number} position
 */
function isAt(text, path, position) {
  if (position + text.length > path.length) return false
  for (let i = 1; i < text.length; i++) {
    if (path.charCodeAt(position + i) !== text.charCodeAt(i)) return false
  }
  return true
}

/** @type {Record<string, (paths: string[]) => (path: string) => unknown>} */
const tables = {
  map: (paths) => {
    const map = new Map(paths.map((path) => [path, path]))
    return (path) => map.get(path)
  },
  table: (paths) => {
    const table = new StaticTable()
    for (const path of paths) table.set(path, path)
    return (path) => table.get(path)
  },
  // The way that is shipped, whatever table it has inside.
  router: (paths) => {
    const router = new Router()
    for (const path of paths) router.get(path, () => {})
    return (path) => router.find('GET', path)
  },
}
const tableFile = new URL('static-table.js', library)
const { StaticTable } = existsSync(tableFile)
  ? await import(tableFile.href)
  : { StaticTable: null }

/**
 * @param {(count: string) => unknown} use
 * @param {() => string} make
 * @returns {number} bytes that a call leaves on the heap, the median of nine
 */
function allocated(use, make) {
  const CALLS = 10_000
  const figures = Array.from({ length: 9 }, () => {
    const inputs = Array.from({ length: CALLS }, make)
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (const input of inputs) use(input)
    return Math.round((process.memoryUsage().heapUsed - before) / CALLS)
  })
  return Math.max(0, figures.sort((a, b) => a - b)[4])
}

/** @param {string} name */
function measureChild(name) {
  const find = children[name](texts)
  const position = '/repos/nodejs/12345678/'.length
  for (const text of texts) {
    const found = find(`/repos/nodejs/12345678/${text}`, position)
    if (found !== text) throw new Error(`got ${found}, expected ${text}`)
  }
  const make = () => received(`/repos/nodejs/${word(8)}/${pick(texts)}`)
  const use = (/** @type {string} */ path) => find(path, position)
  return {
    'ns.child': timePerUse(make, use, seconds),
    'alloc.child': allocated(use, make),
  }
}

/** @param {string} name */
function measureTable(name) {
  if (name === 'table' && !StaticTable) {
    return { skipped: 'the router has no table of its own any more' }
  }
  /** @param {string[]} paths @param {boolean} [isKnown] */
  const measure = (paths, isKnown = true) => {
    const find = tables[name](paths)
    const make = () =>
      received(isKnown ? pick(paths) : pick(paths).replace(/.$/, `${word(1)}~`))
    const use = (/** @type {string} */ path) => Boolean(find(path)) === isKnown
    return timePerUse(make, use, seconds / 4)
  }
  return {
    'ns.lookup': measure(pages),
    'ns.alike': measure(alike),
    'ns.hostile': measure(hostile),
    'ns.hostile-miss': measure(hostile, false),
  }
}

const [name] = process.argv.slice(2)
const seconds = Number(process.env.DURATION ?? 2)
const figures = name in children ? measureChild(name) : measureTable(name)
console.log(JSON.stringify(figures))
