import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply, choose, mutantsOf } from './mutants.js'

const text = `export function answer(res, found) {
  if (found === null) {
    res.statusCode = 404
    res.end()
    return true
  }
  throw new VelocyError('ERR_VELOCY_NONE')
}
`

test('a module can be got wrong in many ways, each of which is a program', () => {
  const mutants = mutantsOf(text)
  assert.deepEqual(
    mutants.map(({ kind, line }) => `${kind} ${line}`),
    ['condition 2', 'comparison 2', 'status 3', 'call 4', 'value 5', 'code 7'],
  )
  const changed = mutants.map((mutant) => apply(text, mutant).split('\n'))
  assert.deepEqual(
    changed.map((lines, i) => lines[mutants[i].line - 1].trim()),
    [
      'if (!(found === null)) {',
      'if (found !== null) {',
      'res.statusCode = 405',
      '{}',
      'return false',
      "throw new VelocyError('ERR_ANOTHER')",
    ],
  )
  for (const lines of changed) mutantsOf(lines.join('\n'))
})

test('the length of a table of bytes is no status', () => {
  assert.deepEqual(mutantsOf('const table = new Uint8Array(256)'), [])
})

test('what a class inherits is not left out', () => {
  assert.deepEqual(
    mutantsOf('class A extends B { constructor() { super() } }'),
    [],
  )
})

test('few are chosen of many kinds', () => {
  const many = mutantsOf(
    'if (a < b) f()\nif (c > d) g()\nif (e === h) i()\n'.repeat(2),
  )
  const kinds = choose(many, 3).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['comparison', 'call', 'condition'])
  assert.equal(choose(many, 99).length, many.length)
  assert.equal(new Set(choose(many, 99)).size, many.length)
  assert.deepEqual(choose([], 3), [])
})
