/**
 * The time of a call, in ns: the best of many rounds, since whatever disturbs a
 * round makes it longer. Each use gets a loop of its own, as it would have in a
 * program: what V8 learns in a loop is of all that runs in it.
 *
 * @template Input
 * @param {Input[]} inputs
 * @param {(input: Input, index: number) => unknown} use
 * @param {number} [rounds]
 */
export function timeOf(inputs, use, rounds = 600) {
  const loop = new Function(
    'inputs, use, sink',
    // Of two equal texts V8 would make the same function again.
    `// ${++count}
    for (let i = 0; i < inputs.length; i++) sink.last = use(inputs[i], i)`,
  )
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const start = process.hrtime.bigint()
    loop(inputs, use, sink)
    const spent = Number(process.hrtime.bigint() - start)
    best = Math.min(best, spent / inputs.length)
  }
  return best
}

let count = 0

/** So that no call is without a consequence. */
export const sink = { last: /** @type {unknown} */ (null) }

/**
 * @param {string} label
 * @param {number} nanoseconds
 */
export const show = (label, nanoseconds) =>
  console.log(`${label.padEnd(44)} ${nanoseconds.toFixed(1).padStart(7)} ns`)

/**
 * Bytes that what a call returns keeps on the heap: the middle of five
 * measurements. Run with `--expose-gc`.
 *
 * @template Input
 * @param {Input[]} inputs
 * @param {(input: Input) => unknown} use
 */
export function bytesOf(inputs, use) {
  const sizes = Array.from({ length: 5 }, () => {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    sink.last = inputs.map((input) => use(input))
    globalThis.gc?.()
    const after = process.memoryUsage().heapUsed
    sink.last = null
    return (after - before) / inputs.length
  })
  return Math.round(sizes.sort((a, b) => a - b)[2])
}
