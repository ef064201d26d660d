const ROUNDS = 500_000

/** @param {string} name @param {() => void} work */
function time(name, work) {
  const start = performance.now()
  for (let i = 0; i < ROUNDS; i++) work()
  const each = ((performance.now() - start) * 1e6) / ROUNDS
  console.log(`${name}: ${each.toFixed(1)} ns`)
}

const engine = { now: performance.now() }
const connection = { since: 0 }

time('a timer for each', () => {
  clearTimeout(setTimeout(() => {}, 60_000))
})
time('a note for each', () => {
  connection.since = engine.now
})
