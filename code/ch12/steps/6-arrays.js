// node --allow-natives-syntax steps/6-arrays.js
import { show, timeOf } from './measure.js'

const isHoley = new Function('list', 'return %HasHoleyElements(list)')
const isSlow = new Function('list', 'return %HasDictionaryElements(list)')

const LENGTH = 128
const packed = Array.from({ length: LENGTH }, (_, i) => i)
/** @type {number[]} */
const holey = new Array(LENGTH)
for (let i = 0; i < LENGTH; i++) holey[i] = i
const deleted = [...packed]
delete deleted[64]
/** @type {number[]} */
const far = []
far[100_000_000] = 1
for (let i = 0; i < LENGTH; i++) far[i] = i

const SUM = 'let sum = 0; for (let i = 0; i < 128; i++) sum += list[i]'
for (const [name, list] of Object.entries({ packed, holey, deleted, far })) {
  const sum = /** @type {any} */ (new Function('list', `${SUM}; return sum`))
  const lists = Array.from({ length: 1000 }, () => list)
  const kind = isSlow(list) ? 'dictionary' : isHoley(list) ? 'holey' : 'packed'
  show(`${name}, ${kind}`, timeOf(lists, sum, 100) / LENGTH)
}
