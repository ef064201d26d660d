import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { text } from 'node:stream/consumers'

const name = `velocy-${process.pid}`
const server = net.createServer((socket) => socket.end('hi\n'))
server.listen(`\0${name}`)
await once(server, 'listening')

console.log('a file:', existsSync(name))
const list = readFileSync('/proc/net/unix', 'utf8')
console.log("in the kernel's list:", list.includes(`@${name}\n`))

const client = net.connect(`\0${name}`)
console.log('the server says:', (await text(client)).trim())
server.close()
