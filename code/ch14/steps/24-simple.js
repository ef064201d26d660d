import fs from 'node:fs'
import { Router } from 'velocy'

/** @param {{ data: any }} worker whose data is the path of the log */
export default function app({ data: path }) {
  let fd = fs.openSync(path, 'a')
  let size = 0
  let old = 0
  const router = new Router()
  router.get('/:line', ({ params }) => {
    const line = `${params.line}\n`
    if (size + line.length > 100) {
      fs.renameSync(path, `${path}.${++old}`)
      fd = fs.openSync(path, 'a')
      size = 0
    }
    size += fs.writeSync(fd, line)
    return 'written'
  })
  return router
}
