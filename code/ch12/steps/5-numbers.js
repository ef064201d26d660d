// node --expose-gc steps/5-numbers.js
import { bytesOf, timeOf } from './measure.js'

/** What a node of the tree keeps of its text: the careless version. */
class Careless {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.code = text.charCodeAt(0)
  }
}

/** The one in the tree. */
class Careful {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    this.code = text === '' ? 0 : text.charCodeAt(0)
  }
}

const texts = Array.from({ length: 10_000 }, (_, i) => `t${i}`)
// The root of a tree has no text, and '' no first character: NaN.
console.log('the first character of no text:', new Careless('').code)
const careless = texts.map((text) => new Careless(text))
const careful = ['', ...texts].map((text) => new Careful(text))
const time =
  timeOf(careless, ({ code }) => code === 116) -
  timeOf(careful, ({ code }) => code === 116)
const bytes =
  bytesOf(texts, (text) => new Careless(text)) -
  bytesOf(texts, (text) => new Careful(text))
console.log(`it costs each node ${8 * Math.round(bytes / 8)} bytes`)
console.log(`and each comparison ${time < 2 ? 'nothing that shows' : time}`)
