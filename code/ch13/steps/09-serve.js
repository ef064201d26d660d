import { makeNetServer } from '../lib/engine/server.js'
import { Request, Response } from './tiny.js'

const server = makeNetServer({ Request, Response })
server.on('request', (req, res) => res.end(`${req.method} ${req.url}`))
const port = Number(process.env.PORT ?? 8080)
server.listen(port, () => {
  console.log(`Listening on http://localhost:${port}`)
})
