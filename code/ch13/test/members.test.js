/**
 * What node:http's documentation says that a request and a response have, one
 * by one: on our own engine each is there, and is what it is on node:http, at
 * each step of a request's life.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { before, test } from 'node:test'
import { inspect } from 'node:util'
import { isCurrent, run } from './both-engines.js'

// https://nodejs.org/docs/latest-v26.x/api/http.html
const REQUEST = {
  // http.IncomingMessage
  properties: [
    ...['aborted', 'complete', 'connection', 'headers', 'headersDistinct'],
    ...['httpVersion', 'httpVersionMajor', 'httpVersionMinor', 'method'],
    ...['rawHeaders', 'rawTrailers', 'signal', 'socket', 'statusCode'],
    ...['statusMessage', 'trailers', 'trailersDistinct', 'url'],
    // stream.Readable
    ...['closed', 'destroyed', 'errored', 'readable', 'readableAborted'],
    ...['readableDidRead', 'readableEncoding', 'readableEnded'],
    ...['readableFlowing', 'readableHighWaterMark', 'readableLength'],
    ...['readableObjectMode'],
  ],
  methods: [
    ...['destroy', 'setTimeout', 'isPaused', 'pause', 'pipe', 'read'],
    ...['resume', 'setEncoding', 'unpipe', 'unshift', 'wrap', 'compose'],
    ...['iterator', 'map', 'filter', 'forEach', 'toArray', 'some', 'find'],
    ...['every', 'flatMap', 'drop', 'take', 'reduce', 'push'],
    // EventEmitter
    ...['addListener', 'emit', 'eventNames', 'getMaxListeners'],
    ...['listenerCount', 'listeners', 'off', 'on', 'once', 'prependListener'],
    ...['prependOnceListener', 'rawListeners', 'removeAllListeners'],
    ...['removeListener', 'setMaxListeners'],
  ],
}
const RESPONSE = {
  // http.ServerResponse and http.OutgoingMessage
  properties: [
    ...['connection', 'finished', 'headersSent', 'sendDate', 'socket'],
    ...['statusCode', 'statusMessage', 'strictContentLength'],
    ...['writableEnded', 'writableFinished', 'writableCorked'],
    ...['writableHighWaterMark', 'writableLength', 'writableObjectMode'],
    // node:stream's functions, and many packages, look at these
    ...['closed', 'destroyed', 'errored', 'shouldKeepAlive', 'writable'],
    ...['writableNeedDrain', 'chunkedEncoding'],
  ],
  methods: [
    ...['addTrailers', 'appendHeader', 'cork', 'destroy', 'end'],
    ...['flushHeaders', 'getHeader', 'getHeaderNames', 'getHeaders'],
    ...['getRawHeaderNames', 'hasHeader', 'pipe', 'removeHeader', 'setHeader'],
    ...['setHeaders', 'setTimeout', 'uncork', 'write', 'writeContinue'],
    ...['writeEarlyHints', 'writeHead', 'writeProcessing'],
    ...['addListener', 'emit', 'eventNames', 'getMaxListeners'],
    ...['listenerCount', 'listeners', 'off', 'on', 'once', 'prependListener'],
    ...['prependOnceListener', 'rawListeners', 'removeAllListeners'],
    ...['removeListener', 'setMaxListeners'],
  ],
}

/** @type {Record<string, string>} what it is on our engine, where it differs */
const DIFFERENT = {
  // node:http has read no further than the head. We know that there is no body.
  'of no body, at once: req.complete': 'true',
  'of no body, when it is written: req.complete': 'true',
  // node:http corks what is written until the next tick. We collect it.
  'of a body, when it is written: res.writableCorked': '0',
  'of a body, when it is written: res.writableLength': '0',
  'of no body, when it is written: res.writableCorked': '0',
  'of no body, when it is written: res.writableLength': '0',
}

