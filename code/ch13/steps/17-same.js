import http from 'node:http'
import { NetRequest } from '../lib/app/net-request.js'
import { NetResponse } from '../lib/app/net-response.js'
import { makeNetServer } from '../lib/engine/server.js'
import { ask, serve } from './17-ask.js'
import { handlers } from './17-handlers.js'

const classes = { Request: NetRequest, Response: NetResponse }
const ours = makeNetServer({ ...classes, keepAliveTimeout: 5000 })
const theirs = http.createServer()
await serve(ours)
await serve(theirs)

let same = 0
for (const name of Object.keys(handlers)) {
  for (const method of ['GET', 'HEAD', 'POST']) {
    for (const version of ['1.1', '1.0']) {
      const start = `${method} /${name} HTTP/${version}`
      if ((await ask(ours, start)) === (await ask(theirs, start))) same++
      else console.log('differs:', start)
    }
  }
}
console.log('the same:', same)
console.log(await ask(ours, 'GET /pieces HTTP/1.1'))
console.log(await ask(theirs, 'GET /pieces HTTP/1.1'))
ours.close()
theirs.close()
