import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { missing, type, words } from '../words.js'

/** @param {(word: string) => string | Promise<string>} get */
export async function start(get, { host, port, velocy }) {
  const library = path.resolve(velocy, 'lib', 'index.js')
  const { createServer, Router } = await import(pathToFileURL(library).href)
  const router = new Router()
  for (const word of words) router.get(`/${word}`, () => get(word))
  router.get('/*rest', (_req, res) => {
    res.statusCode = 404
    res.setHeader('content-type', type)
    return missing
  })
  const engine = process.env.VELOCY_ENGINE
  createServer(router, engine ? { engine } : {}).listen(port, host)
}
