import { ask, socket } from './04-ask.js'

console.log(await Promise.all([ask('GET cups'), ask('GET plates')]))

await ask('SETRANGE poster 999999 .')
const poster = await ask('GET poster')
console.log(poster.length < 1_000_000 ? 'A part of the poster' : 'All of it')
console.log([(await ask('GET cups')).slice(0, 5)])
socket.end()
