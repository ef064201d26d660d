const COUNT = 2000

/**
 * Says how many bytes each of them takes on the heap, in hundreds.
 *
 * @param {string} label
 * @param {() => unknown} make
 */
export function weigh(label, make) {
  const kept = Array.from({ length: COUNT * 5 }, make)
  const sizes = []
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < COUNT; i++) kept[i] = make()
    sizes.push((process.memoryUsage().heapUsed - before) / COUNT)
  }
  // Some rounds are too light: something else was collected meanwhile.
  const each = sizes.sort((a, b) => a - b)[3]
  console.log(label.padEnd(28), Math.round(each / 100) * 100)
}
