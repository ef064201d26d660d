/**
 * What a server takes to save a large upload in a folder: CPU time, and memory
 * while it comes.
 *
 *     CONTENDERS=… node upload.js net|http|busboy|formidable|multer|fastify
 *
 * A tenth of DURATION is the size of the file in GB; at most one.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createWriteStream,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { createServer, Router } from '../lib/index.js'
import { multipart } from '../lib/middleware/index.js'

const [way] = process.argv.slice(2)
const { DURATION = '2', CONTENDERS = '../../contenders' } = process.env
const MB = 1_000_000
const SIZE = Math.round(Math.min(Number(DURATION) * 100, 1000)) * MB
const ROOM = 2000 * MB

const load = createRequire(path.resolve(CONTENDERS, 'uploads/package.json'))
const folder = mkdtempSync(path.join(tmpdir(), 'velocy-upload-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Sends a file of so many bytes, and prints the answer. */
const CLIENT = `
  import http from 'node:http'
  import { randomBytes } from 'node:crypto'
  import { Readable } from 'node:stream'
  const [port, size] = process.argv.slice(-2).map(Number)
  const block = randomBytes(1_000_000)
  const head = '--velocy\\r\\nContent-Disposition: form-data; name="file"; ' +
    'filename="large.bin"\\r\\nContent-Type: application/octet-stream\\r\\n\\r\\n'
  const tail = '\\r\\n--velocy--\\r\\n'
  function* body() {
    yield head
    for (let sent = 0; sent < size; sent += block.length) yield block
    yield tail
  }
  const request = http.request({ port, method: 'POST', path: '/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=velocy',
      'content-length': head.length + size + tail.length } })
  request.on('response', (res) => res.pipe(process.stdout))
  Readable.from(body(), { objectMode: false }).pipe(request)`

/** @param {'net' | 'http'} engine */
function velocy(engine) {
  const router = new Router()
  router.post('/upload', { bodyLimit: ROOM }, async (req) => {
    for await (const part of multipart(req)) await part.saveTo(folder)
    return 'saved'
  })
  return createServer(router, { engine }).listen(0, '127.0.0.1')
}

function busboy() {
  const busboy = load('busboy')
  return http
    .createServer((req, res) => {
      const saved = /** @type {Promise<void>[]} */ ([])
      const form = busboy({ headers: req.headers })
      form.on('file', (/** @type {string} */ _, /** @type {any} */ file) => {
        const to = path.join(folder, crypto.randomUUID())
        saved.push(pipeline(file, createWriteStream(to)))
      })
      form.on('close', async () => {
        await Promise.all(saved)
        res.end('saved')
      })
      req.pipe(form)
    })
    .listen(0, '127.0.0.1')
}

function formidable() {
  const { formidable } = load('formidable')
  return http
    .createServer(async (req, res) => {
      await formidable({ uploadDir: folder, maxFileSize: ROOM }).parse(req)
      res.end('saved')
    })
    .listen(0, '127.0.0.1')
}

function multer() {
  const app = load('express')()
  const upload = load('multer')({ dest: folder })
  app.post(
    '/upload',
    upload.single('file'),
    (/** @type {any} */ _, /** @type {any} */ res) => res.send('saved'),
  )
  return app.listen(0, '127.0.0.1')
}

async function fastify() {
  const app = load('fastify')({ bodyLimit: ROOM })
  await app.register(load('@fastify/multipart'), {
    limits: { fileSize: ROOM },
  })
  app.post('/upload', async (/** @type {any} */ req) => {
    const { file } = await req.file()
    const to = path.join(folder, crypto.randomUUID())
    await pipeline(file, createWriteStream(to))
    return 'saved'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}

/** @type {Record<string, () => any>} */
const ways = {
  net: () => velocy('net'),
  http: () => velocy('http'),
  busboy,
  formidable,
  multer,
  fastify,
}

/** @param {number} port @param {number} size */
async function send(port, size) {
  const args = ['--input-type=module', '-e', CLIENT, `${port}`, `${size}`]
  const client = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let answer = ''
  client.stdout.on('data', (chunk) => (answer += chunk))
  await once(client, 'close')
  assert.equal(answer, 'saved')
  const [name, ...others] = readdirSync(folder)
  assert.equal(others.length, 0)
  assert.equal(statSync(path.join(folder, name)).size, size)
  rmSync(path.join(folder, name))
}

const server = await ways[way]()
if (!server.listening) await once(server, 'listening')
const { port } = server.address()
await send(port, 20 * MB)
globalThis.gc?.()

const before = process.memoryUsage.rss()
const samples = [0]
const sampling = setInterval(() => {
  samples.push(process.memoryUsage.rss() - before)
}, 20)
const cpu = process.cpuUsage()
const begin = performance.now()
await send(port, SIZE)
const seconds = (performance.now() - begin) / 1000
const { user, system } = process.cpuUsage(cpu)
clearInterval(sampling)

/** @type {Record<string, number>} */
const figures = {
  'rate.megabytes-per-cpu-second': SIZE / MB / ((user + system) / 1e6),
  'rate.megabytes': SIZE / MB / seconds,
  'memory.peak': Math.max(1, ...samples),
}
for (const percent of [20, 40, 60, 80, 100]) {
  const at = Math.ceil((percent / 100) * samples.length) - 1
  figures[`memory.at-${percent}`] = Math.max(1, samples[at])
}
console.log(JSON.stringify(figures))
process.exit()
