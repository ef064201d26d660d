const COUNT = 2000

/**
 * Says how many bytes each of them takes on the heap, to the nearest fifty.
 *
 * @param {string} label
 * @param {() => unknown} make
 */
export function weigh(label, make) {
  const kept = new Array(COUNT)
  const sizes = []
  for (let round = 0; round < 7; round++) {
    kept.fill(null)
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < COUNT; i++) kept[i] = make()
    globalThis.gc?.()
    sizes.push((process.memoryUsage().heapUsed - before) / COUNT)
  }
  // The first rounds also weigh what V8 compiles.
  const each = sizes.sort((a, b) => a - b)[3]
  console.log(label.padEnd(28), Math.round(each / 50) * 50)
}
