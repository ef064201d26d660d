import { Router } from 'velocy'

/** @param {{ id: number }} worker that it is to run in */
export default function app({ id }) {
  const router = new Router()
  router.get('/', () => `Worker ${id}\n`)
  router.get('/oops', () => process.kill(process.pid, 'SIGKILL'))
  return router
}
