import { setFlagsFromString } from 'node:v8'
import { timeOf } from './measure.js'

/** What a saying can be about. */
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

/**
 * A function with a world of its own, so that nothing it learns is of others.
 *
 * @param {string} body what it does with a `text`
 * @returns {(text: string) => unknown}
 */
export const functionOf = (body) =>
  new Function(`${WORLD}\nreturn function (text) { ${body} }`)()

export const texts = Array.from({ length: 2000 }, (_, i) =>
  Buffer.from(`user/${1000 + (i % 7) * 3000 + i}`).toString('latin1'),
)

if (import.meta.main) {
  // V8 optimizes on another thread, which a busy machine may keep waiting.
  setFlagsFromString('--no-concurrent-recompilation')
  const [said, other] = process.argv
    .slice(2)
    .map((body) => timeOf(texts, functionOf(body)))
  console.log(`${said.toFixed(1)} ns instead of ${other.toFixed(1)} ns`)
  // Below a nanosecond, it is the loop around them that differs.
  const isSame = Math.abs(said - other) < 1
  console.log(isSame ? 'no difference' : `${(said / other).toFixed(1)} times`)
}
