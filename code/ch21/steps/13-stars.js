import { createServer, Router } from '../lib/index.js'

const stars = Array.from({ length: 50_000 }, (_, i) => ({
  name: `star ${i}`,
  absolute: 5 * Math.sin(i),
  parsecs: 1 + 99 * Math.abs(Math.cos(i)),
}))

/** @typedef {{ absolute: number, parsecs: number }} Star */
/** @param {Star} star @returns {number} how bright it looks from here */
const magnitude = ({ absolute, parsecs }) =>
  absolute + 5 * Math.log10(parsecs / 10)

/** @param {Star} a @param {Star} b */
const byMagnitude = (a, b) => magnitude(a) - magnitude(b)

const router = new Router()
router.get('/sky', () => stars.toSorted(byMagnitude).slice(0, 5))
router.get('/moon', () => 'up since 17:58')

createServer(router).listen(8080, '127.0.0.1', () => {
  console.log('Listening on http://localhost:8080')
})
