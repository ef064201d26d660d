import { serialize } from 'node:v8'
import { DATA, encode } from './07-frame.js'

const chunk = Buffer.alloc(65_536, 'Naxos 14:05, Ios 15:20\n')

/** @param {string} way @param {number} bytes */
const show = (way, bytes) =>
  console.log(way.padEnd(22), String(bytes).padStart(7), 'bytes')

show('a chunk', chunk.length)
show('a frame', encode(1, DATA, chunk).length)
show('advanced', serialize({ id: 1, chunk }).length)
show('JSON, a string', JSON.stringify({ id: 1, chunk: `${chunk}` }).length)
show('JSON, a Buffer', JSON.stringify({ id: 1, chunk }).length)
