import { openOrigin, race } from './04-race.js'
import { startProxy } from './machines.js'

const [limit = '200'] = process.argv.slice(2)
const address = `127.0.0.1:${await openOrigin(Number(limit))}`
const machines = ['kudu', 'oryx'].map((name) => ({ name, address }))

for (const config of ['steps/03-edge.conf', 'steps/02-edge.cfg']) {
  const proxy = await startProxy(config, machines)
  const [, port] = proxy.address.split(':')
  const [get, post] = await Promise.all([
    race({ port, path: '/sky' }),
    race({ port, path: '/bookings', method: 'POST' }),
  ])
  console.log(config, { get, post })
}
process.exit()
