import { functionOf, texts } from '../steps/11-folklore.js'
import { timeOf } from '../steps/measure.js'

/**
 * What is said to be slow, and what is said to be better.
 *
 * @type {Record<string, [string, string, string]>} what it is about, what is
 *   said to be slow, and the other
 */
const SAYINGS = {
  try: [
    'try and catch around the work',
    'try { return text.charCodeAt(0) } catch { return 0 }',
    'return text.charCodeAt(0)',
  ],
  'for-of': [
    'for … of instead of an index',
    'let sum = 0; for (const one of list) sum += one; return sum',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
  ],
  length: [
    'list.length asked in each round',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
    'let sum = 0; for (let i = 0, n = list.length; i < n; i++) sum += list[i]; return sum',
  ],
  'for-each': [
    'forEach instead of a loop',
    'let sum = 0; list.forEach((one) => { sum += one }); return sum',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
  ],
  reduce: [
    'reduce instead of a loop',
    'return list.reduce((sum, one) => sum + one, 0)',
    'let sum = 0; for (let i = 0; i < list.length; i++) sum += list[i]; return sum',
  ],
  arguments: [
    'arguments instead of ...rest',
    'return (function () { return arguments.length + arguments[0] })(1, 2)',
    'return ((...rest) => rest.length + rest[0])(1, 2)',
  ],
  closure: [
    'a closure made in each call',
    'const add = (n) => n + text.length; return add(1)',
    'return text.length + 1',
  ],
  destructuring: [
    'destructuring',
    'const { a, b } = object; return a + b',
    'return object.a + object.b',
  ],
  spread: [
    'a spread copy instead of one by hand',
    'return { ...object }',
    'return { a: object.a, b: object.b }',
  ],
  assign: [
    'Object.assign instead of a literal',
    'return Object.assign({}, object)',
    'return { a: object.a, b: object.b }',
  ],
  delete: [
    'delete instead of undefined',
    'const copy = { a: 1, b: text.length }; delete copy.a; return copy.b',
    'const copy = { a: 1, b: text.length }; copy.a = undefined; return copy.b',
  ],
  getter: [
    'a getter instead of a property',
    'return instance.got',
    'return instance.plain',
  ],
  private: [
    'a private field instead of a property',
    'return instance.hidden()',
    'return instance.open()',
  ],
  loose: [
    '== instead of ===',
    'return text.length == 5',
    'return text.length === 5',
  ],
  join: [
    'join instead of a template',
    "return ['/', text, '/', 'x'].join('')",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    'return `/${text}/x`',
  ],
  split: [
    'split instead of indexOf and slice',
    "return text.split('/')[1]",
    "const at = text.indexOf('/'); return text.slice(at + 1)",
  ],
  regexp: [
    'a regular expression instead of startsWith',
    'return /^user/.test(text)',
    "return text.startsWith('user')",
  ],
  map: [
    'a Map instead of a switch',
    'return map.get(text.length)',
    'switch (text.length) { case 3: return 1; case 11: return 2; case 12: return 3 } return 0',
  ],
  generator: [
    'a generator instead of the list',
    'let sum = 0; for (const one of (function* () { yield* list })()) sum += one; return sum',
    'let sum = 0; for (const one of list) sum += one; return sum',
  ],
  clone: [
    'structuredClone instead of JSON and back',
    'return structuredClone(object)',
    'return JSON.parse(JSON.stringify(object))',
  ],
}

/** @param {string} id */
function measure(id) {
  const [, said, other] = SAYINGS[id]
  const seconds = Number(process.env.DURATION ?? 2)
  const functions = [said, other].map(functionOf)
  const best = [Infinity, Infinity]
  const end = performance.now() + seconds * 1000
  do {
    for (const [index, use] of functions.entries()) {
      best[index] = Math.min(best[index], timeOf(texts, use, 100))
    }
  } while (performance.now() < end)
  return { 'ns.said': best[0], 'ns.other': best[1] }
}

console.log(JSON.stringify(measure(process.argv[2])))
