import { once } from 'node:events'
import http from 'node:http'

for (const noDelay of [false, true]) {
  const server = http.createServer({ noDelay }, (_req, res) => {
    res.write('hi\n')
    setTimeout(() => res.end(), 1)
  })
  await once(server.listen(0), 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const agent = new http.Agent({ keepAlive: true })
  const times = []
  for (let i = 0; i < 25; i++) {
    const start = performance.now()
    const [res] = await once(http.get({ port, agent }), 'response')
    await once(res.resume(), 'end')
    times.push(performance.now() - start)
  }
  const quartile = times.sort((a, b) => a - b)[6]
  console.log(`noDelay: ${noDelay}, about ${Math.floor(quartile / 10) * 10} ms`)
  agent.destroy()
  server.close()
}
