import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const { VELOCY_ENGINE: engine } = process.env

// The Velocy that is measured: node run.js server.js code/chNN
const index = path.resolve(process.argv[3], 'lib', 'index.js')
const { createServer, Router } = await import(pathToFileURL(index).href)

const router = new Router()
router.post('/echo', async (req, res) => res.json(await req.json()))

const server = createServer(router, ...(engine ? [{ engine }] : []))
server.listen(Number(PORT), HOST)
