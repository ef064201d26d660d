const seconds = 10
const rate = 200 // requests a second
const service = 20 // how long each keeps a client, in ms

let seed = 1
/** @returns {number} from 0 to 1, by chance, and yet the same in every run */
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

const byClock = (/** @type {number} */ mean) => mean
const byChance = (/** @type {number} */ mean) => -mean * Math.log(1 - random())

/** @type {(size: number, next: typeof byClock) => number} in ms, on average */
function wait(size, next) {
  const freeAt = new Array(size).fill(0)
  let now = 0
  let waited = 0
  for (let i = 0; i < rate * seconds; i++) {
    now += next(1000 / rate)
    const client = freeAt.indexOf(Math.min(...freeAt))
    const start = Math.max(now, freeAt[client])
    waited += start - now
    freeAt[client] = start + next(service)
  }
  return waited / (rate * seconds)
}

for (const size of [3, 4, 5, 6, 8]) {
  const [clock, chance] = [wait(size, byClock), wait(size, byChance)]
  const times = `${clock.toFixed(1)} ms by the clock, ${chance.toFixed(1)} ms by chance`
  console.log(`${size} clients: ${times}`)
}
