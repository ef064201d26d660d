import cluster from 'node:cluster'
import { fileURLToPath, pathToFileURL } from 'node:url'

const program = new URL('../lib/cluster/worker.js', import.meta.url)
const start = {
  ...{ id: 7, generation: 0, data: null, listen: { port: 0 } },
  ...{ heartbeat: 1000, drainTimeout: 1000 },
  app: pathToFileURL(process.argv[2]).href,
}

cluster.setupPrimary({
  exec: fileURLToPath(program),
  serialization: 'advanced',
})
const worker = cluster.fork({ VELOCY_WORKER: '1' })
worker.on('exit', (code, signal) => console.log(`it ends: ${signal ?? code}`))
worker.on('message', async ({ velocy, address, failure }) => {
  if (velocy === 'hello') {
    console.log('it says hello')
    worker.send({ velocy: 'start', start })
  } else if (velocy === 'failed') {
    console.log(`it has failed: ${failure.message}`)
  } else if (velocy === 'ready') {
    const response = await fetch(`http://localhost:${address.port}/`)
    console.log(`it is ready, and answers: ${await response.text()}`.trim())
    worker.process.kill('SIGKILL')
  }
})
