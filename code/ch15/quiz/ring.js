import { Ring } from '../lib/workers/ring.js'

const ring = new Ring(64)
ring.push(new Uint8Array(20))
ring.push(new Uint8Array(20))
ring.shift()
const first = ring.push(new Uint8Array(24))
ring.shift()
const second = ring.push(new Uint8Array(24))
console.log(first, second)
