import { Router } from 'velocy'
import { logToPrimary } from 'velocy/cluster'

export default function app() {
  const lines = logToPrimary()
  const router = new Router()
  router.get('/:line', ({ params }) => {
    lines.write(`${params.line}\n`)
    return 'written'
  })
  return router
}
