// node --expose-gc steps/11-weight.js
import http from 'node:http'
import net from 'node:net'
import { NetRequest } from '../lib/app/net-request.js'
import { Request } from '../lib/app/request.js'
import { weigh } from './weigh.js'

const socket = new net.Socket()
const text = 'Host: localhost\r\nAccept: */*\r\nUser-Agent: curl\r\n'
const start = { method: 'GET', target: '/hey', minor: 1 }
const head = /** @type {any} */ ({ ...start, text, hasBody: false })
const connection = /** @type {any} */ ({ socket })

weigh('IncomingMessage', () => new http.IncomingMessage(socket))
weigh('our Request on it', () => new Request(socket))
weigh('our Request on our engine', () => new NetRequest(connection, head))
