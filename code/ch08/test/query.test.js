import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { parseQuery, searchParamsOf } = await library('lib/http/query.js')

/** What a query says, as an object that can be compared. */
const read = (/** @type {string} */ text) => ({ ...parseQuery(text) })

test('pairs, in order', () => {
  assert.deepEqual(read('a=1&b=2'), { a: '1', b: '2' })
  assert.deepEqual(Object.keys(parseQuery('z=1&a=2&m=3')), ['z', 'a', 'm'])
})

test('a repeated key has an array, in order', () => {
  assert.deepEqual(read('a=1&b=2&a=3&a='), { a: ['1', '3', ''], b: '2' })
})

test('empty keys and values are kept, empty pairs are not', () => {
  assert.deepEqual(read('a=&b&=c'), { a: '', b: '', '': 'c' })
  assert.deepEqual(read('=&a'), { '': '', a: '' })
  assert.deepEqual(read('&&a=1&&'), { a: '1' })
  assert.deepEqual(read(''), {})
})

test('a value goes on after its first equals sign', () => {
  assert.deepEqual(read('a=b=c&d==&e'), { a: 'b=c', d: '=', e: '' })
})

test('a plus is a space, an escaped plus is a plus', () => {
  assert.deepEqual(read('a+b=c+%2B+d'), { 'a b': 'c + d' })
})

test('keys and values are decoded once, after they are cut', () => {
  assert.deepEqual(read('a=x%26b%3Dy&c%3Dd=1'), { a: 'x&b=y', 'c=d': '1' })
  assert.deepEqual(read('a=%2541&b=%252B'), { a: '%41', b: '%2B' })
  assert.deepEqual(read('nome=jo%C3%A3o&%E2%82%AC=3'), {
    nome: 'joão',
    '€': '3',
  })
})

test('what is no escape stays as it is', () => {
  assert.deepEqual(read('q=%&r=100%&s=%zz&t=%4&u=%%41'), {
    q: '%',
    r: '100%',
    s: '%zz',
    t: '%4',
    u: '%A',
  })
})

test('bytes that are no UTF-8 become U+FFFD', () => {
  assert.deepEqual(read('a=%ff&b=%C3&c=jo%E3o'), {
    a: '\ufffd',
    b: '\ufffd',
    c: 'jo\ufffdo',
  })
})

test('__proto__ is a key like any other', () => {
  const query = parseQuery('__proto__=1&__proto__=2&constructor=3&toString=4')
  assert.deepEqual(Object.entries(query), [
    ['__proto__', ['1', '2']],
    ['constructor', '3'],
    ['toString', '4'],
  ])
  assert.equal(Object.prototype.toString.call({}), '[object Object]')
})

test('nothing is inherited', () => {
  const query = parseQuery('a=1')
  for (const name of ['__proto__', 'constructor', 'toString', 'valueOf']) {
    assert.equal(name in query, false, name)
  }
})

test('a key in brackets is a name, not a path into an object', () => {
  assert.deepEqual(read('__proto__[a]=1&b[c]=2'), {
    '__proto__[a]': '1',
    'b[c]': '2',
  })
  assert.equal('a' in {}, false)
})

test('a thousand pairs are read, one more is refused', () => {
  const pairs = Array.from({ length: 1000 }, (_, i) => `k${i}=${i}`)
  assert.equal(Object.keys(parseQuery(pairs.join('&&'))).length, 1000)
  assert.throws(() => parseQuery([...pairs, 'k'].join('&')), {
    code: 'ERR_VELOCY_QUERY_TOO_LONG',
    status: 400,
  })
})

test('the limit can be another', () => {
  assert.throws(() => parseQuery('a&a', { pairs: 1 }), { status: 400 })
  assert.deepEqual({ ...parseQuery('a', { pairs: 1 }) }, { a: '' })
})

/**
 * What it takes of the processor, whatever else that has to do: not a time that
 * has passed. How much of it was the program's own, the system only guesses.
 *
 * @param {() => void} run
 * @returns {number} µs
 */
function cpuOf(run) {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('the time that a query takes grows with its length, not faster', () => {
  for (const unit of ['&', '=', '+', '%', '%ff', '%C3%A3', 'a&', 'a=&', '=a']) {
    const text = unit.repeat(262_144 / unit.length)
    const pairs = Number.POSITIVE_INFINITY
    const time = cpuOf(() => parseQuery(text, { pairs }))
    assert.ok(time < 1e6, `${time} µs for ${unit}`)
  }
})

test('as URLSearchParams it takes no longer than as an object', () => {
  // Bytes that are no UTF-8, and escapes beside a percent sign that is none.
  for (const unit of ['%ff=%ff&', '%41%=%4&']) {
    const text = unit.repeat(8192)
    let object = 0
    let list = 0
    for (let i = 0; i < 10; i++) {
      const pairs = Number.POSITIVE_INFINITY
      object += cpuOf(() => parseQuery(text, { pairs }))
      list += cpuOf(() => searchParamsOf(text))
    }
    assert.ok(list < 3 * object, `${list} µs and ${object} µs for ${unit}`)
  }
})

test('a number of pairs that is none is refused, and does not let all in', () => {
  for (const options of [{ pairs: '1' }, { pairs: -1 }, { pair: 1 }, null]) {
    assert.throws(() => parseQuery('a&a', options), {
      code: 'ERR_VELOCY_BAD_OPTION',
    })
  }
})
