// A server that takes 1 ms for a request, one after the other, and that
// stands still for the first 100 ms of every second. Two clients measure it
// for a minute. No clock is involved: times are numbers, in ms.

/** @param {number} start when the server turns to the request */
function finish(start) {
  const second = Math.floor(start / 1000) * 1000
  return Math.max(start, second + 100) + 1
}

function closedLoop() {
  const latencies = []
  for (let now = 0; now < 60_000; ) {
    const end = finish(now)
    latencies.push(end - now)
    now = end // the next request waits for this answer
  }
  return latencies
}

function openLoop() {
  const latencies = []
  let free = 0
  for (let due = 0; due < 60_000; due += 2) {
    free = finish(Math.max(due, free))
    latencies.push(free - due) // from when it should have been sent
  }
  return latencies
}

/** @param {number[]} latencies */
function print(latencies) {
  const sorted = latencies.toSorted((a, b) => a - b)
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map(
    (share) => sorted[Math.ceil(share * sorted.length) - 1],
  )
  return `p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms`
}

console.log('closed loop:', print(closedLoop()))
console.log('open loop:  ', print(openLoop()))
