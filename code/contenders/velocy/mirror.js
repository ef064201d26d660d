import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import {
  mirror,
  takeUpgrades,
} from '../../../packages/http1-conformance/examples/mirror.js'

const { HOST = '127.0.0.1', PORT = '8080', VELOCY_ENGINE } = process.env
const { TLS_CERT, TLS_KEY } = process.env

// The Velocy that is tried: node run.js mirror.js code/chNN
const index = path.resolve(process.argv[3], 'lib', 'index.js')
const { createServer } = await import(pathToFileURL(index).href)

// No router: what it makes of a path is none of the engine's business.
const handler = {
  handle: mirror,
  fail: (_error, req, res) => mirror(req, res),
  compile() {},
}
const server = createServer(handler, {
  ...(VELOCY_ENGINE && { engine: VELOCY_ENGINE }),
  ...(TLS_CERT && {
    tls: { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) },
  }),
})
takeUpgrades(server)
server.listen(Number(PORT), HOST)
