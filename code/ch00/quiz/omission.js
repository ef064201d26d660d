// One connection, for ten seconds. The server takes 1 ms for a request, but
// once, half way, it stands still for a second. Times are in ms.
const samples = []
let clock = 0
while (clock < 10_000) {
  const latency = clock === 5_000 ? 1_000 : 1
  samples.push(latency)
  clock += latency
}

samples.sort((a, b) => a - b)
const p99 = samples[Math.ceil(samples.length * 0.99) - 1]
console.log(`p99 ${p99} ms, max ${samples.at(-1)} ms`)
