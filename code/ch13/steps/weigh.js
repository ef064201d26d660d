const COUNT = 2000

/**
 * Says how many bytes each of them takes on the heap, in hundreds.
 *
 * @param {string} label
 * @param {() => unknown} make
 */
export function weigh(label, make) {
  const kept = Array.from({ length: COUNT * 5 }, make)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < COUNT; i++) kept[i] = make()
  const each = (process.memoryUsage().heapUsed - before) / COUNT
  console.log(label.padEnd(28), Math.round(each / 100) * 100)
}
