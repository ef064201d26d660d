import { Router } from 'velocy'
import { serve } from 'velocy/cluster'

const LIMIT = 100

export default function app() {
  let attempts = 0
  return new Router().get('/login', (_req, res) => {
    attempts++
    if (attempts <= LIMIT) return 'wrong password'
    res.statusCode = 429
    return 'come back in a minute'
  })
}

if (import.meta.main) {
  const cluster = await serve(import.meta.url, { port: 0, workers: 4 })
  const headers = { connection: 'close' }
  let tried = 0
  for (let i = 0; i < 1000; i++) {
    const { status } = await fetch(`${cluster.url}/login`, { headers })
    if (status === 200) tried++
  }
  console.log(`${tried} passwords tried, with a limit of ${LIMIT}`)
  await cluster.close()
}
