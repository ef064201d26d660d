import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standInFor } from './stand-in.js'

/** @param {string} text */
const load = (text) =>
  import(`data:text/javascript,${encodeURIComponent(text)}`)

test('a stand-in has the exports, and their values once it is told', async () => {
  const { text, update, values } = standInFor(
    'export const a = 1, b = 2\nexport default class C {}\n' +
      "let x\nexport { x as 'a name' }\nexport function update() {}",
  )
  assert.equal(update, '__update')
  assert.equal(values, '()=>a,()=>b,()=>C,()=>x,()=>update')
  const module = await load(text)
  assert.equal(module.a, undefined)
  assert.deepEqual(Object.keys(module).sort(), [
    '__update',
    'a',
    'a name',
    'b',
    'default',
    'update',
  ])
  module.__update(
    () => 1,
    () => {
      throw new ReferenceError('not yet')
    },
    () => 'C',
  )
  assert.deepEqual([module.a, module.b, module.default], [1, undefined, 'C'])
})

test('what is no module has none', () => {
  assert.equal(standInFor("export const a = '").values, '')
})
