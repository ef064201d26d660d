import express from 'express'
import { missing, type, words } from '../words.js'

/** @param {(word: string) => string | Promise<string>} get */
export function start(get, { host, port }) {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  for (const word of words) {
    app.get(`/${word}`, async (_req, res) => {
      res.type(type).send(await get(word))
    })
  }
  app.use((_req, res) => {
    res.status(404).type(type).send(missing)
  })
  app.listen(port, host)
}
