/** @import { Case } from '../compare.fixture.js' */

/** @param {(util: any) => unknown} run @returns {Case} */
const on = (run) =>
  Object.assign((/** @type {any} */ { util }) => run(util), {
    toString: () => String(run),
  })

class Secret {
  #hidden = 1
  seen = this.#hidden
  static made = 2
  get both() {
    return this.#hidden + this.seen
  }
}
const cycle = () => {
  /** @type {Record<string, unknown>} */
  const object = { a: 1 }
  object.self = object
  return object
}

/** @type {unknown[]} */
const values = [
  undefined,
  null,
  true,
  -0,
  12345.678,
  10n ** 20n,
  Symbol('s'),
  'text',
  "it's",
  'a\nb',
  'x'.repeat(300),
  [],
  [1, [2, [3, [4]]]],
  new Array(3),
  Object.assign([1], { x: 2 }),
  Array.from({ length: 120 }, (_, i) => i),
  {},
  { a: { b: { c: { d: 1 } } } },
  Object.create(null),
  cycle(),
  Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`key${i}`, i])),
  { 'not a name': 1, [Symbol('s')]: 2 },
  {
    get a() {
      return 1
    },
  },
  new Map([[1, { a: 1 }]]),
  new Set([1, 'a']),
  new WeakMap(),
  new Date(0),
  new Date(Number.NaN),
  /a+/gi,
  new URL('http://a.b/c?d=e#f'),
  new URLSearchParams('a=1&b=2'),
  new Uint8Array(3),
  new Float64Array([1.5]),
  new ArrayBuffer(4),
  new Secret(),
  Secret,
  function named() {},
  () => 1,
  async () => {},
  class extends Secret {},
  Math,
  JSON,
  globalThis.Reflect,
  new Number(3),
  new String('x'),
  Object(1n),
  new (class extends Map {})([[1, 2]]),
]

/** @type {Case[]} */
export const cases = [
  ...values.map((value, i) =>
    Object.assign((/** @type {any} */ { util }) => util.inspect(value), {
      toString: () => `inspect of value ${i}`,
    }),
  ),
  on((util) => util.inspect({ a: { b: { c: {} } } }, { depth: 0 })),
  on((util) => util.inspect({ a: 1, b: 'x' }, { colors: true })),
  on((util) => util.inspect({ b: 1, a: 2 }, { sorted: true, compact: false })),
  on((util) => util.inspect([1, 2, 3], { maxArrayLength: 1 })),
  on((util) => util.inspect('x'.repeat(50), { maxStringLength: 3 })),
  on((util) => util.inspect({ [util.inspect.custom]: () => 'custom' })),
  on((util) => util.inspect({ a: 1 }, { breakLength: Infinity })),
  on((util) => util.format('%s %d %i %f', 'a', 1, 2.5, '3.5')),
  on((util) => util.format('%j %o %O %c%%', { a: 1 }, [1], { c: 2 }, 'css')),
  on((util) => util.format('a', { b: 1 }, [1, 2])),
  on((util) => util.format('%s', null, undefined, 5n, Symbol('q'))),
  on((util) => util.format('%s %s', () => 1, class X {})),
  on((util) => util.format('%d %d', '0x10', {})),
  on((util) => util.formatWithOptions({ colors: true }, '%O', { a: 1 })),
  on((util) => util.stripVTControlCharacters(`\u001b[31m${'red'}\u001b[0m`)),
  on((util) => util.promisify((/** @type {any} */ done) => done(null, 5))()),
  on((util) =>
    util.promisify((/** @type {any} */ done) => done(new Error('no')))(),
  ),
  on((util) => util.promisify(3)),
  on((util) => {
    /** @type {any} */
    const original = () => {}
    original[util.promisify.custom] = async () => 'own'
    return util.promisify(original)()
  }),
  on((util) => util.inspect(Object.freeze({ __proto__: null, a: 1 }))),
  on((util) => {
    function Old() {}
    Old.prototype = Object.freeze(Object.create(null))
    return util.inspect(new /** @type {any} */ (Old)())
  }),
  ...(
    'isDate isRegExp isMap isSet isPromise isTypedArray ' +
    'isUint8Array isArrayBuffer isAnyArrayBuffer isWeakMap ' +
    'isNativeError isBoxedPrimitive isNumberObject isDataView ' +
    'isGeneratorObject ' +
    'isArgumentsObject isSymbolObject isArrayBufferView ' +
    'isStringObject isBooleanObject isBigIntObject'
  )
    .split(' ')
    .map((name) =>
      Object.assign(
        (/** @type {any} */ { util }) =>
          [
            ...values,
            Promise.resolve(),
            new Error('e'),
            new DataView(new ArrayBuffer(1)),
            function* () {},
            (function* () {})(),
            async function* () {},
            Object(Symbol('x')),
            new Boolean(false),
            Date.prototype,
            RegExp.prototype,
            Map.prototype,
            (function f() {
              // biome-ignore lint/complexity/noArguments: the case is about them
              return arguments
            })(),
          ].map((value) => util.types[name](value)),
        { toString: () => name },
      ),
    ),
]
