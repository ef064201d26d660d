/** @import { Case } from '../compare.fixture.js' */

/** @param {(assert: any) => unknown} run @returns {Case} */
const on = (run) =>
  Object.assign((/** @type {any} */ { assert }) => run(assert), {
    toString: () => String(run),
  })

/** @param {number} count @param {number} [other] the place of another value */
const large = (count, other) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`k${i}`, i === other ? 'x' : i]),
  )

const thrower = () => {
  throw Object.assign(new Error('abc'), { code: 'E_ABC' })
}

/** @type {Case[]} */
export const cases = [
  on((assert) => assert(0, 'message')),
  on((assert) => assert.ok()),
  on((assert) => assert.ok(1)),
  on((assert) => assert.ok(false, 'because %s', 'of this')),
  on((assert) => assert.ok(false, new TypeError('mine'))),
  on((assert) => assert.equal(1, 2)),
  on((assert) => assert.equal(1, '1')),
  on((assert) => assert.equal(NaN, NaN)),
  on((assert) => assert.notEqual(1, 1)),
  on((assert) => assert.strictEqual(1, 2)),
  on((assert) => assert.strictEqual(1, '1')),
  on((assert) => assert.strictEqual('a', 'b')),
  on((assert) => assert.strictEqual('hello world', 'hello there')),
  on((assert) => assert.strictEqual('a\nb', 'a\nc')),
  on((assert) => assert.strictEqual('x'.repeat(100), 'y'.repeat(100))),
  on((assert) => assert.strictEqual({ a: 1 }, { a: 1 })),
  on((assert) => assert.strictEqual([1], [2])),
  on((assert) => assert.strictEqual(undefined, 1)),
  on((assert) => assert.strictEqual(0, -0)),
  on((assert) => assert.strictEqual(NaN, 1)),
  on((assert) => assert.strictEqual(NaN, NaN)),
  on((assert) => assert.strictEqual(1n, 2n)),
  on((assert) => assert.strictEqual(Symbol('a'), Symbol('a'))),
  on((assert) => assert.strictEqual(thrower, () => 1)),
  on((assert) => assert.strictEqual(new Date(0), new Date(1))),
  on((assert) => assert.strictEqual(1, 2, 'message')),
  on((assert) => assert.strictEqual(1, 2, 'm %s', 3)),
  on((assert) => assert.strictEqual(1, 2, new TypeError('mine'))),
  on((assert) => assert.strictEqual(1, 2, () => 'made')),
  on((assert) => assert.strictEqual(1, 2, 3)),
  on((assert) => assert.strictEqual(1)),
  on((assert) => assert.notStrictEqual(1, 1)),
  on((assert) => assert.notStrictEqual('long string', 'long string')),
  on((assert) => assert.notStrictEqual(thrower, thrower)),
  on((assert) => assert.notDeepStrictEqual({ a: 1 }, { a: 1 })),
  on((assert) => assert.deepStrictEqual({ a: [1, 2] }, { a: [1, 3] })),
  on((assert) => assert.deepStrictEqual({ a: [1] }, { a: [2] }, 'message')),
  on((assert) => assert.deepStrictEqual([1, 2, 3], [1, 2])),
  on((assert) => assert.deepStrictEqual([], {})),
  on((assert) => assert.deepStrictEqual(undefined, { a: 1 })),
  on((assert) => assert.deepStrictEqual(large(30), large(30, 20))),
  on((assert) => assert.deepStrictEqual(large(30, 0), large(30, 7))),
  on((assert) => assert.deepStrictEqual(large(30, 0), large(30, 8))),
  on((assert) => assert.deepStrictEqual(large(30, 0), large(30, 9))),
  on((assert) => assert.deepStrictEqual(new Map([[1, 2]]), new Map([[1, 3]]))),
  on((assert) => assert.deepStrictEqual(new Set([1, 2]), new Set([1, 3]))),
  on((assert) => assert.deepStrictEqual(new Error('a'), new Error('b'))),
  on((assert) => assert.deepStrictEqual(Object.create(null), {})),
  on((assert) => assert.deepStrictEqual([undefined], new Array(1))),
  on((assert) => assert.fail()),
  on((assert) => assert.fail('message')),
  on((assert) => assert.fail(new TypeError('mine'))),
  on((assert) => assert.throws(() => {})),
  on((assert) => assert.throws(() => {}, TypeError)),
  on((assert) => assert.throws(() => {}, /x/, 'message')),
  on((assert) => assert.throws(thrower)),
  on((assert) => assert.throws(thrower, /abc/)),
  on((assert) => assert.throws(thrower, /x/)),
  on((assert) => assert.throws(thrower, /x/, 'message')),
  on((assert) => assert.throws(thrower, Error)),
  on((assert) => assert.throws(thrower, TypeError)),
  on((assert) => assert.throws(thrower, { message: 'abc', code: 'E_ABC' })),
  on((assert) => assert.throws(thrower, { message: 'x' })),
  on((assert) => assert.throws(thrower, { message: /a/, code: /_A/ })),
  on((assert) => assert.throws(thrower, { message: /a/, code: 3 })),
  on((assert) => assert.throws(thrower, { message: /b/, name: 'X' }, 'm')),
  on((assert) => assert.throws(thrower, new Error('abd'))),
  on((assert) => assert.throws(thrower, () => true)),
  on((assert) => assert.throws(thrower, () => false)),
  on((assert) => assert.throws(thrower, 'abc')),
  on((assert) => assert.throws(thrower, 'other')),
  on((assert) => assert.throws(thrower, 3)),
  on((assert) => assert.throws(thrower, {})),
  on((assert) => assert.throws(3)),
  on((assert) =>
    assert.throws(
      () => {
        throw 3
      },
      { a: 1 },
    ),
  ),
  on((assert) => assert.doesNotThrow(thrower)),
  on((assert) => assert.doesNotThrow(thrower, 'message')),
  on((assert) => assert.doesNotThrow(thrower, TypeError)),
  on((assert) => assert.doesNotThrow(() => {})),
  on((assert) => assert.rejects(Promise.resolve())),
  on((assert) => assert.rejects(Promise.reject(new Error('q')), /z/)),
  on((assert) => assert.rejects(async () => thrower(), { code: 'E_ABC' })),
  on((assert) => assert.rejects(() => 3)),
  on((assert) => assert.rejects(3)),
  on((assert) => assert.match('abc', /x/)),
  on((assert) => assert.match(3, /x/)),
  on((assert) => assert.match('abc', 'b')),
  on((assert) => assert.doesNotMatch('abc', /a/)),
  on((assert) => assert.doesNotMatch('abc', /a/, 'message')),
  on((assert) => assert.strict.equal(1, '1')),
  on((assert) => assert.strict.deepEqual({ a: 1 }, { a: '1' })),
  ({ 'assert/strict': strict }) => strict.equal(1, '1'),
  ({ 'assert/strict': strict }) => strict.notDeepEqual([1], [1]),
  on(({ AssertionError }) => {
    const error = new AssertionError({ actual: 1, expected: 2, operator: '<' })
    return [error.message, Object.keys(error), String(error)]
  }),
  on((assert) => {
    try {
      assert.strictEqual(1, 2)
    } catch (error) {
      return /** @type {Error} */ (error).stack?.split('\n    at')[0]
    }
    return undefined
  }),
]
