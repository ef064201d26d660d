import { Cache } from 'velocy/data'

const cache = new Cache({ ttl: 60_000 })
let asked = 0

async function load() {
  asked++
  if (asked === 1) throw new Error('connection refused')
  return 'tea'
}

const first = [cache.get('7', load), cache.get('7', load)]
const ends = await Promise.allSettled(first)
console.log(ends.map(({ status }) => status).join(' '))

const second = [cache.get('7', load), cache.get('7', load)]
console.log((await Promise.all(second)).join(' '), asked)
