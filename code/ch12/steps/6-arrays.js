// node --allow-natives-syntax steps/6-arrays.js
import { show, timeOf } from './measure.js'

const isHoley = new Function('list', 'return %HasHoleyElements(list)')
const isSlow = new Function('list', 'return %HasDictionaryElements(list)')

const packed = Array.from({ length: 128 }, (_, i) => i)
/** @type {number[]} */
const holey = new Array(128)
for (let i = 0; i < 128; i++) holey[i] = i
const filled = new Array(128).fill(0)
const deleted = Array.from({ length: 128 }, (_, i) => i)
delete deleted[64]
/** @type {number[]} */
const far = []
far[100_000_000] = 1
for (let i = 0; i < 128; i++) far[i] = i

for (const [name, list] of Object.entries({
  packed,
  holey,
  filled,
  deleted,
  far,
})) {
  const read = /** @type {any} */ (
    new Function(
      'list',
      'let sum = 0; for (let i = 0; i < 128; i++) sum += list[i]; return sum',
    )
  )
  const lists = Array.from({ length: 1000 }, () => list)
  const kind = isSlow(list) ? 'dictionary' : isHoley(list) ? 'holey' : 'packed'
  show(`${name} (${kind}), an element`, timeOf(lists, read, 100) / 128)
}
const outside = /** @type {any} */ (
  new Function(
    'list',
    'let sum = 0; for (let i = 0; i <= 128; i++) sum += list[i] ?? 0; return sum',
  )
)
const lists = Array.from({ length: 1000 }, () => packed)
show(
  'packed, read one beyond the end, an element',
  timeOf(lists, outside, 100) / 129,
)
