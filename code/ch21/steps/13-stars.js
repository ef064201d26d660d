import { createServer, Router } from '../lib/index.js'

/** @typedef {{ name: string, magnitude: number }} Star */

/** @type {Star[]} */
const stars = Array.from({ length: 100_000 }, (_, i) => ({
  name: `star ${i}`,
  magnitude: 6 * Math.sin(i),
}))

/** @param {Star} a @param {Star} b */
const byMagnitude = (a, b) => a.magnitude - b.magnitude

function brightest() {
  return stars.toSorted(byMagnitude).slice(0, 5)
}

const router = new Router()
router.get('/sky', brightest)
router.get('/moon', () => 'up since 17:58')

createServer(router).listen(8080, '127.0.0.1', () => {
  console.log('Listening on http://localhost:8080')
})
