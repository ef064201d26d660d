// @nightly
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import * as toolchain from '../processes/toolchain.js'
import { redis } from '../stores/programs.js'
import { runClosedLoop } from './closed-loop.js'
import { exchange } from './exchange.js'
import { runBenchmark } from './harness.js'
import { summariseRounds } from './measures.js'
import { memoryKind, memoryOf, usageOf } from './processes.js'
import { accepts, startServer } from './server.js'
import { coresOfStores } from './stores.js'
import { resultTable } from './table.js'

/** Programs that each answer `hello`, more or less. */
const servers = {
  good: "respond(200, 'hello')",
  mistaken: "respond(200, 'hallo')",
  failing: "respond(++count % 50 === 0 ? 500 : 200, 'hello')",
  crashing: "if (++count === 40) process.exit(7)\n  respond(200, 'hello')",
}

/** One that answers `hello` where it is told of Redis. */
const storing = "respond(200, process.env.REDIS_URL ? 'hello' : 'alone')"

/** One that loses what it gets while it starts. */
const starting = "if (performance.now() < 400) return\n  respond(200, 'hello')"

/** @param {string} statement */
const program = (statement) => `
import { appendFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
const { STARTS } = process.env
const id = path.basename(import.meta.dirname ?? '')
if (STARTS) appendFileSync(STARTS, id + '\\n')
let count = 0
http.createServer((request, response) => {
  // Later, so that the machine is idle most of the time.
  const respond = (status, body) => setTimeout(() => {
    response.writeHead(status, { 'content-length': body.length })
    response.end(body)
  }, 4)
  ${statement}
}).listen(process.env.PORT, process.env.HOST)
`

/** @param {import('node:test').TestContext} t */
function temporaryContenders(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [id, statement] of Object.entries({
    ...servers,
    storing,
    starting,
  })) {
    mkdirSync(path.join(folder, id))
    writeFileSync(path.join(folder, id, 'server.mjs'), program(statement))
    describe(folder, id, { run: [process.execPath, '{folder}/server.mjs'] })
  }
  for (const [id, extra] of Object.entries({
    missing: { needs: ['file:code/nothing.js'], run: ['true'] },
    broken: { run: [process.execPath, '-e', 'throw new Error("no luck")'] },
  })) {
    mkdirSync(path.join(folder, id))
    describe(folder, id, extra)
  }
  return folder
}

/**
 * @param {string} folder
 * @param {string} id
 * @param {object} extra
 */
function describe(folder, id, extra) {
  const contender = {
    id,
    name: id,
    language: 'JavaScript',
    runtime: 'node',
    needs: [],
    version: { chapter: 'velocy' },
    ...extra,
  }
  const file = path.join(folder, id, 'contender.json')
  writeFileSync(file, JSON.stringify(contender))
}

/**
 * @param {string[]} ids
 * @returns {import('./definitions.js').Definition}
 */
const definitionOf = (ids) => ({
  id: 'sample',
  title: 'A sample',
  chapter: 'ch00',
  folder: '/nowhere',
  kind: 'closed',
  request: { path: '/' },
  expect: {
    status: 200,
    freeHeaders: ['connection', 'keep-alive'],
    responses: [{ path: '/', body: 'hello' }],
  },
  connections: 8,
  threads: 1,
  processes: 1,
  baseline: 'good',
  contenders: ids.map((id) => ({ id, contender: id })),
})

const settings = {
  rounds: 2,
  duration: 1,
  warmup: 0,
  connections: 8,
  threads: 1,
  processes: 1,
}

test('an answer has a status of its own, and who cannot run says why', async (t) => {
  const definition = definitionOf(['failing', 'good'])
  const { expect, contenders } = definition
  const [, second] = contenders
  const responses = [{ path: '/', body: 'hello', status: 404 }]
  const result = await runBenchmark(
    {
      ...definition,
      expect: { ...expect, responses },
      contenders: [{ ...contenders[0] }, { ...second, skip: 'too old' }],
    },
    { ...settings, duration: 1 },
    { contenders: temporaryContenders(t) },
  )
  const reasons = result.contenders.map(({ status, reason }) => [
    status,
    reason,
  ])
  assert.deepEqual(reasons, [
    ['invalid', 'GET /: got status 200, expected 404'],
    ['skipped', 'too old'],
  ])
})

