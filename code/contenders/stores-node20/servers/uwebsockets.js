import uws from 'uWebSockets.js'
import { missing, type, words } from '../../stores/words.js'

/** @param {(word: string) => string | Promise<string>} get */
export function start(get, { host, port }) {
  const app = uws.App()
  for (const word of words) {
    app.get(`/${word}`, async (response) => {
      let isGone = false
      response.onAborted(() => {
        isGone = true
      })
      const body = await get(word)
      if (isGone) return
      response.cork(() => {
        response.writeHeader('content-type', type).end(body)
      })
    })
  }
  app.any('/*', (response) => {
    response.writeStatus('404 Not Found')
    response.writeHeader('content-type', type).end(missing)
  })
  app.listen(host, port, (socket) => {
    if (!socket) throw new Error(`Cannot listen on ${host}:${port}`)
  })
}
