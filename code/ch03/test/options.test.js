import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { library } from './library.js'

const { readBody, skipBody } = await library('lib/http/body.js')
const { checkOptions, having, integer } = await library('lib/common/options.js')
const { VelocyError } = await library('lib/common/errors.js')

const known = {
  limit: integer(0, Number.POSITIVE_INFINITY),
  maxSize: integer(1, 100),
  signal: having('an AbortSignal', 'aborted'),
}

/** @param {unknown} options */
const check = (options) => checkOptions('Thing', options, known)

/** A stream that is no request, with what readBody reads of one. */
const streamOf = () => Object.assign(new PassThrough(), { headers: {} })

test('a limit that is no number is refused, and does not let all in', async () => {
  for (const limit of ['1kb', '10', -1, 1.5, Number.NaN, null, 10n, {}]) {
    const stream = streamOf()
    stream.end('x'.repeat(1000))
    await assert.rejects(readBody(stream, { limit }), {
      name: 'VelocyError',
      code: 'ERR_VELOCY_BAD_OPTION',
    })
    await assert.rejects(skipBody(stream, { limit }), {
      code: 'ERR_VELOCY_BAD_OPTION',
    })
  }
})

test('without a limit, by Infinity or an option that is undefined', async () => {
  for (const limit of [Number.POSITIVE_INFINITY, undefined]) {
    const stream = streamOf()
    const body = readBody(stream, { limit, signal: undefined })
    stream.end('abc')
    assert.equal(String(await body), 'abc')
  }
})

test('what is no signal is refused before anything is read', async () => {
  const stream = streamOf()
  stream.end('abc')
  await assert.rejects(readBody(stream, { signal: 1000 }), {
    message: 'readBody: got signal: 1000, expected an AbortSignal',
  })
  assert.equal(String(await readBody(stream)), 'abc')
})

test('a name that is mistyped is refused, and the right ones named', () => {
  assert.throws(() => check({ limits: 10 }), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message:
      /^Thing: got an option 'limits', expected one of limit, maxSize, signal/,
  })
  // Nobody means what every object inherits.
  for (const name of ['constructor', 'toString', '__proto__']) {
    const options = JSON.parse(`{"${name}":1}`)
    assert.throws(() => check(options), /expected one of/, name)
  }
})

test('what is no object is refused', () => {
  for (const options of [null, 10, 'limit', true, () => {}]) {
    assert.throws(() => check(options), /expected an object with options$/)
  }
})

test('the ends of a range are in it', () => {
  assert.deepEqual(check({ limit: 0, maxSize: 1 }), { limit: 0, maxSize: 1 })
  assert.deepEqual(check({ maxSize: 100 }), { maxSize: 100 })
  assert.throws(() => check({ maxSize: 0 }), /an integer from 1 to 100$/)
  assert.throws(() => check({ maxSize: 101 }), /got maxSize: 101, expected/)
  assert.throws(() => check({ maxSize: Number.POSITIVE_INFINITY }), /expected/)
})

test('what is undefined is left out, and what is inherited is seen', () => {
  const given = Object.create({ maxSize: 5 })
  assert.deepEqual(
    { maxSize: 1, ...check({ maxSize: undefined }) },
    { maxSize: 1 },
  )
  assert.deepEqual({ maxSize: 1, ...check(given) }, { maxSize: 5 })
  assert.deepEqual(check(undefined), {})
})

test('a signal of another realm is a signal', () => {
  const signal = runInNewContext('({ aborted: false })')
  assert.equal(check({ signal }).signal, signal)
})

test('an error tells the client what is its fault, and nothing else', () => {
  const cause = new Error('disk')
  const plain = new VelocyError('ERR_VELOCY_X', 'text')
  assert.deepEqual(
    [plain.code, plain.status, plain.expose, 'cause' in plain],
    ['ERR_VELOCY_X', undefined, false, false],
  )
  assert.equal(new VelocyError('X', 'text', { status: 413 }).expose, true)
  assert.equal(new VelocyError('X', 'text', { status: 503 }).expose, false)
  const hidden = new VelocyError('X', 'text', {
    status: 404,
    expose: false,
    cause,
  })
  assert.deepEqual([hidden.expose, hidden.cause], [false, cause])
})
