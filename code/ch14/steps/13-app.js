import { Router } from 'velocy'

/** @type {Buffer[]} */
const kept = []

export default new Router().get('/', () => {
  kept.push(Buffer.alloc(10_000_000, 'x'))
  return `Kept ${kept.length}`
})