const BODY =
  'POST /a?b=c HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Two: 1\r\n' +
  'X-Two: 2\r\nCookie: a=1\r\nCookie: b=2\r\nAge: 1\r\nAge: 2\r\n' +
  'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-End: yes\r\n\r\n'
const NO_BODY =
  'GET /a?b=c HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSet-Cookie: a\r\n\r\n'

/** @param {any} value */
function show(value) {
  if (value !== null && typeof value === 'object') {
    const { name } = value.constructor ?? { name: 'object without a prototype' }
    const isPlain = Array.isArray(value) || name === 'Object'
    if (!isPlain && value.constructor) return name
  }
  return inspect(value, { breakLength: Infinity })
}

/** @param {any} message @param {string} name */
function look(message, name) {
  try {
    return show(message[name])
  } catch (error) {
    return `throws ${error}`
  }
}

/**
 * @param {'net' | 'http'} engine
 * @param {string} what
 * @param {string} sent
 */
async function membersOf(engine, what, sent) {
  /** @type {Record<string, string>} */
  const seen = {}
  /** @type {(step: string, req: any, res: any) => void} */
  const note = (step, req, res) => {
    for (const name of REQUEST.properties) {
      seen[`${what}, ${step}: req.${name}`] = look(req, name)
    }
    for (const name of RESPONSE.properties) {
      seen[`${what}, ${step}: res.${name}`] = look(res, name)
    }
  }
  await run(engine, {
    sent,
    async handle(req, res) {
      note('at once', req, res)
      for (const name of REQUEST.methods) {
        seen[`${what}: req.${name}()`] = typeof req[name]
      }
      for (const name of RESPONSE.methods) {
        seen[`${what}: res.${name}()`] = typeof res[name]
      }
      res.setHeader('X-A', 'b')
      res.write('a')
      note('when it is written', req, res)
      for await (const _ of req);
      note('when it is read', req, res)
      res.end()
      note('when it is ended', req, res)
      await once(res, 'close')
      note('when it is sent', req, res)
      seen[`${what}: instances`] = [
        req instanceof http.IncomingMessage,
        res instanceof http.ServerResponse,
        res.req === req,
      ].join()
    },
  })
  return seen
}

/** @type {Record<string, string>} */
let expected
/** @type {Record<string, string>} */
let actual
before(async () => {
  const both = []
  for (const engine of /** @type {const} */ (['http', 'net'])) {
    both.push({
      ...(await membersOf(engine, 'of a body', BODY)),
      ...(await membersOf(engine, 'of no body', NO_BODY)),
    })
  }
  expected = both[0]
  actual = both[1]
})

test('both engines have the members that the documentation names', () => {
  for (const [name, type] of Object.entries(expected)) {
    if (name.endsWith('()')) assert.equal(type, 'function', name)
  }
  assert.deepEqual(Object.keys(actual), Object.keys(expected))
})

// Before Node.js 26, node:http's were others here and there.
const skip = !isCurrent

test('each is on our engine what it is on node:http', { skip }, () => {
  for (const [name, value] of Object.entries(expected)) {
    if (DIFFERENT[name] === undefined) assert.equal(actual[name], value, name)
  }
})

test('what differs is named, and differs', { skip }, () => {
  for (const [name, value] of Object.entries(DIFFERENT)) {
    assert.equal(actual[name], value, name)
    assert.notEqual(expected[name], value, name)
  }
})

test('they may be set, as on node:http', async () => {
  /** @type {any[]} */
  const results = []
  for (const engine of /** @type {const} */ (['http', 'net'])) {
    const { answer, events } = await run(engine, {
      handle(req, res, log) {
        req.url = '/elsewhere'
        req.method = 'PUT'
        req.headers = { a: 'b' }
        req.mine = 5
        log(req.url, req.method, req.headers, req.mine)
        Object.assign(res, { statusCode: 201, sendDate: false, mine: 6 })
        log(res.statusCode, res.sendDate, res.mine)
        res.end()
      },
    })
    results.push({ answer, events })
  }
  assert.deepEqual(results[1], results[0])
})
