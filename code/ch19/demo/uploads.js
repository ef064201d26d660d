import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { multipart } from '../lib/middleware/index.js'

/** @import { Request, Router } from '../lib/index.js' */

const FOLDER = join(tmpdir(), 'velocy-uploads')
const LIMITS = { files: 5, fileSize: 2 ** 30 }

/**
 * POST /upload receives files, and answers what they are.
 *
 * @param {Router} router
 */
export function receiveFiles(router) {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 })
  router.post('/upload', { bodyLimit: 2 ** 30 }, receive)
}

/** @param {Request} req */
async function receive(req) {
  const files = []
  for await (const part of multipart(req, LIMITS)) {
    if (!part.filename) continue
    const file = await part.saveTo(FOLDER, { hash: 'sha256' })
    files.push({ name: part.filename, ...file })
  }
  // It's a demo: it keeps no files of strangers.
  for (const { path } of files) await rm(path)
  return files.map(({ name, size, hash }) => ({ name, size, hash }))
}
