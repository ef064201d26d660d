import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { compose } = await import(new URL(file, import.meta.url).href)

/** @typedef {import('./exercise.js').Layer} Layer */

/** @type {(name: string) => Layer} */
const note = (name) => async (list, next) => {
  list.push(`${name} in`)
  const answer = await next()
  list.push(`${name} out`)
  return answer
}

test('layers stand around the handler', async () => {
  /** @type {string[]} */
  const list = []
  const run = compose([note('a'), note('b')], (/** @type {any} */ context) => {
    context.push('handler')
    return 'done'
  })
  assert.equal(await run(list), 'done')
  assert.deepEqual(list, ['a in', 'b in', 'handler', 'b out', 'a out'])
})

test('without layers there is the handler', async () => {
  assert.equal(await compose([], () => 'done')({}), 'done')
})

test('what has been made can be called again, and at the same time', async () => {
  const run = compose([note('a')], async (/** @type {any} */ context) => {
    await new Promise((resolve) => setImmediate(resolve))
    return context.length
  })
  assert.deepEqual(await Promise.all([run([]), run([])]), [1, 1])
  assert.equal(await run([]), 1)
})

test('a layer need not go on', async () => {
  let calls = 0
  const run = compose([() => 'no'], () => calls++)
  assert.equal(await run({}), 'no')
  assert.equal(calls, 0)
})

test('a layer catches what is thrown behind it', async () => {
  /** @type {Layer} */
  const guard = async (_context, next) => {
    try {
      return await next()
    } catch (/** @type {any} */ error) {
      return `caught ${error.message}`
    }
  }
  const fail = () => {
    throw new Error('it')
  }
  assert.equal(await compose([guard, fail], () => 'done')({}), 'caught it')
  assert.equal(await compose([guard], fail)({}), 'caught it')
  await assert.rejects(compose([fail], () => 'done')({}), /it/)
})

test('a second next() runs nothing and is rejected', async () => {
  let calls = 0
  /** @type {Layer} */
  const twice = async (_context, next) => {
    await next()
    return next()
  }
  await assert.rejects(compose([twice], () => ++calls)({}))
  assert.equal(calls, 1)
})

test('an outer layer cannot pass by an inner one that refuses', async () => {
  let calls = 0
  /** @type {Layer} */
  const twice = async (_context, next) => {
    const first = await next()
    await next().catch(() => {})
    return first
  }
  const run = compose([twice, () => 'refused'], () => ++calls)
  assert.equal(await run({}), 'refused')
  assert.equal(calls, 0)
})
