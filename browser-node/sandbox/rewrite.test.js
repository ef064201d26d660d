import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originalColumn, rewrite } from './rewrite.js'

/** @param {string} source */
const rewritten = (source) =>
  rewrite(source, {
    replacementFor: (specifier) => `blob:${specifier.toUpperCase()}`,
    prefix: (load, meta) => `/*${load} ${meta}*/`,
  })

test('specifiers change, and nothing else does', () => {
  const source = `import a from './a.js'
import { b, // import './comment.js'
  c } from "b"
export * from './c.js'
const text = "import './text.js'"
`
  assert.equal(
    rewritten(source).text,
    source
      .replace("'./a.js'", "'blob:./A.JS'")
      .replace('"b"', '"blob:B"')
      .replace("'./c.js'", "'blob:./C.JS'"),
  )
})

test('import() and import.meta are what the prefix gives a name to', () => {
  assert.equal(
    rewritten('import(x, y)\nimport.meta.url').text,
    '/*__load __meta*/__load(x, y)\n__meta.url',
  )
})

test('a name that the module has is not taken', () => {
  assert.equal(
    rewritten('const __load = import(x)').text,
    '/*___load __meta*/const __load = ___load(x)',
  )
})

test('attributes go, and their lines stay', () => {
  /** @type {unknown[]} */
  const asked = []
  const { text } = rewrite(
    "import a from './a.json' with {\n  type: 'json',\n}\nb()",
    {
      replacementFor: (...all) => {
        asked.push(all)
        return 'x'
      },
      prefix: () => '',
    },
  )
  assert.deepEqual(asked, [['./a.json', 'json', 1, 16]])
  assert.match(text, /^import a from 'x'\n\n;?\nb\(\)$/)
})

test('a first line for a shell becomes a comment', () => {
  assert.equal(rewritten('#!/usr/bin/env node\na()').text.slice(0, 6), '///usr')
})

test('what is no module is left alone', () => {
  for (const source of ["import './a.js'\nlet a = '", 'import {']) {
    assert.deepEqual(rewritten(source), { text: source, edits: [] })
  }
})

test('what replacementFor throws gets out', () => {
  const replacementFor = () => {
    throw new Error('no such file')
  }
  assert.throws(
    () => rewrite("import './a.js'", { replacementFor, prefix: () => '' }),
    /no such file/,
  )
})

test('a column of the new text is one of the file', () => {
  const source =
    "a()\nimport x from 'y'; const m = import(x); f(); import.meta; g()"
  const { text, edits } = rewritten(source)
  const [, line] = source.split('\n')
  const [, changed] = text.split('\n')
  for (const name of ['import x', 'f()', 'g()', '; f', '; g', '(x)']) {
    assert.equal(
      originalColumn(edits, 2, changed.indexOf(name) + 1),
      line.indexOf(name) + 1,
      name,
    )
  }
  // In the middle of what took another's place: where that began.
  assert.equal(
    originalColumn(edits, 2, changed.indexOf('ob:Y') + 1),
    line.indexOf('y') + 1,
  )
  // Before the prefix the first line had no column.
  assert.equal(originalColumn(edits, 1, text.indexOf('a()') + 1), 1)
})
