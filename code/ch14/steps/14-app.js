import { setTimeout as wait } from 'node:timers/promises'
import { Router } from 'velocy'

/** @param {{ generation: number, signal: AbortSignal }} worker it runs in */
export default function app({ generation, signal }) {
  const router = new Router()
  router.get('/', () => `Generation ${generation}\n`)
  router.get('/ticket/:time', async (req, res) => {
    res.write('A ticket ')
    await wait(Number(req.params.time))
    res.end('to Ios')
  })
  router.get('/departures', (_, res) => {
    res.write('Ios: tied up. ')
    signal.addEventListener('abort', () => res.end('The board closes.'))
  })
  return router
}
