import { openOrigin, race } from './04-race.js'
import { startProxy } from './machines.js'

const [limit = '200'] = process.argv.slice(2)

/** @param {string} config @param {string} method */
async function raceThrough(config, method) {
  const address = `127.0.0.1:${await openOrigin(Number(limit))}`
  const machines = ['kudu', 'oryx'].map((name) => ({ name, address }))
  const proxy = await startProxy(config, machines)
  const [, port] = proxy.address.split(':')
  return race(Number(port), method)
}

const lines = []
for (const config of ['steps/03-edge.conf', 'steps/02-edge.cfg']) {
  for (const method of ['GET', 'POST']) {
    lines.push([config, method.padEnd(4), raceThrough(config, method)])
  }
}
for (const [config, method, answers] of lines) {
  console.log(config, method, await answers)
}
process.exit()
