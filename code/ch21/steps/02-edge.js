import { startMachine, startProxy } from './machines.js'

const { PORT = '8080' } = process.env

const machines = await Promise.all([
  startMachine('kudu', 'steps/02-sky.js'),
  startMachine('oryx', 'steps/02-sky.js'),
])
await startProxy('steps/02-edge.cfg', machines, { PORT })
console.log(`Listening on http://localhost:${PORT}`)
