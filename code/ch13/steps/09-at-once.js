import http from 'node:http'
import { askTwice, handler } from './09-seats.js'

const server = http.createServer(handler)
server.listen(0, '127.0.0.1', () => askTwice(server))