test('a server that is still starting is given a moment', async (t) => {
  const { contenders } = await runBenchmark(
    definitionOf(['starting']),
    { ...settings, rounds: 1 },
    { contenders: temporaryContenders(t) },
  )
  assert.equal(contenders[0].reason, undefined)
})

test('beside a client on Node.js, nobody says how much memory a server has', async (t) => {
  const { contenders } = await runBenchmark(
    { ...definitionOf(['good']), kind: 'open' },
    { ...settings, rounds: 1, rate: 100 },
    { contenders: temporaryContenders(t) },
  )
  const [{ status, rounds = [], summary = {} }] = contenders
  assert.equal(status, 'ok')
  assert.ok(summary.memoryIdle.median > 0)
  for (const figures of [...rounds, summary]) {
    assert.equal(figures.memoryLoaded, undefined)
  }
})

test('each contender is measured, skipped or invalid, and none disappears', async (t) => {
  const contenders = temporaryContenders(t)
  const ids = [...Object.keys(servers), 'missing', 'broken']
  const result = await runBenchmark(definitionOf(ids), settings, { contenders })
  const byId = new Map(result.contenders.map((each) => [each.id, each]))
  assert.deepEqual([...byId.keys()], ids)

  const good = byId.get('good')
  assert.equal(good?.status, 'ok')
  assert.equal(good?.rounds?.length, 2)
  const summary = good?.summary ?? {}
  for (const name of ['rps', 'latency.p99', 'cpuPerRequest', 'memoryIdle']) {
    assert.ok(summary[name].median > 0, name)
  }
  assert.ok(summary.memoryLoaded.median >= summary.memoryIdle.median)
  assert.equal(summary.errors.total, 0)
  assert.equal(result.machine?.memory, memoryKind)

  assert.equal(byId.get('mistaken')?.status, 'invalid')
  assert.match(byId.get('mistaken')?.reason ?? '', /"hallo".*expected "hello"/)
  assert.deepEqual(byId.get('mistaken')?.rounds, [])

  const failing = byId.get('failing')
  assert.equal(failing?.status, 'invalid')
  assert.match(failing?.reason ?? '', /errors in round 1: status \d+/)
  assert.equal(failing?.summary, undefined, 'an error is not a smaller figure')

  assert.equal(byId.get('crashing')?.status, 'invalid')
  assert.match(
    byId.get('crashing')?.reason ?? '',
    /ended while it was measured \(exit status 7\)|errors in round 1/,
  )
  assert.equal(byId.get('broken')?.status, 'invalid')
  assert.match(byId.get('broken')?.reason ?? '', /did not start.*no luck/s)
  assert.equal(byId.get('missing')?.status, 'skipped')
  assert.match(byId.get('missing')?.reason ?? '', /nothing\.js is not there/)

  const table = resultTable(result, 'good')
  assert.match(table, /^good +1\.00 /m)
  for (const id of ids.slice(1))
    assert.match(table, new RegExp(`^${id}: `, 'm'))
})

/**
 * @param {import('./definitions.js').Entry} entry
 * @returns {import('./definitions.js').Entry}
 */
const askingRedis = (entry) => ({ ...entry, stores: ['redis'] })

