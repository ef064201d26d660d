import { writeFileSync } from 'node:fs'
import { library } from '../library.js'

const { Router } = await library('lib/index.js')
const { publish, serve } = await library('lib/cluster/index.js')

/**
 * Publishes once its primary is gone, and writes down how that ends.
 *
 * @param {{ data: string }} context
 */
export default function app({ data: file }) {
  process.once('disconnect', () => {
    publish('news', 'to nobody').then(
      () => writeFileSync(file, 'resolved'),
      () => writeFileSync(file, 'rejected'),
    )
  })
  return new Router()
}

if (import.meta.main) {
  const [, , host, file] = process.argv
  await serve(import.meta.url, { port: 0, host, workers: 1, data: file })
  process.kill(process.pid, 'SIGKILL')
}
