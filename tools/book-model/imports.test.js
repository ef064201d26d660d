import assert from 'node:assert/strict'
import test from 'node:test'
import { Imports, importsOf, namesByLine } from './imports.js'

/** @param {string} text */
const read = (text) => importsOf(text.split('\n'))

const after = `import fs, { stat } from 'node:fs'
import * as http from 'node:http'
import './side-effect.js'
import {
  aRatherLongName,
  anotherRatherLongName,
  short as shorter,
} from './names.js'

import('./later.js')
`

test('statements that bind names are found, with what they bind', () => {
  assert.deepEqual(
    read(after).map(({ start, end, key, names }) => [
      start,
      end,
      key,
      ...names.keys(),
    ]),
    [
      [0, 1, 'node:fs', 'fs', 'stat'],
      [1, 2, '* node:http', 'http'],
      [
        3,
        8,
        './names.js',
        'aRatherLongName',
        'anotherRatherLongName',
        'shorter',
      ],
    ],
  )
})

/**
 * @param {Imports} imports
 * @param {string[]} due
 * @param {string[]} [used]
 * @returns {string[]} how each statement is changed
 */
const change = (imports, due, used = []) =>
  imports
    .change(
      (_, name) => due.includes(name),
      (name) => used.includes(name),
    )
    .map(({ was, now }) => [was.join('\n'), now.join('\n')])
    .filter(([was, now]) => was !== now)
    .map((sides) => sides.join(' → '))

test('only the names that are due come, and the rest later', () => {
  const imports = new Imports([], read(after))
  assert.ok(imports.isEmpty)
  assert.deepEqual(change(imports, ['stat', 'shorter']), [
    " → import { stat } from 'node:fs'",
    " → import { short as shorter } from './names.js'",
  ])
  assert.deepEqual(change(imports, ['stat']), [])
  assert.deepEqual(change(imports, ['fs', 'http']), [
    "import { stat } from 'node:fs' → import fs, { stat } from 'node:fs'",
    " → import * as http from 'node:http'",
  ])
  const [names] = change(imports, ['aRatherLongName', 'anotherRatherLongName'])
  assert.equal(names.split(' → ')[1], read(after).at(-1)?.lines.join('\n'))
})

test('what a chapter no longer imports goes with its last use', () => {
  const before = read(
    "import { a, gone, moved } from './a.js'\nimport http from 'node:http'",
  )
  const end = read("import { a } from './a.js'\nimport { moved } from './b.js'")
  const imports = new Imports(before, end)
  assert.deepEqual(change(imports, [], ['gone', 'moved', 'http']), [])
  // A name is never bound twice.
  assert.deepEqual(change(imports, ['moved'], ['gone', 'moved']), [
    "import { a, gone, moved } from './a.js' → import { a, gone } from './a.js'",
    " → import { moved } from './b.js'",
    "import http from 'node:http' → ",
  ])
  assert.deepEqual(change(imports, []), [
    "import { a, gone } from './a.js' → import { a } from './a.js'",
  ])
})

test('what goes stands where it stood', () => {
  const one = (/** @type {string} */ name) =>
    `import { ${name} } from '${name}'`
  const before = read(['a', 'b', 'c', 'd'].map(one).join('\n'))
  const imports = new Imports(before, read(['c', 'e'].map(one).join('\n')))
  assert.deepEqual(change(imports, ['c', 'e']), [
    `${one('a')} → `,
    `${one('b')} → `,
    ` → ${one('e')}`,
    `${one('d')} → `,
  ])
})

test('a line names variables, not members', () => {
  const text = `import { a } from 'a'
export { b } from 'b'
const c = { a: 1, d, ...e }
c.a.f({ [g]: h })
class I extends J { k() {} }
`
  const names = [...namesByLine(text, 'a.js')].map(([line, all]) => [
    line,
    ...[...all].sort(),
  ])
  assert.deepEqual(names, [
    [2, 'c', 'd', 'e'],
    [3, 'c', 'g', 'h'],
    [4, 'I', 'J'],
  ])
})
