import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/** @param {string} folder */
export async function start(folder, { host, port, velocy }) {
  const load = (name) =>
    import(pathToFileURL(path.resolve(velocy, 'lib', name, 'index.js')).href)
  const { createServer, Router } = await load('')
  const { files } = await load('middleware')
  const router = new Router().get('/static/*', files(folder))
  const { VELOCY_ENGINE: engine = 'net' } = process.env
  createServer(router, { engine }).listen(port, host)
}
