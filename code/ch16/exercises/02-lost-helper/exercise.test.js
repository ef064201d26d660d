import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Helpers } = await import(new URL(file, import.meta.url).href)

class Helper extends EventEmitter {
  /** @type {{ id: number, order: string }[]} */
  sent = []
  isBroken = false

  /** @param {{ id: number, order: string }} message */
  send(message) {
    if (this.isBroken) throw new Error('the channel is closed')
    this.sent.push(message)
  }

  get orders() {
    return this.sent.map(({ order }) => order).join(' ')
  }

  /** @param {string} order */
  answer(order) {
    const message = this.sent.find((sent) => sent.order === order)
    this.emit('message', { id: message?.id, output: `done ${order}` })
  }
}

/** @param {number} size */
function helpers(size) {
  /** @type {Helper[]} */
  const started = []
  const it = new Helpers(() => {
    const helper = new Helper()
    started.push(helper)
    return helper
  }, size)
  /** How each order ended, as far as it has. @type {Record<string, string>} */
  const ends = {}
  const run = (/** @type {string[]} */ ...orders) => {
    for (const order of orders) {
      it.run(order).then(
        (/** @type {string} */ output) => {
          ends[order] = output
        },
        () => {
          ends[order] = 'lost'
        },
      )
    }
  }
  return { started, ends, run }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('an order gets the answer with its number', async () => {
  const { started, ends, run } = helpers(1)
  run('a', 'b')
  started[0].answer('b')
  await turn()
  assert.deepEqual(ends, { b: 'done b' })
  started[0].answer('a')
  await turn()
  assert.deepEqual(ends, { b: 'done b', a: 'done a' })
})

test('the one with the fewest open orders gets the next', async () => {
  const { started, run } = helpers(2)
  run('a', 'b', 'c')
  assert.equal(started[0].orders, 'a c')
  assert.equal(started[1].orders, 'b')
  started[0].answer('a')
  started[0].answer('c')
  run('d', 'e', 'f')
  assert.equal(started[0].orders, 'a c d e')
  assert.equal(started[1].orders, 'b f')
})

test('an answer counts once', () => {
  const { started, run } = helpers(2)
  run('a', 'b', 'c')
  for (let i = 0; i < 5; i++) started[0].answer('a')
  run('d', 'e')
  assert.equal(started[0].orders, 'a c d')
  assert.equal(started[1].orders, 'b e')
})

test('when a helper exits, its open orders are lost, and no others', async () => {
  const { started, ends, run } = helpers(2)
  run('a', 'b', 'c')
  started[0].answer('a')
  started[0].emit('exit', null, 'SIGKILL')
  await turn()
  assert.deepEqual(ends, { a: 'done a', c: 'lost' })
  started[1].answer('b')
  await turn()
  assert.deepEqual(ends, { a: 'done a', b: 'done b', c: 'lost' })
})

test('another helper takes its place, and gets orders', async () => {
  const { started, ends, run } = helpers(2)
  run('a', 'b')
  started[0].emit('exit', 1, null)
  assert.equal(started.length, 3)
  run('c', 'd')
  assert.equal(started[2]?.orders, 'c')
  assert.equal(started[1].orders, 'b d')
  started[2].answer('c')
  await turn()
  assert.equal(ends.c, 'done c')
})

test('a helper that has exited is not asked', () => {
  const { started, run } = helpers(1)
  for (let i = 0; i < 3; i++) started[i]?.emit('exit', 1, null)
  run('a')
  assert.deepEqual(
    started.map(({ orders }) => orders),
    ['', '', '', 'a'],
  )
})

test('a last answer of a helper that has exited changes nothing', async () => {
  const { started, ends, run } = helpers(1)
  run('a')
  started[0].emit('exit', 1, null)
  started[0].answer('a')
  await turn()
  assert.deepEqual(ends, { a: 'lost' })
})

test('an order that cannot be sent is lost, and is not counted', async () => {
  const { started, ends, run } = helpers(2)
  started[0].isBroken = true
  assert.doesNotThrow(() => run('a'))
  await turn()
  assert.deepEqual(ends, { a: 'lost' })
  started[0].isBroken = false
  run('b', 'c')
  assert.equal(started[0].orders, 'b')
  assert.equal(started[1].orders, 'c')
})