test('servers get the stores that they ask for, which have a place', async (t) => {
  const { path: file, version, reason } = redis()
  if (!file) return t.skip(reason)
  const contenders = temporaryContenders(t)
  const definition = definitionOf(['storing', 'good'])
  const [first, second] = definition.contenders
  const result = await runBenchmark(
    { ...definition, contenders: [askingRedis(first), second] },
    { ...settings, rounds: 1 },
    { contenders, smoke: true },
  )
  const [one, other] = result.contenders
  assert.equal(one.status, 'ok', one.reason ?? '')
  assert.ok(one.summary?.storeCpu.median >= 0)
  assert.equal(other.summary?.storeCpu, undefined)
  assert.equal(result.versions?.redis, version)
  const { serverCores, storeCores } = result.machine ?? {}
  for (const core of storeCores) assert.ok(!serverCores.includes(core))
})

test('a server whose store is not there is skipped', async (t) => {
  t.after(() => delete process.env.REDIS)
  process.env.REDIS = '/no/redis'
  const contenders = temporaryContenders(t)
  const result = await runBenchmark(
    { ...definitionOf(['storing']), stores: ['redis'] },
    { ...settings, rounds: 1 },
    { contenders, smoke: true },
  )
  assert.equal(result.contenders[0].status, 'skipped')
  assert.equal(
    result.contenders[0].reason,
    'REDIS is /no/redis, no program that runs',
  )
})

test('stores have a core of their own, else the one of the client', () => {
  const taken = { server: [1], client: [0] }
  const own = { cores: [2], shared: false }
  assert.deepEqual(coresOfStores([0, 1, 2], taken), own)
  assert.deepEqual(coresOfStores([0, 1], taken), { cores: [0], shared: true })
  const alone = { server: [], client: [] }
  assert.deepEqual(coresOfStores([], alone), { cores: [], shared: false })
})

test('a smoke run starts each server once, and finds the same ones invalid', async (t) => {
  const contenders = temporaryContenders(t)
  const starts = path.join(contenders, 'starts')
  t.after(() => delete process.env.STARTS)
  process.env.STARTS = starts
  const ids = [...Object.keys(servers), 'missing', 'broken']
  const result = await runBenchmark(
    definitionOf(ids),
    { ...settings, rounds: 1 },
    { contenders, smoke: true },
  )
  assert.deepEqual(
    result.contenders.map(({ id, status }) => [id, status]),
    [
      ['good', 'ok'],
      ['mistaken', 'invalid'],
      ['failing', 'invalid'],
      ['crashing', 'invalid'],
      ['missing', 'skipped'],
      ['broken', 'invalid'],
    ],
  )
  const reasons = result.contenders.map(({ reason = '' }) => reason)
  assert.match(reasons[1], /"hallo".*expected "hello"/)
  assert.match(reasons[2], /errors in round 1: status \d+/)
  assert.match(reasons[5], /did not start.*no luck/s)
  const started = readFileSync(starts, 'utf8').trim().split('\n')
  assert.deepEqual(started, Object.keys(servers))
})

test('a server that does not start in time is stopped, and says what it printed', async () => {
  await assert.rejects(
    startServer({
      command: [
        process.execPath,
        '-e',
        'console.log("thinking"); setInterval(() => {}, 1000)',
      ],
      readyTimeout: 600,
    }),
    /did not accept a connection within 0\.6 s.*thinking/s,
  )
})

test('stopping a server ends the processes that it started', async () => {
  const child = `require("node:child_process").spawn(process.execPath,
    ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    require("node:http").createServer().listen(process.env.PORT, process.env.HOST)`
  const server = await startServer({ command: [process.execPath, '-e', child] })
  const { pid } = server.group
  assert.equal(usageOf(pid).processes, 2)
  await server.stop()
  assert.equal(usageOf(pid).processes, 0)
  assert.equal(await accepts(server.port), false)
})

