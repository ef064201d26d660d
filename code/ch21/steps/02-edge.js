import { startMachine, startProxy } from './machines.js'

const { PORT = '8080', BALANCE = 'roundrobin' } = process.env
const [config = 'steps/02-edge.cfg'] = process.argv.slice(2)

const names = ['kudu', 'oryx']
const machines = await Promise.all(
  names.map((name) => startMachine(name, 'steps/02-sky.js')),
)
await startProxy(config, machines, { PORT, BALANCE })
console.log(`Listening on http://localhost:${PORT}`)
