const received = Array.from({ length: 10_000 }, (_, number) =>
  Buffer.from(`/repos/nodejs/node/issues/${number}/labels`),
)

/**
 * @param {string} label
 * @param {(bytes: Buffer) => unknown} use
 */
function measure(label, use) {
  // Until V8 has compiled what is measured.
  for (let round = 0; round < 20; round++) {
    for (const bytes of received) use(bytes)
  }
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for (const bytes of received) use(bytes)
  const total = process.memoryUsage().heapUsed - before
  console.log(`${label} ${Math.round(total / received.length / 10) * 10} bytes`)
}

measure('the path:', (bytes) => bytes.toString('latin1'))
measure('and its segments:', (bytes) =>
  bytes.toString('latin1').slice(1).split('/'),
)
