import { Router } from '../lib/index.js'
import { random, received, timePerUse, word } from './fresh.js'

// What a path costs that is as long as a request may be, and of what it costs
// most. The first kind is nothing but letters, and no more than it should cost.

const LONGEST = 8000

/** @param {() => string} make @param {number} length of what it makes */
const repeat = (make, length) =>
  Array.from({ length: LONGEST / length }, make).join('')

/** @type {Record<string, () => string>} */
const kinds = {
  letters: () => word(LONGEST),
  escapes: () => repeat(() => `%4${1 + random(9)}`, 3),
  utf8: () => repeat(() => `%C3%A${random(10)}`, 6),
  slashes: () => repeat(() => '%2F', 3),
  dots: () => repeat(() => `${word(1)}%2E`, 4),
  broken: () => repeat(() => `%F${random(10)}`, 3),
}

/** @type {Record<string, () => (path: string) => unknown>} */
const contenders = {
  // One route by which the path is found, and three methods more that have to
  // be asked before a 404 can be sent.
  velocy() {
    const router = new Router()
    router.get('/files/:name', () => {})
    for (const method of ['POST', 'PUT', 'DELETE']) {
      router.add(method, '/other/:name/more', () => {})
    }
    return (path) => {
      try {
        router.find('GET', path)
        return router.find('PATCH', path) ?? router.allowed(path)
      } catch (error) {
        return /** @type {{ status?: number }} */ (error).status === 400
      }
    }
  },
  platform: () => (path) => {
    try {
      return decodeURIComponent(path)
    } catch (error) {
      return error
    }
  },
}

const [name] = process.argv.slice(2)
const use = contenders[name]()
const share = Number(process.env.DURATION ?? 2) / Object.keys(kinds).length
const figures = Object.entries(kinds).map(([kind, make]) => {
  const fresh = () => received(`/files/${make()}`)
  return [`ns.path-${kind}`, timePerUse(fresh, use, share, 20)]
})
console.log(JSON.stringify(Object.fromEntries(figures)))
