import { show, timeOf } from './measure.js'

/**
 * What is said to be slow, and what is said to be better. Each is code, so that
 * each has functions and caches of its own.
 *
 * @type {[string, string, string][]} what it is about, the slow, the better
 */
const SAYINGS = [
  [
    'try and catch around the work',
    'try { return text.charCodeAt(0) } catch { return 0 }',
    'return text.charCodeAt(0)',
  ],
  [
    'for … of instead of an index',
    'let sum = 0; for (const one of list) sum += one; return sum',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
  ],
  [
    'list.length asked in each round',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
    'let sum = 0; for (let i = 0, n = list.length; i < n; i++) sum += list[i]; return sum',
  ],
  [
    'forEach instead of a loop',
    'let sum = 0; list.forEach((one) => { sum += one }); return sum',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
  ],
  [
    'reduce instead of a loop',
    'return list.reduce((sum, one) => sum + one, 0)',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
  ],
  [
    'arguments instead of ...rest',
    'return (function () { return arguments.length + arguments[0] })(1, 2)',
    'return ((...rest) => rest.length + rest[0])(1, 2)',
  ],
  [
    'a closure made in each call',
    'const add = (n) => n + text.length; return add(1)',
    'return text.length + 1',
  ],
  [
    'destructuring',
    'const { a, b } = object; return a + b',
    'return object.a + object.b',
  ],
  [
    'a spread copy instead of one by hand',
    'return { ...object }',
    'return { a: object.a, b: object.b }',
  ],
  [
    'Object.assign instead of a literal',
    'return Object.assign({}, object)',
    'return { a: object.a, b: object.b }',
  ],
  [
    'delete instead of undefined',
    'const copy = { a: 1, b: text.length }; delete copy.a; return copy.b',
    'const copy = { a: 1, b: text.length }; copy.a = undefined; return copy.b',
  ],
  [
    'a getter instead of a property',
    'return instance.got',
    'return instance.plain',
  ],
  [
    'a private field instead of a property',
    'return instance.hidden()',
    'return instance.open()',
  ],
  ['== instead of ===', 'return text.length == 5', 'return text.length === 5'],
  [
    'join instead of a template',
    "return ['/', text, '/', 'x'].join('')",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    'return `/${text}/x`',
  ],
  [
    'split instead of indexOf and slice',
    "return text.split('/')[1]",
    "const at = text.indexOf('/'); return text.slice(at + 1)",
  ],
  [
    'a regular expression instead of startsWith',
    'return /^user/.test(text)',
    "return text.startsWith('user')",
  ],
  [
    'a Map instead of a switch',
    'return map.get(text.length)',
    'switch (text.length) { case 3: return 1; case 11: return 2; case 12: return 3 } return 0',
  ],
  [
    'a generator instead of the list',
    'let sum = 0; for (const one of (function* () { yield* list })()) sum += one; return sum',
    'let sum = 0; for (const one of list) sum += one; return sum',
  ],
  [
    'structuredClone instead of JSON and back',
    'return structuredClone(object)',
    'return JSON.parse(JSON.stringify(object))',
  ],
]

const WORLD = `
const list = Array.from({ length: 16 }, (_, i) => i)
const object = { a: 1, b: 2 }
const map = new Map([[3, 1], [11, 2], [12, 3]])
class Instance {
  plain = 1
  #hidden = 1
  get got() { return this.plain }
  hidden() { return this.#hidden }
  open() { return this.plain }
}
const instance = new Instance()`

const texts = Array.from({ length: 2000 }, (_, i) =>
  Buffer.from(`user/${1000 + (i % 7) * 3000 + i}`).toString('latin1'),
)
/** @param {string} body */
const functionOf = (body) =>
  new Function(`${WORLD}\nreturn function (text) { ${body} }`)()

for (const [about, slow, better] of SAYINGS) {
  const times = [slow, better].map((body) => timeOf(texts, functionOf(body)))
  const factor = times[0] / times[1]
  // Below a nanosecond, it is the loop around them that differs.
  const isSame =
    Math.abs(times[0] - times[1]) < 1 || (factor < 1.3 && factor > 0.77)
  const verdict = isSame ? '  no' : factor < 1 ? '  the other way!' : ''
  show(about, times[0])
  console.log(
    `${' '.repeat(44)} ${times[1].toFixed(1).padStart(7)} ns` +
      `   × ${factor.toFixed(1)}${verdict}`,
  )
}
