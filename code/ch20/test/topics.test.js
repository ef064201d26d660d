import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'

const { publish, subscribe } = await library('lib/cluster/index.js')

/** @param {import('node:test').TestContext} t @param {string} topic */
function listenTo(t, topic) {
  /** @type {any[]} */
  const heard = []
  t.after(subscribe(topic, (/** @type {any} */ value) => heard.push(value)))
  return heard
}

test('each subscriber of a topic gets each value once, in order', async (t) => {
  const [a, b, other] = ['news', 'news', 'other'].map((topic) =>
    listenTo(t, topic),
  )
  publish('news', 1)
  publish('news', { two: [2] })
  await publish('other', null)
  await nextTurn()
  assert.deepEqual(a, [1, { two: [2] }])
  assert.deepEqual(b, a)
  assert.deepEqual(other, [null])
})

test('no listener is called before publish() has returned', async (t) => {
  const heard = listenTo(t, 'news')
  const published = publish('news', 1)
  assert.deepEqual(heard, [])
  await published
  await nextTurn()
  assert.deepEqual(heard, [1])
})

test('a subscriber hears nothing from before, and nothing after', async () => {
  /** @type {number[]} */
  const heard = []
  publish('news', 1)
  await nextTurn()
  const stop = subscribe('news', (/** @type {number} */ value) =>
    heard.push(value),
  )
  publish('news', 2)
  await nextTurn()
  publish('news', 3)
  stop()
  await nextTurn()
  assert.deepEqual(heard, [2])
})

test('the same function may listen twice, and stop once', async (t) => {
  /** @type {number[]} */
  const heard = []
  const listener = (/** @type {number} */ value) => heard.push(value)
  const stop = subscribe('news', listener)
  t.after(subscribe('news', listener))
  publish('news', 1)
  await nextTurn()
  stop()
  stop()
  publish('news', 2)
  await nextTurn()
  assert.deepEqual(heard, [1, 1, 2])
})

test('a listener may end subscriptions, and begin others', async (t) => {
  /** @type {string[]} */
  const heard = []
  t.after(
    subscribe('news', () => {
      heard.push('first')
      stop()
      stop = subscribe('news', () => heard.push('next'))
    }),
  )
  let stop = subscribe('news', () => heard.push('second'))
  t.after(() => stop())
  publish('news', 1)
  await nextTurn()
  // As with any emitter, what has begun goes on to all who were there.
  assert.deepEqual(heard, ['first', 'second'])
  publish('news', 2)
  await nextTurn()
  assert.deepEqual(heard, ['first', 'second', 'first', 'next'])
})

test('what a subscriber gets is a copy', async (t) => {
  const heard = listenTo(t, 'news')
  const list = [1]
  publish('news', list)
  list.push(2)
  await nextTurn()
  assert.deepEqual(heard, [[1]])
})

test('any text is a topic', async (t) => {
  const names = ['', 'error', '__proto__', 'toString', 'ü'.repeat(2000)]
  const all = names.map((name) => listenTo(t, name))
  for (const name of names) publish(name, name.length)
  await nextTurn()
  assert.deepEqual(
    all,
    names.map(({ length }) => [length]),
  )
})

test('what cannot be published or subscribed is refused at once', () => {
  /** @type {any} */
  const circular = {}
  circular.self = circular
  const code = 'ERR_VELOCY_BAD_OPTION'
  for (const value of [undefined, () => {}, Symbol('a'), new Map([[1, 2]])]) {
    assert.throws(() => publish('news', value), { code: 'ERR_VELOCY_NO_JSON' })
  }
  assert.throws(() => publish('news', circular), TypeError)
  assert.throws(() => publish('news', 10n), TypeError)
  for (const topic of [7, undefined, null]) {
    assert.throws(() => publish(topic, 1), { code })
    assert.throws(() => subscribe(topic, () => {}), { code })
  }
  assert.throws(() => subscribe('news', 'me'), { code })
})
