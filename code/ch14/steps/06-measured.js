import cluster from 'node:cluster'
import http from 'node:http'
import { open } from './06-cluster.js'
import { requests, simulate } from './06-imbalance.js'

/** @import { Options } from './06-imbalance.js' */

const [schedule = 'round-robin', limit = '0', more = '{}'] =
  process.argv.slice(2)
const given = { schedule, limit: Number(limit), seed: 3, ticks: 10 }
const options = /** @type {Options} */ ({ ...given, ...JSON.parse(more) })
const port = await open(options)

/** @type {http.Agent[]} */
const agents = []
const total = [0, 0, 0, 0]
let connections = 0
for (const { customer } of requests(options)) {
  agents[customer] ??= new http.Agent({ keepAlive: true, maxSockets: 1 })
  total[Number(await ask(agents[customer])) - 1]++
}
for (const agent of agents) agent.destroy()
const model = simulate(options)
console.log('model:', model.total.join(' '))
console.log('workers:', total.join(' '))
console.log('connections:', model.connections, connections)
cluster.disconnect()

/** @param {http.Agent} agent @returns {Promise<string>} who has answered */
function ask(agent) {
  return new Promise((resolve, reject) => {
    const asked = http.get({ port, host: '127.0.0.1', agent })
    asked.on('error', reject).on('response', (answer) => {
      if (!asked.reusedSocket) connections++
      let id = ''
      answer.on('data', (chunk) => {
        id += chunk
      })
      answer.on('end', () => resolve(id))
    })
  })
}
