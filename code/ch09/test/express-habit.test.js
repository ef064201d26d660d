import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PATIENCE, request, within } from './support.js'

/** The package: the folder of the server under test. */
const velocy = process.env.APP
  ? path.dirname(path.resolve(process.env.APP))
  : fileURLToPath(new URL('..', import.meta.url))

const app = `
const { createServer, Router } = require('velocy')

const router = new Router()

router.get('/users/:name', (req, res) => {
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(JSON.stringify({
    name: req.params.name,
    id: req.queryParams.get('id'),
    pid: process.pid,
  }))
})

router.post('/users', (req, res) => {
  res.writeHead(201)
  res.end()
})

const server = createServer(router).listen(process.env.PORT ?? 3000, () => {
  console.log(server.address().port)
})
`

const cluster = `
const cluster = require('node:cluster')

if (cluster.isPrimary) {
  cluster.fork()
  cluster.fork()
  process.on('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.kill()
    cluster.disconnect(() => process.exit())
  })
} else {
  require('./app.js')
}
`

/**
 * Runs a program of someone who has installed the package.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} name of the file that is run
 * @param {number} listening how many processes say that they do
 */
async function run(t, name, listening) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'habit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'node_modules'))
  symlinkSync(velocy, path.join(folder, 'node_modules', 'velocy'), 'junction')
  writeFileSync(path.join(folder, 'package.json'), '{"type":"commonjs"}')
  writeFileSync(path.join(folder, 'app.js'), app)
  writeFileSync(path.join(folder, 'cluster.js'), cluster)
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, [name], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  t.after(async () => {
    child.kill()
    const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    await ended
    clearTimeout(late)
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  /** @type {number[]} */
  const ports = []
  const ready = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      ports.push(Number(line))
      if (ports.length === listening) resolve(ports)
    })
    child.on('exit', (code) => {
      reject(new Error(`${name} ended with status ${code}: ${errors}`))
    })
  })
  await within(ready, () => `${name} to listen: ${errors}`)
  return { host: '127.0.0.1', port: ports[0], ports, pid: child.pid }
}

test("a program in Express's habit answers", async (t) => {
  const server = await run(t, 'app.js', 1)
  const found = await request(server, '/users/Ada%20L?id=7&id=8')
  assert.equal(found.status, 200)
  assert.equal(found.headers['content-type'], 'application/json')
  assert.deepEqual(JSON.parse(found.text), {
    name: 'Ada L',
    id: '7',
    pid: server.pid,
  })
  const without = await request(server, '/users/Ada')
  assert.equal(JSON.parse(without.text).id, null)
  const made = await request(server, '/users', { method: 'POST' })
  assert.equal(made.status, 201)
  const other = await request(server, '/users', { method: 'GET' })
  assert.equal(other.status, 405)
  assert.equal((await request(server, '/nobody')).status, 404)
})

test('the same program answers in two workers of a cluster', async (t) => {
  const server = await run(t, 'cluster.js', 2)
  assert.equal(server.ports[0], server.ports[1], 'they do not share a port')
  const pids = new Set()
  // Workers take turns, so a few connections reach both.
  for (let i = 0; i < 40 && pids.size < 2; i++) {
    const { status, text } = await request(server, `/users/n${i}?id=${i}`)
    assert.equal(status, 200)
    const { name, id, pid } = JSON.parse(text)
    assert.equal(name, `n${i}`)
    assert.equal(id, String(i))
    pids.add(pid)
  }
  assert.equal(pids.size, 2, 'one worker answered everything')
  assert.equal(pids.has(server.pid), false, 'the primary answered')
})
