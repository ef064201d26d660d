// node --expose-gc steps/4-kept.js
const COUNT = 10_000

/** @param {string} text */
const received = (text) => Buffer.from(text).toString('latin1')

/**
 * How much memory each value needs that somebody keeps of a path of 1,000
 * characters.
 *
 * @param {string} label
 * @param {(path: string) => string} take the value out of its path
 */
function keep(label, take) {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const kept = Array.from({ length: COUNT }, (_, i) => {
    const id = `user-number-${100_000 + i}`
    return take(received(`/users/${id}/${'x'.repeat(974)}`))
  })
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed - before
  const each = Math.round(bytes / kept.length / 1000)
  console.log(`${label.padEnd(30)} ${each} KB`)
}

keep('12 characters', (path) => path.slice(7, 19))
keep('13 characters', (path) => path.slice(7, 20))
keep('the whole id, 18 characters', (path) => path.slice(7, 25))
keep('the same, copied', (path) => received(path.slice(7, 25)))