test('a page that processes share is counted once', {
  skip:
    memoryKind === 'pss' ? false : 'this system tells only what is resident',
}, async (t) => {
  const hold = 'setInterval(() => {}, 1000)'
  const fork = `for (let i = 0; i < 3; i++) require("node:child_process")
    .spawn(process.execPath, ["-e", "${hold}"], { stdio: "inherit" }); ${hold};`
  const listen =
    'require("node:http").createServer().listen(process.env.PORT, process.env.HOST)'
  const server = await startServer({
    command: [process.execPath, '-e', `${fork}${listen}`],
  })
  t.after(() => server.stop())
  const { pid } = server.group
  assert.equal(usageOf(pid).processes, 4)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const pids = [pid, ...children.trim().split(' ')]
  const resident = pids.map((each) => {
    const status = readFileSync(`/proc/${each}/status`, 'utf8')
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
  })
  const sum = resident.reduce((total, bytes) => total + bytes)
  assert.equal(pids.length, 4)
  assert.ok(memoryOf(pid) > 0)
  assert.ok(memoryOf(pid) < 0.8 * sum, `${memoryOf(pid)} of ${sum}`)
})

test('Ctrl-C leaves nothing behind', async () => {
  const module = fileURLToPath(new URL('server.js', import.meta.url))
  const script = `
    import { startServer } from ${JSON.stringify(module)}
    const server = await startServer({
      command: [process.execPath, '--input-type=module', '-e', ${JSON.stringify(program(servers.good))}] })
    console.log(server.group.pid)
    setInterval(() => {}, 1000)`
  const harness = spawn(
    process.execPath,
    ['--input-type=module', '-e', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const pid = await new Promise((resolve) => {
    harness.stdout.once('data', (text) => resolve(Number(text)))
  })
  assert.equal(usageOf(pid).processes, 1)
  harness.kill('SIGINT')
  const code = await new Promise((resolve) => harness.once('exit', resolve))
  assert.equal(code, 130)
  const deadline = performance.now() + 2000
  while (usageOf(pid).processes > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.equal(usageOf(pid).processes, 0)
})

/** Answers the bytes of `text` only. @param {string} text */
const exactly = (text) => `
import http from 'node:http'
const wanted = Buffer.from(${JSON.stringify(text)})
http.createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request)
  const isSame = request.method === 'POST' && Buffer.concat(chunks).equals(wanted)
  response.writeHead(isSame ? 200 : 500, { 'content-length': 5 }).end('hello')
}).listen(process.env.PORT, process.env.HOST)
`

test('a body is sent byte for byte, whatever it holds', async (t) => {
  const body = '{\n\t"name": "joão \\\\ \u0001 ]] %d 9",\r\n"id": 10}\n'
  const node = toolchain.node(26).path ?? process.execPath
  const server = await startServer({
    command: [node, '--input-type=module', '-e', exactly(body)],
  })
  t.after(() => server.stop())
  const request = { method: 'POST', path: '/', body }
  assert.equal((await exchange(server.port, request)).status, 200)
  const measured = await runClosedLoop({
    url: `http://127.0.0.1:${server.port}/`,
    request,
    threads: 1,
    connections: 2,
    duration: 1,
    cores: [],
  })
  assert.ok(measured.requests > 0)
  assert.equal(measured.errors.status, 0)
})

test('a body of a file is named in the result, and not repeated', async (t) => {
  const contenders = temporaryContenders(t)
  const definition = definitionOf(['good'])
  const request = {
    method: 'POST',
    path: '/',
    bodyFile: 'a.txt',
    body: 'é!',
    headers: { 'content-type': 'text/plain' },
  }
  const result = await runBenchmark(
    { ...definition, request },
    { ...settings, rounds: 1 },
    { contenders },
  )
  assert.equal(result.contenders[0].status, 'ok')
  assert.deepEqual(result.settings?.request, {
    method: 'POST',
    path: '/',
    bodyFile: 'a.txt',
    bodyBytes: 3,
    headers: { 'content-type': 'text/plain' },
  })
})

test('errors of all rounds are added up', () => {
  const { errors } = summariseRounds([
    { rps: 1, latency: {}, errors: { read: 1, status: 0 } },
    { rps: 1, latency: {}, errors: { read: 2, status: 4 } },
  ])
  assert.deepEqual(errors, { read: 3, status: 4, total: 7 })
})
