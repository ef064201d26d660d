import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { keyOf, positionsFor } = await import(
  new URL(file, import.meta.url).href
)

/**
 * @param {string[]} paths
 * @param {number} most positions
 */
function check(paths, most) {
  const positions = positionsFor(paths)
  const keys = new Set(paths.map((path) => keyOf(path, positions)))
  assert.equal(keys.size, paths.length, `positions ${positions}`)
  assert.ok(
    positions.length <= most,
    `got ${positions.length} positions, expected at most ${most}`,
  )
}

test('one path needs no look at all', () => check(['/about'], 0))

test('paths of different lengths need none either', () => {
  check(['/', '/about', '/contact', '/faq'], 0)
})

test('one character tells these apart', () => {
  check(['/docs/install', '/docs/upgrade', '/docs/command'], 1)
})

test('numbered pages that our table could not tell apart', () => {
  const numbers = Array.from({ length: 150 }, (_, number) => number)
  check(
    numbers.map((number) => `/guide/chapter-${number}/text`),
    3,
  )
})

test('what differs may be near the end of longer and longer paths', () => {
  const words = ['a', 'bb', 'ccc', 'dddd']
  check(
    words.flatMap((word) => [`/${word}/one/x`, `/${word}/two/x`]),
    1,
  )
})

test('pages of a site', () => {
  const parts = ['docs', 'blog', 'help', 'news', 'jobs']
  const pages = ['intro', 'about', 'setup', 'usage', 'rules', 'guide']
  check(
    parts.flatMap((part) => pages.map((page) => `/${part}/${page}`)),
    3,
  )
})
