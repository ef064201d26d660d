/**
 * A server that is observed, or not: `node run.js SERVER`. SERVER is the path of
 * a module that exports `start({ hasIds, hasMetrics }, { host, port })`, and
 * FEATURE one of
 *
 * - `none`: GET /bench/:name?id= is answered with both, as JSON
 * - `ids`: each request keeps its X-Request-Id or gets one, the answer has it,
 *   and code below finds it by an AsyncLocalStorage
 * - `metrics`: a histogram has the time of each request, by method, route and
 *   status
 * - `both`
 */
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const { HOST: host = '127.0.0.1', PORT = '8080' } = process.env
const { FEATURE = 'none' } = process.env

const hasIds = ['ids', 'both'].includes(FEATURE)
const hasMetrics = ['metrics', 'both'].includes(FEATURE)
const { start } = await import(
  pathToFileURL(path.resolve(process.argv[2])).href
)
await start({ hasIds, hasMetrics }, { host, port: Number(PORT) })
