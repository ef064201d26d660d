// How long answers took, in ms: mostly 20, and now and then 2,000.
const kudu = Array.from({ length: 9000 }, (_, i) => (i % 200 === 0 ? 2000 : 20))
const oryx = Array.from({ length: 1000 }, (_, i) => (i % 20 === 0 ? 2000 : 20))

/** @param {number[]} times */
const p99 = (times) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]

console.log('p99 of kudu:', p99(kudu))
console.log('p99 of oryx:', p99(oryx))
console.log('their mean:', (p99(kudu) + p99(oryx)) / 2)
console.log('p99 of both:', p99([...kudu, ...oryx]))

/** @param {number[]} times */
const inBuckets = (times) => [
  times.filter((time) => time <= 100).length,
  times.filter((time) => time > 100).length,
]
console.log('kudu, up to 100 ms and more:', inBuckets(kudu))
console.log('oryx, up to 100 ms and more:', inBuckets(oryx))
