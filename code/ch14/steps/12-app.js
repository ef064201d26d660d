import { Router } from 'velocy'

const NAME = /^([a-z]+ ?)*$/

/** @param {{ id: number }} worker that it is to run in */
export default function app({ id }) {
  const router = new Router()
  router.get('/', () => `Worker ${id}`)
  router.get('/boats/:name', ({ params }) => String(NAME.test(params.name)))
  return router
}
