import { once } from 'node:events'

const [url] = process.argv.slice(2)

/** @param {string} name @param {string} pier */
async function join(name, pier) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/radio/${pier}`)
  socket.onmessage = ({ data }) => console.log(`${name} hears: ${data}`)
  await once(socket, 'open')
  return socket
}

const pia = await join('Pia', 'lighthouse')
const tomas = await join('Tomas', 'lighthouse')
const amihan = await join('Amihan', 'town')

pia.send('12 waiting, and a goat')
await Promise.all([once(pia, 'message'), once(tomas, 'message')])
amihan.send('The 18:10 is cancelled')
await once(amihan, 'message')
process.exit()
