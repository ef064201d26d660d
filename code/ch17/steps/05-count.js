import { Client } from './04-client.js'
import { PipelinedClient } from './05-client.js'

const url = String(process.env.REDIS_URL)
const names = Array.from({ length: 100 }, (_, i) => `shelf:${i}`)

const patient = new Client(url)
for (const name of names) await patient.ask('GET', name)
console.log('one by one:', patient.writes, 'writes,', patient.reads, 'reads')

const eager = new Client(url)
await Promise.all(names.map((name) => eager.ask('GET', name)))
console.log('all at once:', eager.writes, 'writes')

const pipelined = new PipelinedClient(url)
await Promise.all(names.map((name) => pipelined.ask('GET', name)))
const { writes, reads } = pipelined
console.log('in one turn:', writes, 'write,', reads, 'read')

for (const client of [patient, eager, pipelined]) client.socket.end()
