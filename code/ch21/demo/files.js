import { join } from 'node:path'
import { files } from '../lib/middleware/index.js'

/** @import { Router } from '../lib/index.js' */

const PUBLIC = join(import.meta.dirname, 'public')

/**
 * What everyone may have.
 *
 * @param {Router} router
 */
export function serveFiles(router) {
  router.get('/static/*', files(PUBLIC, { immutable: /\.[0-9a-f]{8}\./ }))
}
