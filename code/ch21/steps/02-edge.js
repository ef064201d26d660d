import { startMachine, startProxy } from './machines.js'

const { PORT = '8080' } = process.env
const [config = 'steps/02-edge.cfg', program = 'steps/02-sky.js'] =
  process.argv.slice(2)

const machines = await Promise.all([
  startMachine('kudu', program),
  startMachine('oryx', program),
])
await startProxy(config, machines, { PORT })
for (const { child } of machines) child.stdout.pipe(process.stdout)
console.log(`Listening on http://localhost:${PORT}`)
