/**
 * Ten packages that were written for Express, unmodified, as middleware of
 * Velocy's newest chapter, on both of its engines, and in an Express app inside
 * it: each answers what it answers in Express.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { newestVelocy } from '../bench/contenders.js'
import { srcDir } from '../lib/paths.js'
import { load, packages, staying } from './middleware-packages.js'

/** @typedef {import('./middleware-packages.js').Ask} Ask */
/** @typedef {import('./middleware-packages.js').Host} Host */
/** @typedef {import('./middleware-packages.js').Use} Use */

const folder = newestVelocy()
if (!folder) throw new Error('no chapter has a router')
const library = pathToFileURL(path.join(folder, 'lib', 'index.js')).href
const { createServer, Router } = await import(library)
const adapter = pathToFileURL(
  path.join(folder, 'lib', 'app', 'express.js'),
).href
const { fromExpress } = await import(adapter)
const { dependencies } = load('./package.json')
const express = load('express')

/** @type {Record<string, (fill: (host: Host) => void) => http.Server>} */
const hosts = {
  'Express on node:http'(fill) {
    const app = express()
    app.disable('x-powered-by')
    fill(app)
    return http.createServer(app)
  },
  "Velocy's engine http"(fill) {
    const router = new Router()
    fill(router)
    return createServer(router, { engine: 'http' })
  },
  "Velocy's engine net"(fill) {
    const router = new Router()
    fill(router)
    return createServer(router, { engine: 'net' })
  },
  "Express inside Velocy's engine http": (fill) => withExpress(fill, 'http'),
  "Express inside Velocy's engine net": (fill) => withExpress(fill, 'net'),
}

/**
 * @param {(host: Host) => void} fill
 * @param {'net' | 'http'} engine
 */
function withExpress(fill, engine) {
  const app = express()
  app.disable('x-powered-by')
  fill(app)
  const router = new Router()
  router.all('/*', fromExpress(app))
  return createServer(router, { engine })
}

/**
 * @param {number} port
 * @param {Ask} ask
 * @param {Map<string, string>} cookies
 */
async function answerTo(port, ask, cookies) {
  const { method = 'GET', path: target = '/', headers = {}, body } = ask
  const cookie = [...cookies.values()].join('; ')
  const request = http.request({
    port,
    host: '127.0.0.1',
    method,
    path: target,
    agent: false,
    headers: { ...(cookie && { Cookie: cookie }), ...headers },
    timeout: 5000,
  })
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.end(body)
  const [response] = await once(request, 'response')
  const chunks = await response.toArray()
  for (const line of response.headers['set-cookie'] ?? []) {
    const [pair] = line.split(';')
    cookies.set(pair.split('=')[0], pair)
  }
  if (ask.fails) return `${response.statusCode}`
  const bytes = Buffer.concat(chunks)
  const isZipped = response.headers['content-encoding'] === 'gzip'
  const text = isZipped && bytes.length > 0 ? gunzipSync(bytes) : bytes
  const { date: _date, ...fields } = response.headers
  // A session's name is another each time.
  const shown = JSON.stringify(fields).replace(/connect\.sid=[^;]+/, 'sid')
  return `${response.statusCode} ${sorted(shown)} ${text.toString('latin1')}`
}

/** @param {string} fields in JSON */
const sorted = (fields) =>
  JSON.stringify(Object.entries(JSON.parse(fields)).sort())
    .replace(/"expires=[^"]*"/gi, '')
    .replace(/Expires=[^;"]*/gi, 'Expires=later')

/**
 * @param {(fill: (host: Host) => void) => http.Server} host
 * @param {Use} use
 */
async function answersOf(host, { fill, asks }) {
  /** @type {string[]} */
  const seen = []
  const server = host((app) => fill(app, (line) => seen.push(line.trim())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const cookies = new Map()
  try {
    for (const ask of asks) {
      seen.push(await answerTo(port, ask, cookies))
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return seen.sort()
}

const [[, control], ...ours] = Object.entries(hosts)
for (const [name, use] of Object.entries(packages)) {
  const version = dependencies[name]
  for (const [where, host] of ours) {
    test(`${name} ${version} on ${where} answers as in Express`, async () => {
      const expected = await answersOf(control, use)
      assert.deepEqual(await answersOf(host, use), expected)
    })
  }
}

for (const [name, use] of Object.entries(staying)) {
  test(`${name} ${dependencies[name]} runs in an Express app inside Velocy, and not on Velocy`, async () => {
    const expected = await answersOf(control, use)
    for (const [where, host] of ours) {
      const answers = await answersOf(host, use).catch(({ code }) => code)
      if (where.startsWith('Express')) assert.deepEqual(answers, expected)
      else assert.notDeepEqual(answers, expected)
    }
  })
}

test('Coming from Express lists these packages, and no others', () => {
  const page = readFileSync(path.join(srcDir, 'coming-from-express.md'), 'utf8')
  const [, , , runs, stays] = page.split(/\n## /)
  const rows = (/** @type {string} */ part) =>
    [...part.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name).sort()
  assert.deepEqual(rows(runs), Object.keys(packages).sort())
  assert.deepEqual(rows(stays), Object.keys(staying).sort())
})
