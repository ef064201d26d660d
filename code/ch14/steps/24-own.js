import { LogFile, Router } from 'velocy'

/** @param {{ data: any }} worker whose data is the path of the log */
export default function app({ data: path }) {
  const file = new LogFile(path, { maxSize: 100, keep: 9 })
  process.on('exit', () => file.flushSync())
  const router = new Router()
  router.get('/:line', ({ params }) => {
    file.write(`${params.line}\n`)
    return 'written'
  })
  return router
}
