// node --expose-gc steps/5-numbers.js
import { bytesOf, show, timeOf } from './measure.js'

/** What a node of the tree keeps of its text. */
class Careless {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.code = text.charCodeAt(0)
  }
}

class Careful {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.code = text === '' ? 0 : text.charCodeAt(0)
  }
}

const texts = Array.from({ length: 10_000 }, (_, i) => `t${i}`)
// The root of a tree has no text, and '' no first character: NaN.
const careless = ['', ...texts].map((text) => new Careless(text))
const careful = ['', ...texts].map((text) => new Careful(text))
show(
  'code of a node, NaN among them',
  timeOf(careless, ({ code }) => code === 116),
)
show(
  'code of a node, integers',
  timeOf(careful, ({ code }) => code === 116),
)
console.log(
  'bytes of a node, NaN among them:',
  bytesOf(texts, (text) => new Careless(text)),
)
console.log(
  'bytes of a node, integers:',
  bytesOf(texts, (text) => new Careful(text)),
)

const integers = { value: 1 }
const fractions = { value: 1.5 }
const step = { value: 2 ** 30 }
show(
  'count up a small integer',
  timeOf(texts, () => integers.value++),
)
show(
  'count up a fraction',
  timeOf(texts, () => fractions.value++),
)
show(
  'count beyond 2 ** 31',
  timeOf(texts, () => (step.value += 2 ** 30)),
)
