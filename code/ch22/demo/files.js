import { join } from 'node:path'
import { files, multipart } from '../lib/middleware/index.js'

/** @import { Request, Router } from '../lib/index.js' */

const PUBLIC = join(import.meta.dirname, 'public')

/**
 * GET /static/ is what everyone may have; POST /upload says what it received.
 *
 * @param {Router} router
 */
export function serveFiles(router) {
  router.get('/static/*', files(PUBLIC, { immutable: /\.[0-9a-f]{8}\./ }))
  router.post('/upload', { bodyLimit: 2 ** 30 }, receive)
}

/** It's a demo, and keeps nothing. @param {Request} req */
async function receive(req) {
  const parts = []
  for await (const part of multipart(req)) {
    let size = 0
    for await (const chunk of part) size += chunk.length
    parts.push({ name: part.filename ?? part.name, size })
  }
  return parts
}
