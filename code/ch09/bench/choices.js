import { readFileSync } from 'node:fs'
import { StaticTable } from '../lib/router/static-table.js'

// Two decisions of the radix tree, measured apart from it: how a node finds
// the child for a character, and where static paths are kept.

const parts = [
  'comments',
  'events',
  'labels',
  'reactions',
  'timeline',
  'assignees',
]
const prefix = '/repos/nodejs/node/issues/1/'
const pages = readFileSync(
  new URL('tables/static.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.replace('GET ', ''))

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
    /** @type {StaticTable<string>} */
    const table = new StaticTable()
    for (const path of paths) table.set(path, path)
    return (path) => table.get(path)
  },
}

/**
 * Calls a function over and over.
 *
 * @param {(count: number) => unknown} use must return something
 * @param {number} seconds
 * @returns {number} nanoseconds per call
 */
function time(use, seconds) {
  let count = 0
  let sink = 0
  const start = performance.now()
  while (performance.now() - start < 1000 * seconds) {
    for (let i = 0; i < 1000; i++) if (use(count++)) sink++
  }
  if (sink !== count) throw new Error(`found ${sink} of ${count}`)
  return ((performance.now() - start) * 1e6) / count
}

/**
 * @param {(count: number) => unknown} use
 * @returns {number} bytes that a call leaves on the heap, the median of nine
 */
function allocated(use) {
  const CALLS = 10_000
  const figures = Array.from({ length: 9 }, () => {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < CALLS; i++) use(i)
    return Math.round((process.memoryUsage().heapUsed - before) / CALLS)
  })
  return figures.sort((a, b) => a - b)[4]
}

/** @param {string} name */
function measureChild(name) {
  const find = children[name](parts)
  // One flat string each, as they come from a socket.
  const paths = parts.map((part) =>
    Buffer.from(prefix + part).toString('latin1'),
  )
  const use = (/** @type {number} */ count) =>
    find(paths[count % paths.length], prefix.length)
  const seconds = Number(process.env.DURATION ?? 2)
  time(use, seconds / 4)
  return { 'ns.child': time(use, seconds), 'alloc.child': allocated(use) }
}

/** @param {string} name */
function measureTable(name) {
  const find = tables[name](pages)
  const received = pages.map((path) => Buffer.from(path))
  const seconds = Number(process.env.DURATION ?? 2)
  timeFresh(received, find, seconds / 4)
  return { 'ns.lookup': timeFresh(received, find, seconds) }
}

/**
 * Calls a function with new strings, as they come from a socket: nobody has
 * computed their hash yet. Making them is not counted.
 *
 * @param {Buffer[]} received
 * @param {(path: string) => unknown} find
 * @param {number} seconds
 * @returns {number} nanoseconds per call
 */
function timeFresh(received, find, seconds) {
  let spent = 0
  let count = 0
  const end = performance.now() + 1000 * seconds
  while (performance.now() < end) {
    const paths = received.map((bytes) => bytes.toString('latin1'))
    let found = 0
    const start = performance.now()
    for (const path of paths) if (find(path)) found++
    spent += performance.now() - start
    count += paths.length
    if (found !== paths.length) throw new Error(`found only ${found}`)
  }
  return (spent * 1e6) / count
}

const [name] = process.argv.slice(2)
const figures = name in children ? measureChild(name) : measureTable(name)
console.log(JSON.stringify(figures))
