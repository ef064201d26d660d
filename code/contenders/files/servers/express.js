import express from 'express'

/** @param {string} folder */
export function start(folder, { host, port }) {
  const app = express()
  app.disable('x-powered-by')
  app.use('/static', express.static(folder))
  app.listen(port, host)
}
