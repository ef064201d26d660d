import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { library } from './library.js'
import { inject, serveRouter } from './serving.js'
import { request } from './support.js'

const { Router } = await library('lib/index.js')
const { currentTrace, identify, parseTraceparent, traceHeaders } =
  await library('lib/observe/index.js')

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const WELL = `00-${TRACE}-${PARENT}-01`

/** Answers with the trace of the request, and what it would send on. */
function tracing() {
  const router = new Router()
  router.use(identify())
  router.get('/', () => ({ trace: currentTrace(), sent: traceHeaders() }))
  return router
}

/** @param {any} headers @returns {Promise<any>} */
const ask = async (headers) =>
  (await inject(tracing(), { path: '/', headers })).json()

test('a well-formed traceparent is read', () => {
  assert.deepEqual(parseTraceparent(WELL), {
    traceId: TRACE,
    parentId: PARENT,
    flags: 1,
  })
})

test('flags that are not defined are left out', () => {
  const flags = (/** @type {string} */ digits) =>
    parseTraceparent(`00-${TRACE}-${PARENT}-${digits}`)?.flags
  assert.deepEqual(['00', '03', '09', 'ff'].map(flags), [0, 3, 1, 3])
})

test('a later version is read as far as this one goes', () => {
  for (const end of ['', '-', '-what.comes.next']) {
    assert.equal(parseTraceparent(`cc-${WELL.slice(3)}${end}`)?.flags, 1, end)
  }
})

test('anything else is no traceparent', () => {
  const zeros = (/** @type {number} */ count) => '0'.repeat(count)
  const wrong = [
    undefined,
    '',
    WELL.slice(0, -1),
    `${WELL}-`,
    `${WELL}-more`,
    `${WELL}, ${WELL}`,
    `cc-${WELL.slice(3)}.more`,
    `cc-${WELL.slice(3)}, cc-${WELL.slice(3)}`,
    `ff-${WELL.slice(3)}`,
    `0-${WELL.slice(3)}`,
    `0x-${WELL.slice(3)}`,
    WELL.toUpperCase(),
    `00-${zeros(32)}-${PARENT}-01`,
    `00-${TRACE}-${zeros(16)}-01`,
    `00-${TRACE}0-${PARENT}-01`,
    `00-${TRACE.slice(1)}-${PARENT}-01`,
    `00-${TRACE}-${PARENT.slice(1)}-01`,
    `00-${TRACE}-${PARENT}-.1`,
    `00-${TRACE}_${PARENT}_01`,
    ` ${WELL}`,
    `${WELL}\n`,
  ]
  for (const text of wrong) {
    assert.equal(parseTraceparent(text), undefined, `${text}`)
  }
})

test('a request that belongs to a trace passes it on with an id of its own', async () => {
  const { trace, sent } = await ask({
    traceparent: WELL,
    tracestate: 'congo=t61rcWkgMzE',
  })
  assert.equal(trace.traceId, TRACE)
  assert.equal(trace.parentId, PARENT)
  assert.match(trace.spanId, /^[\da-f]{16}$/)
  assert.notEqual(trace.spanId, PARENT)
  assert.deepEqual(sent, {
    traceparent: `00-${TRACE}-${trace.spanId}-01`,
    tracestate: 'congo=t61rcWkgMzE',
  })
})

test('a request without a traceparent, or with a wrong one, begins a trace', async () => {
  const cases = [{}, { traceparent: 'x', tracestate: 'congo=1' }]
  for (const headers of cases) {
    const { trace, sent } = await ask(headers)
    assert.match(trace.traceId, /^[\da-f]{32}$/)
    assert.equal(trace.parentId, undefined)
    assert.deepEqual(sent, {
      traceparent: `00-${trace.traceId}-${trace.spanId}-03`,
    })
  }
})

test('two traceparents are none, and two tracestates are one', async () => {
  const twice = await ask({ traceparent: [WELL, WELL] })
  assert.notEqual(twice.trace.traceId, TRACE)
  const tracestate = ['rojo=1', 'congo=2']
  const { sent } = await ask({ traceparent: WELL, tracestate })
  assert.equal(sent.tracestate, 'rojo=1, congo=2')
})

test('a tracestate of more than 512 characters is not passed on', async () => {
  const state = (/** @type {number} */ length) =>
    ask({ traceparent: WELL, tracestate: `a=${'x'.repeat(length - 2)}` })
  assert.equal((await state(512)).sent.tracestate.length, 512)
  assert.equal((await state(513)).sent.tracestate, undefined)
})

test('outside of a request there is no trace', () => {
  assert.equal(currentTrace(), undefined)
  assert.deepEqual(traceHeaders(), {})
})

test('requests at the same time keep their traces, also later on', async (t) => {
  const router = new Router()
  router.use(identify())
  router.get('/', async () => {
    const before = traceHeaders().traceparent
    await delay(1)
    return { before, after: traceHeaders().traceparent }
  })
  const app = await serveRouter(t, router)
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const traceId = `${i + 10}`.repeat(16)
      const headers = { traceparent: `00-${traceId}-${PARENT}-00` }
      return request(app, '/', { headers }).then(({ text }) => {
        const { before, after } = JSON.parse(text)
        assert.equal(before, after)
        assert.equal(before.slice(3, 35), traceId)
        return before.slice(36, 52)
      })
    }),
  )
  assert.equal(new Set(all).size, 20)
})
