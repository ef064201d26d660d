import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { multipart } from '../lib/middleware/index.js'

/** @import { Request, Router } from '../lib/index.js' */

const FOLDER = join(tmpdir(), 'velocy-uploads')
const ROOM = 2 ** 30

/**
 * POST /upload receives files, and answers what they are.
 *
 * @param {Router} router
 */
export function receiveFiles(router) {
  router.post('/upload', { bodyLimit: ROOM }, receive)
}

/** @param {Request} req */
async function receive(req) {
  await mkdir(FOLDER, { recursive: true, mode: 0o700 })
  const files = []
  for await (const part of multipart(req)) {
    if (!part.filename) continue
    const { path, ...file } = await part.saveTo(FOLDER, { hash: 'sha256' })
    // It's a demo, and keeps nothing.
    await rm(path)
    files.push({ name: part.filename, ...file })
  }
  return files
}
