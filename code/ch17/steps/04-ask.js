import { once } from 'node:events'
import net from 'node:net'

const { hostname, port } = new URL(String(process.env.REDIS_URL))
export const socket = net.connect(Number(port), hostname)
socket.setEncoding('latin1')

/** @param {string} command */
export async function ask(command) {
  socket.write(`${command}\r\n`)
  const [answer] = await once(socket, 'data')
  return answer
}

if (import.meta.main) {
  for (const command of process.argv.slice(2)) console.log([await ask(command)])
  socket.end()
}
