import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

/** @type {typeof import('../lib/app/layer.js')} */
const { compose } = await library('lib/app/layer.js')

const missing = () => 'Not Found'

test('a composed handler runs its layers inwards and back outwards', async () => {
  /** @type {string[]} */
  const list = []
  /** @type {(name: string) => import('../lib/index.js').Middleware} */
  const note = (name) => async (_req, _res, next) => {
    list.push(`${name} in`)
    const answer = await next()
    list.push(`${name} out`)
    return answer
  }
  const handler = async () => {
    list.push('handler')
    return 'done'
  }
  /** @type {any} */
  const run = compose([note('outer'), note('inner')], handler, missing)
  assert.equal(await run({}, {}), 'done')
  assert.deepEqual(list, [
    ...['outer in', 'inner in', 'handler', 'inner out', 'outer out'],
  ])
})

test('a handler without layers is composed of nothing but itself', () => {
  const handler = () => 'done'
  assert.equal(compose([], handler, missing), handler)
})
