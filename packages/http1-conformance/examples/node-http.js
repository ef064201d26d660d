/**
 * A server that the cases can be sent to. With UPGRADES in the environment it
 * takes upgrades and tunnels, too.
 *
 *     http1-conformance -- node examples/node-http.js
 */
import http from 'node:http'
import process from 'node:process'
import { mirror, takeUpgrades } from './mirror.js'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const server = http.createServer(mirror)
takeUpgrades(server)
server.listen(Number(PORT), HOST)
