import { Client } from './04-client.js'

const client = new Client(String(process.env.REDIS_URL))
console.log(
  await Promise.all([client.ask('GET', 'cups'), client.ask('GET', 'plates')]),
)
await client.ask('SETRANGE', 'poster', '999999', '.')
const poster = await client.ask('GET', 'poster')
console.log(poster.length, 'characters,', client.reads, 'pieces')
await client.ask('SET', 'café au lait', '"um cafezinho"\r\n')
console.log([await client.ask('GET', 'café au lait')])
await client.ask('INCR', 'poster').catch(({ message }) => console.log(message))
console.log(await client.ask('INCR', 'cups'))
client.socket.end()
