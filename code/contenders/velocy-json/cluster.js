/**
 * The same in WORKERS processes, by the cluster of a Velocy that has one:
 * `node cluster.js code/ch14`.
 */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST = '127.0.0.1', PORT = '8080', WORKERS = '1' } = process.env
const { VELOCY_ENGINE: engine } = process.env

/** @param {string[]} names of a file of its lib */
const load = (...names) =>
  import(pathToFileURL(path.resolve(process.argv[2], 'lib', ...names)).href)

/** What each worker serves. */
export default async function app() {
  const { createServer, Router } = await load('index.js')
  const router = new Router()
  router.post('/echo', async (req, res) => res.json(await req.json()))
  return createServer(router, ...(engine ? [{ engine }] : []))
}

if (import.meta.main) {
  const { serve } = await load('cluster', 'index.js')
  await serve(import.meta.url, {
    host: HOST,
    port: Number(PORT),
    workers: Number(WORKERS),
  })
}
