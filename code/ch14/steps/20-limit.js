import http from 'node:http'
import { Router } from 'velocy'
import { serve } from 'velocy/cluster'

const LIMIT = 100

function app() {
  const router = new Router()
  let attempts = 0
  router.get('/login', (_req, res) => {
    attempts++
    if (attempts <= LIMIT) return 'wrong password'
    res.statusCode = 429
    return 'come back in a minute'
  })
  return router
}

const cluster = await serve(app, { port: 0, workers: 4 })

/** @returns {Promise<number | undefined>} the status, over a new connection */
const knock = () =>
  new Promise((resolve) => {
    http.get(`${cluster.url}/login`, { agent: false }, (res) => {
      resolve(res.resume().statusCode)
    })
  })

let attempts = 0
for (let i = 0; i < 1000; i++) if ((await knock()) === 200) attempts++
console.log(`${attempts} passwords tried, with a limit of ${LIMIT}`)
await cluster.close()
