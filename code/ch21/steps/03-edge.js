import { startMachine, startProxy } from './machines.js'

const { PORT = '8080' } = process.env

const kudu = await startMachine('kudu', 'steps/03-who.js', { PORT: '8081' })
await startProxy('steps/03-edge.cfg', [kudu], { PORT })
console.log(`https://localhost:${PORT} is for ${kudu.url}`)
