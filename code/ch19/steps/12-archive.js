import { mkdirSync } from 'node:fs'
import { createServer, Router } from '../lib/index.js'
import { multipart } from '../lib/middleware/multipart.js'

/** @import { Request } from '../lib/index.js' */

mkdirSync('archive', { recursive: true })

/** @param {Request} req */
async function archive(req) {
  const songs = []
  for await (const part of multipart(req, { fileSize: 5_000_000 })) {
    if (!part.filename) continue
    const { size, hash } = await part.saveTo('archive', { hash: 'sha256' })
    songs.push({ name: part.filename, size, hash })
  }
  return songs
}

const router = new Router()
router.post('/songs', { bodyLimit: 20_000_000 }, archive)

const server = createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
process.once('SIGTERM', () => server.close())
