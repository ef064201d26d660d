import uws from 'uWebSockets.js'
import expressify from 'uwebsockets-express'
import { missing, type, words } from '../../stores/words.js'

/** @param {(word: string) => string | Promise<string>} get */
export function start(get, { host, port }) {
  const server = uws.App()
  const app = expressify.default(server)
  for (const word of words) {
    app.get(`/${word}`, async (_req, res) => {
      const body = await get(word)
      res.setHeader('content-type', type)
      res.end(body)
    })
  }
  app.use((_req, res) => {
    res.status(404)
    res.setHeader('content-type', type)
    res.end(missing)
  })
  // Its own listen() takes no host, and would listen on every interface.
  server.listen(host, port, (socket) => {
    if (!socket) throw new Error(`Cannot listen on ${host}:${port}`)
  })
}
