/** @import { Case } from '../compare.fixture.js' */

class A {
  x = 1
}
class B {
  x = 1
}
class PlainMap extends Map {
  get [Symbol.toStringTag]() {
    return 'Object'
  }
}
const cycle = () => {
  /** @type {Record<string, unknown>} */
  const object = { name: 'a' }
  object.self = object
  object.list = [object]
  return object
}
/** @param {number} length after so many steps it comes round */
const ring = (length) => {
  /** @type {{ next?: object }[]} */
  const links = Array.from({ length }, () => ({}))
  links.forEach((link, i) => {
    link.next = links[(i + 1) % length]
  })
  return links[0]
}
const one = Symbol('one')
const error = (/** @type {string} */ text, /** @type {object} */ more = {}) =>
  Object.assign(new Error(text), more)

/** @type {[a: unknown, b: unknown][]} */
const pairs = [
  [1, 1],
  [1, '1'],
  [0, -0],
  [NaN, NaN],
  [null, undefined],
  [null, {}],
  [1n, 1],
  ['a', new String('a')],
  [new String('a'), new String('a')],
  [new Number(1), new Number(2)],
  [Object(1n), Object(1n)],
  [Object(one), Object(one)],
  [{}, []],
  [{}, Object.create(null)],
  [{ a: 1 }, { a: 1 }],
  [{ a: 1 }, { a: 1, b: undefined }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } }],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: '2' }] } }],
  [{ a: 0 }, { a: -0 }],
  [{ a: NaN }, { a: NaN }],
  [new A(), new B()],
  [new A(), new A()],
  [new A(), { x: 1 }],
  [{ [one]: 1 }, { [one]: 1 }],
  [{ [one]: 1 }, { [one]: 2 }],
  [{ [one]: 1 }, {}],
  [Object.defineProperty({}, one, { value: 1 }), {}],
  [Object.defineProperty({}, 'hidden', { value: 1 }), {}],
  [[], []],
  [
    [1, 2],
    [1, 2],
  ],
  [
    [1, 2],
    [2, 1],
  ],
  [[1, 2], [1]],
  [new Array(1), [undefined]],
  [new Array(1), new Array(1)],
  [Object.assign([1], { x: 1 }), [1]],
  [Object.assign([1], { x: 1 }), Object.assign([1], { x: 1 })],
  [[1], { 0: 1, length: 1 }],
  [new Date(5), new Date(5)],
  [new Date(5), new Date(6)],
  [new Date(NaN), new Date(NaN)],
  [new Date(5), { ...new Date(5) }],
  [/a/g, /a/g],
  [/a/g, /a/i],
  [/a/g, Object.assign(/a/g, { lastIndex: 1 })],
  [new Map([[1, 2]]), new Map([[1, 2]])],
  [new Map([[1, 2]]), new Map([[1, '2']])],
  [new Map([[{ a: 1 }, { b: 1 }]]), new Map([[{ a: 1 }, { b: 1 }]])],
  [
    new Map([
      [{ a: 1 }, 1],
      [{ a: 1 }, 2],
    ]),
    new Map([
      [{ a: 1 }, 2],
      [{ a: 1 }, 1],
    ]),
  ],
  [new Map([['a', undefined]]), new Map([['b', undefined]])],
  [new Map(), new Set()],
  [new Set([1, 2]), new Set([2, 1])],
  [new Set([1, 2]), new Set([1, 3])],
  [new Set([1]), new Set(['1'])],
  [new Set([{ a: 1 }, { a: 2 }]), new Set([{ a: 2 }, { a: 1 }])],
  [new Set([{ a: 1 }, { a: 1 }]), new Set([{ a: 1 }, { a: 2 }])],
  [new Set([[1], [2]]), new Set([[2], [1]])],
  [new Set([null, undefined]), new Set([undefined, null])],
  [new WeakMap(), new WeakMap()],
  [new WeakSet(), new WeakSet()],
  [Promise.resolve(1), Promise.resolve(1)],
  [error('a'), error('a')],
  [error('a'), error('b')],
  [error('a'), new TypeError('a')],
  [error('a', { code: 1 }), error('a', { code: 1 })],
  [error('a', { code: 1 }), error('a', { code: 2 })],
  [new Error('a', { cause: 1 }), new Error('a', { cause: 1 })],
  [new Error('a', { cause: 1 }), new Error('a', { cause: 2 })],
  [new Error('a', { cause: undefined }), new Error('a')],
  [new AggregateError([error('x')]), new AggregateError([error('x')])],
  [new AggregateError([error('x')]), new AggregateError([error('y')])],
  [error('a'), { message: 'a', name: 'Error' }],
  [new Uint8Array([1, 2]), new Uint8Array([1, 2])],
  [new Uint8Array([1, 2]), new Uint8Array([1, 3])],
  [new Uint8Array([1, 2]), new Int8Array([1, 2])],
  [new Uint8Array([1, 2]), [1, 2]],
  [new Float32Array([0]), new Float32Array([-0])],
  [new Float64Array([NaN]), new Float64Array([NaN])],
  [new Uint8Array(2).buffer, new Uint8Array(2).buffer],
  [new Uint8Array(2).buffer, new Uint8Array(3).buffer],
  [new DataView(new ArrayBuffer(2)), new DataView(new ArrayBuffer(2))],
  [new URL('http://a/b'), new URL('http://a/b')],
  [new URL('http://a/b'), new URL('http://a/c')],
  [cycle(), cycle()],
  [cycle(), { ...cycle(), name: 'b' }],
  [ring(1), ring(1)],
  [ring(1), ring(2)],
  [ring(2), ring(3)],
  [new Proxy({ a: 1 }, {}), { a: 1 }],
  [new Proxy([1, 2], {}), [1, 2]],
  [() => 1, () => 1],
  [
    (function f() {
      // biome-ignore lint/complexity/noArguments: the case is about them
      return arguments
    })(),
    [],
  ],
  [{ toString: null }, { toString: null }],
  [{ constructor: 1 }, { constructor: 1 }],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  [JSON.parse('{"__proto__":1}'), {}],
  [{ [Symbol.toStringTag]: 'X' }, {}],
  // Their tag is that of an object with nothing special about it.
  [new PlainMap([[1, 1]]), new PlainMap([[1, 2]])],
  [new PlainMap([[1, 1]]), new PlainMap([[1, 1]])],
  [new PlainMap(), new PlainMap()],
  [Object.create(Error.prototype), {}],
  [Object.create(new A()), Object.create(new A())],
  [Object.freeze({ a: 1 }), { a: 1 }],
  [
    {
      get a() {
        return 1
      },
    },
    { a: 1 },
  ],
]

/** @type {Case[]} */
export const cases = pairs.flatMap(([a, b], i) =>
  [
    [a, b],
    [b, a],
  ].map(([actual, expected], turn) =>
    Object.assign(
      (/** @type {any} */ { assert }) => {
        try {
          assert.deepStrictEqual(actual, expected)
          return 'equal'
        } catch (failure) {
          return /** @type {any} */ (failure).code
        }
      },
      { toString: () => `pair ${i}${turn ? ', turned' : ''}` },
    ),
  ),
)

cases.push(
  ({ assert, buffer: { Buffer } }) =>
    assert.deepStrictEqual(Buffer.from('a'), Buffer.from('a')),
  ({ assert, buffer: { Buffer } }) =>
    assert.deepStrictEqual(Buffer.from('a'), Buffer.from('b')),
  ({ assert, buffer: { Buffer } }) =>
    assert.deepStrictEqual(Buffer.from('a'), new Uint8Array([97])),
  ({ util }) => util.isDeepStrictEqual({ a: [1] }, { a: [1] }),
  ({ util }) => util.isDeepStrictEqual({ a: [1] }, { a: ['1'] }),
)
