/**
 * Programs in node:http's vocabulary, each run on both engines: what the client
 * gets, and what the program sees, is the same.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  finished,
  PassThrough,
  pipeline,
  Readable,
  Writable,
} from 'node:stream'
import { pipeline as pipe } from 'node:stream/promises'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { GET, isCurrent, run } from './both-engines.js'

/** @import { Program } from './both-engines.js' */

/** @typedef {Program['handle']} Handle */

/**
 * @param {string} body
 * @param {string} [fields]
 */
const post = (body, fields = `Content-Length: ${body.length}\r\n`) =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n${body}`

const CHUNKED = post(
  '3\r\nabc\r\n2\r\nde\r\n0\r\nX-Check: yes\r\n\r\n',
  'Transfer-Encoding: chunked\r\nTrailer: X-Check\r\n',
)
const HEAD = GET.replace('GET', 'HEAD')
const OLD = 'GET / HTTP/1.0\r\n\r\n'
const OLD_KEPT = 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'
const KEPT = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const EXPECTING = post('abc', 'Content-Length: 3\r\nExpect: 100-continue\r\n')

/**
 * @param {any} stream
 * @param {Parameters<Handle>[2]} log
 * @param {string} name
 * @param {string[]} events
 */
function watch(stream, log, name, ...events) {
  for (const event of events) {
    stream.on(event, (/** @type {any} */ value) => {
      const isError = value instanceof Error
      log(name, event, ...(isError ? [value] : []))
    })
  }
}

/**
 * @param {Parameters<Handle>[2]} log
 * @param {() => unknown} action
 */
function attempt(log, action) {
  try {
    const returned = action()
    if (typeof returned !== 'object') log('returned', returned)
  } catch (error) {
    log('threw', error)
  }
}

const CLOSED = 'HTTP/1.1 200 OK\r\nconnection: close\r\n'

/** @type {Record<string, { answer: string, events: string[] }>} */
const DIFFERENT = {
  // node:http checks from the second piece on, and sends all of the first.
  'strict: too long': {
    answer: '',
    events: ['threw Error ERR_HTTP_CONTENT_LENGTH_MISMATCH'],
  },
  // What was written before the error is sent. node:http keeps it back, because
  // end() has corked the socket and does not come to uncork it.
  'strict: too long at the end': {
    answer: `${CLOSED}content-length: 2\r\ndate: now\r\n\r\na`,
    events: ['threw Error ERR_HTTP_CONTENT_LENGTH_MISMATCH'],
  },
  // node:http never calls back then.
  'an end behind the end of the connection': {
    answer: '',
    events: ['true', 'called Error ERR_STREAM_WRITE_AFTER_END'],
  },
  // An answer without a body has no chunks, and stays (RFC 9112 §6.1).
  'chunks for a 204': {
    answer: 'HTTP/1.1 204 No Content\r\nconnection: close\r\ndate: now\r\n\r\n',
    events: [],
  },
  // A callback that comes behind the end is called behind what was before it.
  'end again with a callback, before it is sent': {
    answer: `${CLOSED}content-length: 1\r\ndate: now\r\n\r\na`,
    events: ['res finish', 'called ok'],
  },
  'end again with a callback, when it has been sent': {
    answer: `${CLOSED}content-length: 1\r\ndate: now\r\n\r\na`,
    events: ['called Error ERR_STREAM_WRITE_AFTER_END'],
  },
  // All that is written in a tick is collected, with a cork or without.
  corked: {
    answer: `${CLOSED}date: now\r\ntransfer-encoding: chunked\r\n\r\nabc<\r\n>`,
    events: ['0', '0'],
  },
  // Whether the connection ends is not a handler's to hide (RFC 9112 §9.6).
  'a removed Connection': {
    answer: `${CLOSED}content-length: 1\r\ndate: now\r\n\r\na`,
    events: [],
  },
  // A trailer asks for chunks. node:http throws.
  'trailers behind a length': { answer: '', events: [] },
  // An error is told in the next tick, before the response has left.
  'end twice, with text': {
    answer: `${CLOSED}content-length: 1\r\ndate: now\r\n\r\na`,
    events: [
      'res error Error ERR_STREAM_WRITE_AFTER_END',
      'res finish',
      'res close',
    ],
  },
  'write after the end': {
    answer: `${CLOSED}content-length: 1\r\ndate: now\r\n\r\na`,
    events: [
      'returned false',
      'called',
      'res error Error ERR_STREAM_WRITE_AFTER_END',
      'res finish',
      'res close',
    ],
  },
  // A response leaves in the next tick, together with others.
  'the order of events, read': {
    answer: `${CLOSED}content-length: 1\r\ndate: now\r\n\r\na`,
    events: [
      'req end',
      'res prefinish',
      'req close',
      'res finish',
      'res close',
    ],
  },
  // It ends with its connection, and says so (RFC 9112 §9.6).
  'HTTP/1.1 of unknown length': {
    answer: `${CLOSED}date: now\r\n\r\nab`,
    events: [],
  },
  // It says that it is empty, and not in chunks (RFC 9110 §15.3.6).
  205: {
    answer:
      'HTTP/1.1 205 Reset Content\r\nconnection: close\r\n' +
      'content-length: 0\r\ndate: now\r\n\r\n',
    events: [],
  },
  // Chunks that come together are given in one turn. node:http has a turn of
  // its own for each, so that a program may pause between them.
  'of a body in chunks: a body put back': {
    answer: `${CLOSED}content-length: 3\r\ndate: now\r\n\r\nabc`,
    events: [],
  },
  // An answer that ends the connection ends the request with it. On node:http
  // it depends on what has come before the answer has left.
  ...Object.fromEntries(
    ['of a body', 'of a body in chunks'].map((what) => [
      `${what}: reading behind the answer`,
      {
        answer: `${CLOSED}content-length: 1\r\ndate: now\r\n\r\na`,
        events: [],
      },
    ]),
  ),
}

/** What node:http did otherwise, or could not do, before Node.js 26. */
const NEW = new Set([
  ...['end again with a callback, before it is sent', 'corked at the end'],
  ...['a hint behind the head', 'the order of events', 'a signal'],
  ...['the order of events, read', 'a state at each step'],
  'a signal of one who leaves',
])

/** @type {Record<string, Handle>} answers to a GET */
const answers = {
  'end with text': (_req, res) => res.end('hello'),
  'end with nothing': (_req, res) => res.end(),
  'end with an empty string': (_req, res) => res.end(''),
  'end with bytes': (_req, res) => res.end(Buffer.from([0, 255, 128])),
  'end with a Uint8Array': (_req, res) => res.end(new Uint8Array([1, 2, 3])),
  'end with more than ASCII': (_req, res) => res.end('olá, ☕'),
  'end with latin1': (_req, res) => res.end('olá', 'latin1'),
  'end with base64': (_req, res) => res.end('b2zDoQ==', 'base64'),
  'end with hex': (_req, res) => res.end('ff00', 'hex'),
  'end with an unknown encoding': (_req, res, log) => {
    attempt(log, () => res.end('a', 'nothing'))
    if (!res.writableEnded) res.destroy()
  },
  'end with a number': (_req, res, log) => {
    attempt(log, () => res.end(5))
    res.end()
  },
  'end with an object': (_req, res, log) => {
    attempt(log, () => res.end({}))
    res.end()
  },
  'end with a callback': (_req, res, log) => {
    res.end('a', (/** @type {any} */ error) => log('called', error ?? 'ok'))
  },
  'end with nothing but a callback': (_req, res, log) => {
    res.end((/** @type {any} */ error) => log('called', error ?? 'ok'))
  },
  'end with an encoding and a callback': (_req, res, log) => {
    res.end('a', 'utf8', () => log('called'))
  },
  'end twice': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    res.end('a')
    attempt(log, () => res.end())
  },
  'end twice, with text': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    res.end('a')
    attempt(log, () => res.end('b'))
  },
  'end again with a callback, before it is sent': (_req, res, log) => {
    watch(res, log, 'res', 'finish')
    res.end('a')
    res.end((/** @type {any} */ error) => log('called', error ?? 'ok'))
  },
  'end again with a callback, when it has been sent': async (
    _req,
    res,
    log,
  ) => {
    res.end('a')
    await once(res, 'close')
    res.end((/** @type {any} */ error) => log('called', error ?? 'ok'))
  },
  'write after the end': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    res.end('a')
    attempt(log, () => res.write('b', () => log('called')))
  },
  'write and end': (_req, res) => {
    res.write('a')
    res.end('b')
  },
  'write, and end without more': (_req, res) => {
    res.write('a')
    res.write(Buffer.from('b'))
    res.end()
  },
  'write in later turns': async (_req, res) => {
    for (const text of ['a', 'b', 'c']) {
      res.write(text)
      await nextTurn()
    }
    res.end()
  },
  'write nothing': (_req, res, log) => {
    attempt(log, () => res.write(''))
    res.end('a')
  },
  'write null': (_req, res, log) => {
    attempt(log, () => res.write(null))
    res.end()
  },
  'write undefined': (_req, res, log) => {
    attempt(log, () => res.write(undefined))
    res.end()
  },
  'write with a callback': async (_req, res, log) => {
    res.write('a', () => log('called'))
    await nextTurn()
    res.end()
  },
  'write with an encoding and a callback': async (_req, res, log) => {
    res.write('6f6c', 'hex', () => log('called'))
    await nextTurn()
    res.end()
  },
  'what write returns': async (_req, res, log) => {
    attempt(log, () => res.write('a'))
    // Without it, the system may take all of the next write at once.
    res.socket.cork()
    attempt(log, () => res.write('b'.repeat(100_000)))
    log(res.writableNeedDrain)
    res.on('drain', () => {
      log('drain', res.writableNeedDrain, res.writableLength)
      res.end()
    })
    await nextTurn()
    res.socket.uncork()
  },
  'write with a length': (_req, res) => {
    res.setHeader('Content-Length', 2)
    res.write('a')
    res.end('b')
  },
  'writeHead with an object': (_req, res) => {
    res.writeHead(201, { 'X-A': '1', 'x-b': 2 }).end('a')
  },
  'writeHead with a list': (_req, res) => {
    res.writeHead(200, ['X-A', '1', 'X-A', '2']).end('a')
  },
  'writeHead with half a pair': (_req, res, log) => {
    attempt(log, () => res.writeHead(200, ['X-A']))
    res.end()
  },
  'writeHead with a reason': (_req, res) => {
    res.writeHead(200, 'Fine', { 'x-a': '1' }).end('a')
  },
  'writeHead with a reason that is none': (_req, res, log) => {
    attempt(log, () => res.writeHead(200, 'Fi\r\nne'))
    res.destroy()
  },
  'writeHead over what was set': (_req, res, log) => {
    res.setHeader('X-A', '1')
    res.setHeader('X-B', '2')
    res.writeHead(200, { 'x-a': '3', 'X-C': '4' })
    log(res.getHeaders())
    res.end('a')
  },
  'writeHead with a list over what was set': (_req, res, log) => {
    res.setHeader('X-A', '1')
    res.writeHead(200, ['x-a', '3', 'x-a', '4', 'X-C', '5'])
    log(res.getHeaders())
    res.end('a')
  },
  'writeHead twice': (_req, res, log) => {
    res.writeHead(200)
    attempt(log, () => res.writeHead(404))
    res.end('a')
  },
  'writeHead after write': (_req, res, log) => {
    res.write('a')
    attempt(log, () => res.writeHead(404))
    res.end()
  },
  'a list that grows when it was set': (_req, res) => {
    const list = ['a']
    res.setHeader('X-List', list)
    list.push('b')
    res.end()
  },
  'the same field twice, with other values': (_req, res, log) => {
    for (const value of ['a', 'b', 'a', 1, '1', ['a'], 'a']) {
      res.setHeader('X-Same', value)
      log(res.getHeader('X-Same'))
    }
    res.setHeader('x-same', 'b')
    log(res.getRawHeaderNames(), res.getHeaders())
    attempt(log, () => res.setHeader('x-same', 'b\r\nX-Other: c'))
    res.end()
  },
  'setHeader after writeHead': (_req, res, log) => {
    res.writeHead(200)
    attempt(log, () => res.setHeader('a', 'b'))
    attempt(log, () => res.appendHeader('a', 'b'))
    attempt(log, () => res.removeHeader('a'))
    res.end('a')
  },
  'setHeader after the end': (_req, res, log) => {
    res.end('a')
    attempt(log, () => res.setHeader('a', 'b'))
  },
  'no status': (_req, res, log) => {
    for (const status of [99, 1000, 'x', undefined, -1]) {
      attempt(log, () => res.writeHead(status))
    }
    res.end()
  },
  'a status in a string': (_req, res) => res.writeHead('404').end('a'),
  'a status that nobody knows': (_req, res) => res.writeHead(299).end('a'),
  'statusCode and statusMessage': (_req, res, log) => {
    log(res.statusCode, res.statusMessage ?? 'none')
    res.statusCode = 404
    res.statusMessage = 'Gone fishing'
    res.end('a')
    log(res.statusCode, res.statusMessage)
  },
  'statusMessage when it was not set': (_req, res, log) => {
    res.end('a')
    log(res.statusMessage)
  },
  'fields of all kinds': (_req, res, log) => {
    res.setHeader('X-Number', 5)
    res.setHeader('X-List', ['a', 'b'])
    res.setHeader('Set-Cookie', ['a=1', 'b=2'])
    res.setHeader('x-empty', '')
    res.setHeader('X-Latin', 'ol\xe1')
    log(res.getHeaders(), res.getHeaderNames(), res.hasHeader('X-LIST'))
    log(res.getHeader('x-number'), res.getHeader('nothing') ?? 'none')
    res.end(Buffer.from('a'))
  },
  'fields that are set again': (_req, res, log) => {
    res.setHeader('x-a', '1').setHeader('X-A', '2')
    log(res.getHeaderNames(), res.getRawHeaderNames())
    res.end()
  },
  'fields that are appended': (_req, res, log) => {
    res.appendHeader('X-A', '1').appendHeader('x-a', '2')
    res.appendHeader('x-a', ['3', '4'])
    log(res.getHeaders())
    res.end()
  },
  'fields that are removed': (_req, res, log) => {
    res.setHeader('X-A', '1')
    res.removeHeader('x-a')
    res.removeHeader('nothing')
    log(res.getHeaders())
    res.end('a')
  },
  'fields of a Map': (_req, res, log) => {
    res.setHeaders(
      new Map([
        ['X-A', '1'],
        ['x-b', '2'],
      ]),
    )
    log(res.getHeaders())
    res.end()
  },
  'fields of a Headers': (_req, res, log) => {
    const headers = new Headers({ 'X-A': '1' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    res.setHeaders(headers)
    log(res.getHeaders())
    res.end()
  },
  'fields of what has none': (_req, res, log) => {
    for (const headers of [{}, [], null, 'a']) {
      attempt(log, () => res.setHeaders(headers))
    }
    res.end()
  },
  'fields that would split the answer': (_req, res, log) => {
    for (const value of ['a\r\nb', 'a\nb', 'a\0', 'a\u0100', undefined]) {
      attempt(log, () => res.setHeader('x-a', value))
      attempt(log, () => res.appendHeader('x-a', value))
      attempt(log, () => res.writeHead(200, { 'x-a': value }))
    }
    res.end()
  },
  'names that are none': (_req, res, log) => {
    for (const name of ['', 'a b', 'a:', 'a\r\n', 'ã', 5, undefined]) {
      attempt(log, () => res.setHeader(name, 'b'))
      attempt(log, () => res.appendHeader(name, 'b'))
    }
    attempt(log, () => res.getHeader(5))
    attempt(log, () => res.hasHeader())
    attempt(log, () => res.removeHeader(5))
    res.end()
  },
  'fields of prototypes': (_req, res, log) => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      log(res.hasHeader(name), res.getHeader(name) ?? 'none')
    }
    res.setHeader('__proto__', 'a')
    log(res.getHeaderNames())
    res.end()
  },
  'no Date': (_req, res) => {
    res.sendDate = false
    res.end('a')
  },
  'a removed Date': (_req, res) => {
    res.removeHeader('date')
    res.end('a')
  },
  'a Date of its own': (_req, res) => {
    res.setHeader('Date', 'today')
    res.end('a')
  },
  'a removed Content-Length': (_req, res) => {
    res.removeHeader('content-length')
    res.end('a')
  },
  'a removed Transfer-Encoding': (_req, res) => {
    res.removeHeader('transfer-encoding')
    res.write('a')
    res.end('b')
  },
  'a removed Connection': (_req, res) => {
    res.removeHeader('connection')
    res.end('a')
  },
  'chunks by its own field': (_req, res) => {
    res.setHeader('Transfer-Encoding', 'chunked')
    res.end('abc')
  },
  'chunks for a 204': (_req, res) => {
    res.writeHead(204, { 'Transfer-Encoding': 'chunked' }).end()
  },
  '204 with a body': (_req, res, log) => {
    res.writeHead(204)
    attempt(log, () => res.write('a'))
    res.end('b')
  },
  '304 with a body': (_req, res) => res.writeHead(304).end('a'),
  '304 with a length': (_req, res) => {
    res.writeHead(304, { 'Content-Length': 5 }).end()
  },
  205: (_req, res) => res.writeHead(205).end(),
  trailers: (_req, res) => {
    res.writeHead(200, { Trailer: 'X-Check' })
    res.write('a')
    res.addTrailers({ 'X-Check': 'yes', 'X-List': ['a', 'b'] })
    res.end('b')
  },
  'trailers in pairs': (_req, res) => {
    res.writeHead(200, { Trailer: 'X-Check' })
    res.addTrailers([['X-Check', 'yes']])
    res.end('b')
  },
  'trailers that would split the answer': (_req, res, log) => {
    attempt(log, () => res.addTrailers({ 'X-Check': 'a\r\nb' }))
    attempt(log, () => res.addTrailers({ 'X Check': 'a' }))
    res.end()
  },
  'trailers behind a length': (_req, res, log) => {
    const fields = { Trailer: 'X-Check', 'Content-Length': 1 }
    attempt(log, () => res.writeHead(200, fields))
    res.destroy()
  },
  'flushed fields': async (_req, res, log) => {
    res.setHeader('X-A', '1')
    res.flushHeaders()
    log(res.headersSent)
    await nextTurn()
    res.end('a')
  },
  'fields flushed twice': (_req, res) => {
    res.flushHeaders()
    res.flushHeaders()
    res.end('a')
  },
  corked: async (_req, res, log) => {
    res.cork()
    res.write('a')
    res.write('b')
    log(res.writableCorked)
    await nextTurn()
    res.uncork()
    log(res.writableCorked)
    res.end('c')
  },
  'corked at the end': (_req, res) => {
    res.cork()
    res.cork()
    res.write('a')
    res.end('b')
  },
  continue: (_req, res, log) => {
    res.writeContinue(() => log('called'))
    res.end('a')
  },
  processing: (_req, res, log) => {
    res.writeProcessing(() => log('called'))
    res.end('a')
  },
  'early hints': (_req, res, log) => {
    const link = ['</a.css>; rel=preload; as=style', '</b.js>; rel=preload']
    res.writeEarlyHints({ link, 'x-a': 'b' }, () => log('called'))
    res.end('a')
  },
  'early hints of nothing': (_req, res, log) => {
    res.writeEarlyHints({}, () => log('called'))
    res.writeEarlyHints({ link: [] }, () => log('called'))
    res.end('a')
  },
  'early hints that are none': (_req, res, log) => {
    attempt(log, () => res.writeEarlyHints({ link: '</a>; \r\nx: y' }))
    attempt(log, () => res.writeEarlyHints({ link: 'nothing' }))
    attempt(log, () => res.writeEarlyHints('x'))
    res.end('a')
  },
  'a hint behind the head': (_req, res, log) => {
    res.writeHead(200)
    attempt(log, () => res.writeEarlyHints({ link: '</a>; rel=next' }))
    attempt(log, () => res.writeContinue())
    attempt(log, () => res.writeProcessing())
    res.end('a')
  },
  'strict: too long': async (_req, res, log) => {
    res.strictContentLength = true
    res.setHeader('Content-Length', 2)
    attempt(log, () => res.write('abc'))
    await nextTurn()
    res.destroy()
  },
  'strict: too long at the end': async (_req, res, log) => {
    res.strictContentLength = true
    res.setHeader('Content-Length', 2)
    res.write('a')
    attempt(log, () => res.end('bc'))
    await nextTurn()
    res.destroy()
  },
  'strict: too short': async (_req, res, log) => {
    res.strictContentLength = true
    res.setHeader('Content-Length', 2)
    res.write('a')
    attempt(log, () => res.end())
    await nextTurn()
    res.destroy()
  },
  'strict: right': (_req, res, log) => {
    res.strictContentLength = true
    res.setHeader('Content-Length', 2)
    res.write('a')
    attempt(log, () => res.end('b'))
  },
  'the order of events': (req, res, log) => {
    watch(req, log, 'req', 'end', 'close', 'error', 'aborted')
    watch(res, log, 'res', 'prefinish', 'finish', 'close', 'error', 'drain')
    res.end('a', () => log('called'))
  },
  'the order of events, read': (req, res, log) => {
    watch(req, log, 'req', 'data', 'end', 'close', 'error', 'aborted')
    watch(res, log, 'res', 'prefinish', 'finish', 'close', 'error', 'drain')
    req.on('end', () => res.end('a'))
  },
  'listeners behind the end': (_req, res, log) => {
    res.end('a')
    watch(res, log, 'res', 'finish', 'close')
  },
  'listeners added behind the end': (_req, res, log) => {
    res.end('a')
    res.addListener('finish', () => log('finish'))
    res.addListener('close', () => log('close'))
  },
  'listeners for errors': (_req, res, log) => {
    const first = (/** @type {any} */ error) => log('first', error)
    const second = (/** @type {any} */ error) => log('second', error)
    res.on('error', first).on('error', second)
    log(res.listenerCount('error'), res.listenerCount('error', first))
    log(res.listeners('error').includes(first))
    res.emit('error', new Error('mine'))
    res.off('error', first)
    res.prependListener('error', first)
    res.emit('error', new Error('again'))
    log(res.rawListeners('error').indexOf(first))
    res.removeAllListeners('error').once('error', second)
    res.emit('error', new Error('last'))
    log(res.emit('nothing'), res.listenerCount('error'))
    res.end('a')
  },
  'one listener for errors that leaves again': (_req, res, log) => {
    const listener = () => {}
    attempt(log, () => res.on('error', 'none'))
    res.on('error', listener).removeListener('error', listener)
    log(res.listenerCount('error'), res.eventNames().includes('error'))
    attempt(log, () => res.emit('error', new Error('mine')))
    res.end('a')
  },
  'a state at each step': (_req, res, log) => {
    const tell = (/** @type {string} */ step) =>
      log(
        step,
        ...[res.headersSent, res.finished, res.writableEnded],
        ...[res.writableFinished, res.destroyed, res.writable],
        ...[res.socket === null, res.writableObjectMode],
      )
    res.on('finish', () => tell('finish'))
    res.on('close', () => tell('close'))
    tell('begin')
    res.writeHead(200)
    tell('head')
    res.write('a')
    tell('body')
    res.end()
    tell('end')
  },
  'a destroyed answer': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    log(res.destroy() === res, res.destroyed)
    attempt(log, () => res.write('a', (/** @type {any} */ error) => log(error)))
  },
  'an answer destroyed twice': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    res.destroy()
    res.destroy()
  },
  'an answer destroyed in the middle': async (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    res.write('a')
    await nextTurn()
    res.destroy()
  },
  'an answer destroyed with an error': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    res.destroy(new Error('mine'))
    log(res.errored)
  },
  'an answer destroyed behind its end': async (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    res.end('a')
    await once(res, 'finish')
    res.destroy()
  },
  'an end behind the end of the connection': async (_req, res, log) => {
    const closed = once(res, 'close')
    res.destroy()
    await closed
    res.end('a', (/** @type {any} */ error) => log('called', error ?? 'ok'))
    log(res.writableEnded)
  },
  'a destroyed request': (req, res, log) => {
    watch(req, log, 'req', 'close', 'error', 'aborted')
    watch(res, log, 'res', 'finish', 'close', 'error')
    req.destroy()
    log(req.destroyed)
  },
  'a request destroyed with an error': (req, res, log) => {
    watch(req, log, 'req', 'close', 'error', 'aborted')
    watch(res, log, 'res', 'close')
    req.destroy(new Error('mine'))
  },
  'a destroyed socket': (req, res, log) => {
    watch(req, log, 'req', 'close', 'error', 'aborted')
    watch(res, log, 'res', 'finish', 'close', 'error')
    req.socket.destroy()
  },
  'a pipe into the answer': (_req, res, log) => {
    watch(res, log, 'res', 'pipe', 'unpipe', 'finish', 'close')
    Readable.from(['a', 'b', Buffer.from('c')]).pipe(res)
  },
  'a long pipe into the answer': (_req, res, log) => {
    watch(res, log, 'res', 'pipe', 'unpipe', 'finish', 'close')
    const parts = Array.from({ length: 100 }, () => Buffer.alloc(50_000, 'a'))
    Readable.from(parts).pipe(res)
  },
  'pipeline into the answer': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close')
    pipeline(Readable.from(['a', 'b']), res, (error) => log('over', error))
  },
  'a promise of pipeline': async (_req, res, log) => {
    await pipe(Readable.from(['a', 'b']), new PassThrough(), res)
    log('over', res.writableFinished)
  },
  'pipeline of a source that fails': (_req, res, log) => {
    watch(res, log, 'res', 'finish', 'close', 'error')
    const source = new Readable({
      read() {
        this.destroy(new Error('mine'))
      },
    })
    pipeline(source, res, (error) => log('over', error))
  },
  'pipe from the answer': (_req, res, log) => {
    watch(res, log, 'res', 'error')
    attempt(log, () => res.pipe(new PassThrough()))
    res.end()
  },
  'finished of an answer': (_req, res, log) => {
    finished(res, (error) => log('over', error ?? 'well'))
    res.end('a')
  },
  'finished of an answer that has been sent': async (_req, res, log) => {
    res.end('a')
    await once(res, 'close')
    finished(res, (error) => log('over', error ?? 'well'))
  },
  'finished of an answer that is destroyed': (_req, res, log) => {
    finished(res, (error) => log('over', error ?? 'well'))
    res.destroy()
  },
  'a signal': async (req, res, log) => {
    if (req.signal === undefined) return res.end()
    log(req.signal.aborted)
    res.end('a')
    await once(res, 'close')
    log(req.signal.aborted)
  },
  'a signal of one who leaves': async (req, res, log) => {
    if (req.signal === undefined) return res.end()
    req.signal.onabort = () => log('aborted')
    req.socket.destroy()
    await once(res, 'close')
  },
}
for (const [name, handle] of Object.entries(answers)) compare(name, { handle })

/** @type {Record<string, Handle>} of a request with a body */
const readers = {
  'data and end': (req, res, log) => {
    let text = ''
    req.on('data', (/** @type {Buffer} */ chunk) => {
      text += chunk
    })
    req.on('end', () => {
      log(text, req.complete, req.readableEnded)
      res.end(text)
    })
    watch(req, log, 'req', 'close', 'error', 'aborted')
  },
  'for await': async (req, res, log) => {
    let text = ''
    for await (const chunk of req) text += chunk
    log(text, req.complete, req.destroyed)
    res.end(text)
  },
  'for await that stops early': async (req, res, log) => {
    for await (const chunk of req) {
      log(`${chunk}`.slice(0, 1))
      break
    }
    log(req.destroyed)
    res.end('enough')
  },
  toArray: async (req, res) => {
    res.end(Buffer.concat(await req.toArray()))
  },
  'readable and read': (req, res) => {
    let text = ''
    req.on('readable', () => {
      for (let chunk = req.read(); chunk !== null; chunk = req.read()) {
        text += chunk
      }
    })
    req.on('end', () => res.end(text))
  },
  'an encoding': (req, res, log) => {
    req.setEncoding('utf8')
    log(req.readableEncoding)
    let text = ''
    req.on('data', (/** @type {string} */ chunk) => {
      log(typeof chunk)
      text += chunk
    })
    req.on('end', () => res.end(text))
  },
  'pause and resume': async (req, res, log) => {
    let text = ''
    req.on('data', (/** @type {Buffer} */ chunk) => {
      text += chunk
    })
    req.pause()
    log(req.isPaused(), req.readableFlowing)
    await nextTurn()
    log(text)
    req.on('end', () => res.end(text))
    req.resume()
  },
  'a pipe into the answer': (req, res, log) => {
    watch(res, log, 'res', 'pipe', 'unpipe', 'finish', 'close')
    req.pipe(res)
  },
  'pipeline into the answer': (req, res, log) => {
    pipeline(req, new PassThrough(), res, (error) => log('over', error))
  },
  'pipeline that fails': (req, res, log) => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(new Error('mine')),
    })
    pipeline(req, full, (error) => {
      log('over', error, req.destroyed)
      res.end('a')
    })
  },
  'finished of a request': (req, res, log) => {
    finished(req, { writable: false }, (error) => log('over', error ?? 'well'))
    req.resume().on('end', () => res.end('a'))
  },
  'an answer without reading': (req, res, log) => {
    watch(res, log, 'res', 'finish', 'close')
    res.end('a')
    log(req.readableFlowing ?? 'none')
  },
  'reading behind the answer': (req, res, log) => {
    res.end('a')
    req.on('data', () => {})
    req.on('end', () => log('end', req.complete))
  },
  'resume only': (req, res, log) => {
    req.resume()
    req.on('end', () => {
      log('end', req.complete)
      res.end()
    })
  },
  'a request destroyed early': (req, res, log) => {
    watch(req, log, 'req', 'close', 'error', 'aborted', 'end')
    watch(res, log, 'res', 'finish', 'close')
    req.once('data', () => req.destroy())
  },
  trailers: async (req, res, log) => {
    for await (const _ of req);
    log(req.trailers, req.rawTrailers, req.trailersDistinct)
    res.end()
  },
  'a body put back': async (req, res) => {
    const [chunk] = await once(req, 'data')
    req.pause()
    req.unshift(chunk)
    const chunks = await req.toArray()
    res.end(Buffer.concat(chunks))
  },
}
for (const [name, handle] of Object.entries(readers)) {
  compare(`of a body: ${name}`, { handle, sent: post('hello') })
  compare(`of a body in chunks: ${name}`, { handle, sent: CHUNKED })
  const head = post('', 'Content-Length: 6\r\n')
  compare(`of a body in parts: ${name}`, { handle, sent: [head, 'abc', 'def'] })
  // These wait for a chunk, or for an end that has come already.
  const isPatient = /pause|early|put back/.test(name)
  if (!isPatient) compare(`of no body: ${name}`, { handle, sent: GET })
}

/** @type {Handle} */
const hello = (_req, res) => res.end('hello')
/** @type {Handle} */
const pieces = (_req, res) => {
  res.write('a')
  res.end('b')
}
/** @type {Handle} */
const withLength = (_req, res) => {
  res.writeHead(200, { 'Content-Length': 5 }).end('hello')
}
/** @type {Handle} */
const closing = (_req, res) => {
  res.writeHead(200, { Connection: 'close' }).end('hello')
}
/** @type {Handle} */
const chunkedHead = (_req, res) => {
  res.setHeader('Transfer-Encoding', 'chunked')
  res.write('a')
  res.end()
}

/** @type {Record<string, Program>} */
const exchanges = {
  'HEAD with a body': { handle: hello, sent: HEAD },
  'HEAD with a length': { handle: withLength, sent: HEAD },
  'HEAD in pieces': { handle: pieces, sent: HEAD },
  'HEAD in chunks': { handle: chunkedHead, sent: HEAD },
  'HEAD that is kept': {
    handle: withLength,
    sent: HEAD.replace('close', 'x') + GET,
  },
  'HTTP/1.0': { handle: hello, sent: OLD },
  'HTTP/1.0 with a length': { handle: withLength, sent: OLD },
  'HTTP/1.0 in pieces': { handle: pieces, sent: OLD },
  'HTTP/1.0 that asks to be kept': { handle: withLength, sent: OLD_KEPT + OLD },
  'HTTP/1.0 that is kept in vain': { handle: pieces, sent: OLD_KEPT },
  'HTTP/1.1 that is kept': { handle: hello, sent: KEPT + KEPT + GET },
  'HTTP/1.1 in pieces that is kept': { handle: pieces, sent: KEPT + GET },
  'HTTP/1.1 that the handler ends': { handle: closing, sent: KEPT },
  'HTTP/1.1 of unknown length': {
    handle: (_req, res) => {
      res.removeHeader('content-length')
      res.removeHeader('transfer-encoding')
      res.write('a')
      res.end('b')
    },
    sent: KEPT,
  },
  'an answer that says how long': {
    handle: (_req, res) => {
      res.setHeader('Keep-Alive', 'timeout=99')
      res.end('a')
    },
    sent: KEPT + GET,
  },
  'an answer that does not stay': {
    handle: (_req, res) => {
      res.shouldKeepAlive = false
      res.end('a')
    },
    sent: KEPT,
  },
  'a continue that is asked for': {
    handle: async (req, res) => res.end(Buffer.from(await req.bytes())),
    sent: EXPECTING,
  },
  'a continue for a stream': {
    handle: (req, res) => void req.pipe(res),
    sent: EXPECTING,
  },
  'a continue that is not given': {
    handle: (_req, res) => res.writeHead(413).end(),
    sent: EXPECTING.replace('Connection: close\r\n', ''),
  },
  'bytes, text and json': {
    handle: async (req, res) => {
      res.end(`${await req.text()} ${await req.json()} ${await req.bytes()}`)
    },
    sent: post('5', 'Content-Length: 1\r\nContent-Type: application/json\r\n'),
  },
  'a client that leaves in the middle of the answer': {
    handle: async (req, res, log) => {
      watch(req, log, 'req', 'aborted', 'close', 'error')
      watch(res, log, 'res', 'finish', 'close', 'error')
      res.write('a')
      await once(res, 'close')
      log(res.destroyed, res.writableFinished, res.writableEnded)
    },
    leaves: true,
  },
  'a client that leaves in the middle of its body': {
    handle: async (req, res, log) => {
      watch(req, log, 'req', 'aborted', 'close', 'error', 'end')
      watch(res, log, 'res', 'finish', 'close', 'error')
      req.resume()
      res.write('a')
      await once(res, 'close')
      log(req.aborted, req.complete, req.destroyed)
    },
    sent: post('abc', 'Content-Length: 5\r\n'),
    leaves: true,
  },
  'a loop over the body of one who leaves': {
    handle: async (req, res, log) => {
      res.write('a')
      try {
        for await (const chunk of req) log(`${chunk}`)
      } catch (error) {
        log('threw', error)
      }
    },
    sent: post('abc', 'Content-Length: 5\r\n'),
    leaves: true,
  },
}
for (const [name, program] of Object.entries(exchanges)) compare(name, program)

/**
 * @param {string} name
 * @param {Program} program
 */
function compare(name, program) {
  const skip = NEW.has(name) && !isCurrent
  test(name, { skip }, async () => {
    const expected = await run('http', program)
    const actual = await run('net', program)
    const different = DIFFERENT[name]
    if (different === undefined) return assert.deepEqual(actual, expected)
    assert.notDeepEqual(actual, expected)
    assert.deepEqual(actual, different)
  })
}
