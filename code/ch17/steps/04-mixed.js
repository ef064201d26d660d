import { ask, socket } from './04-ask.js'

// Two callers in one turn, and in one packet.
socket.cork()
const both = Promise.all([ask('GET cups'), ask('GET plates')])
socket.uncork()
console.log(await both)

await ask('SETRANGE poster 999999 .')
const poster = await ask('GET poster')
console.log(poster.length < 1_000_000 ? 'A part of the poster' : 'All of it')
console.log([(await ask('GET cups')).slice(0, 5)])
socket.end()
