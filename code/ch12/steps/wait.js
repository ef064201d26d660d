import { Router } from '../lib/index.js'

const count = Number(process.argv[2])
const router = new Router()
for (let i = 0; i < count; i++) router.get(`/things-${i}/:id`, () => {})

/** @param {() => unknown} use @returns {number} how long it takes, in ms */
function timeOf(use) {
  const start = performance.now()
  use()
  return performance.now() - start
}

console.log(`compile: ${timeOf(() => router.compile()).toFixed(2)} ms`)
let longest = 0
for (let i = 0; i < 100_000; i++) {
  const path = `/things-${i % count}/${i}`
  longest = Math.max(
    longest,
    timeOf(() => router.find('GET', path)),
  )
}
console.log(`the longest of 100,000 lookups: ${longest.toFixed(2)} ms`)
