import { createServer, Router } from '../lib/index.js'
import { multipart } from '../lib/middleware/multipart.js'

/** @import { Request } from '../lib/index.js' */

const LIMITS = { files: 2, fileSize: 5_000_000 }

/** @param {Request} req */
async function receive(req) {
  const songs = []
  let bird = 'unknown'
  for await (const part of multipart(req, LIMITS)) {
    if (part.name === 'bird') bird = await part.text()
    if (part.name !== 'song') continue
    let bytes = 0
    for await (const chunk of part) bytes += chunk.length
    songs.push({ bird, name: part.filename, bytes })
  }
  return songs
}

const router = new Router({ problems: true })
const options = { bodyLimit: 8_000_000, bodyTimeout: 1000 }
router.post('/songs', options, receive)

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
