import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const [url] = process.argv.slice(2)
/** @type {Record<string, string[]>} */
const heard = { Pia: [], Tomas: [], Amihan: [] }

/** @param {string} name @param {string} pier */
async function join(name, pier) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/radio/${pier}`)
  socket.onmessage = ({ data }) => heard[name].push(data)
  await once(socket, 'open')
  return socket
}

const pia = await join('Pia', 'lighthouse')
await join('Tomas', 'lighthouse')
const amihan = await join('Amihan', 'town')

pia.send('12 waiting, and a goat')
amihan.send('The 18:10 is cancelled')
await sleep(500)
console.log(heard)
process.exit()
