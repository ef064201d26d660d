import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldsOf, visibleLines } from './folds.js'

/** @typedef {import('./compare.js').ListingLine} ListingLine */

/** @type {Record<string, ListingLine['kind']>} */
const kinds = { '+': 'added', '-': 'removed', '=': 'context', '…': 'gap' }

/**
 * @param {string} text whose lines begin with their sign, or with a space
 * @returns {ListingLine[]}
 */
const listing = (text) =>
  text.split('\n').map((line, number) => ({
    kind: kinds[line[0]] ?? 'plain',
    text: line.slice(1),
    number,
  }))

/** @param {string} text */
const folded = (text) => {
  const lines = listing(text)
  return foldsOf(lines).map(
    ({ kind, start, end }) => `${kind} ${start + 1}–${end}`,
  )
}

const imports = ` import http from 'node:http'
 import {
   a,
 } from './a.js'

 /** @import { B } from './b.js' */
`

test('imports are folded, as far as they go', () => {
  assert.deepEqual(folded(`${imports}\n const c = a`), ['imports 1–6'])
})

test('two lines are not worth a fold', () => {
  assert.deepEqual(
    folded(` import a from 'a'\n import b from 'b'\n\n a(b)`),
    [],
  )
  assert.deepEqual(folded(` }\n }`), [])
})

test('what only looks like an import is none', () => {
  assert.deepEqual(
    folded(
      ` import.meta.main\n import('./a.js')\n important()\n importer = 'x'`,
    ),
    [],
  )
})

test('a long comment is folded, wherever it stands', () => {
  assert.deepEqual(
    folded(` class A {\n   /**\n    * Adds.\n    */\n   add() {}\n }`),
    ['doc 2–4'],
  )
  assert.deepEqual(folded(` /** Adds\n  * one. */\n add()`), ['doc 1–2'])
})

test('braces that close are folded, from three lines', () => {
  assert.deepEqual(folded(` a(() => {\n b(\n c\n     })\n   },\n )\n }`), [
    'closing 4–7',
  ])
  assert.deepEqual(folded(` a\n   }\n }`), [])
})

test('lines that have changed stay, but for imports', () => {
  const comment = (/** @type {string} */ signs) =>
    `${signs[0]}/**\n${signs[1]} * Adds.\n${signs[2]} */\n=add()`
  assert.deepEqual(folded(comment('===')), ['doc 1–3'])
  assert.deepEqual(folded(comment('+++')), ['doc 1–3'], 'new as a whole')
  assert.deepEqual(folded(comment('=+=')), [])
  assert.deepEqual(folded(comment('---')), [])
  assert.deepEqual(
    folded(`=import a from 'a'\n+import b from 'b'\n=import c from 'c'\n=x()`),
    ['imports 1–3'],
  )
  assert.deepEqual(folded(`=x(\n+    }\n+  }\n+}`), [])
})

test('what is left out is not folded with what is there', () => {
  assert.deepEqual(folded(` a() {\n     }\n…  …\n   }\n }`), [])
})

test('a listing of nothing else shows it', () => {
  assert.deepEqual(folded(imports), [])
  assert.deepEqual(folded(` /**\n  * Adds.\n  */`), [])
})

test('imports that a listing brings are folded, be it one', () => {
  const lines = listing(`+import a from 'a'\n+a()`)
  lines[0].isBrought = true
  assert.deepEqual(foldsOf(lines), [{ kind: 'imports', start: 0, end: 1 }])
})

test('a closed fold is one line', () => {
  const lines = listing(`${imports}\n const c = a\n c()`)
  assert.equal(visibleLines(lines, foldsOf(lines)), lines.length - 5)
})
