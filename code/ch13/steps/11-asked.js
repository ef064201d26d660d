import http from 'node:http'
import { NetRequest } from '../lib/app/net-request.js'
import { makeNetServer } from '../lib/engine/server.js'
import { Response } from './tiny.js'

const server = makeNetServer({ Request: NetRequest, Response })
server.on('request', (req, res) => {
  console.log(req.method, req.url, req instanceof http.IncomingMessage)
  const { headers } = req
  console.log(headers.accept, headers === req.headers)
  res.end('seen\n')
})
server.listen(8080, () => console.log('Listening on http://localhost:8080'))
