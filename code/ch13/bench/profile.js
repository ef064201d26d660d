/**
 * Where the time of a request goes: samples of a server under load, by whose
 * code was running, times the CPU that a request took. Wants Linux, wrk, perf
 * and strace.
 *
 *     DURATION=3 node profile.js net|http|node-http|floor
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Seconds before anything counts. */
const WARM_UP = 2

/** Samples per second: no divisor of the clock's own rhythm. */
const RATE = 997

/** So many at the least: with other work on the machine they take longer. */
const FEWEST = Number(process.env.SAMPLES ?? 50)

/** Ticks per second in /proc; a constant of the Linux ABI. */
const TICKS = 100

/** @param {string} file from this folder */
const here = (file) => fileURLToPath(new URL(file, import.meta.url))

/** @type {Record<string, { program: string, engine?: string }>} */
const servers = {
  net: { program: here('../server.js'), engine: 'net' },
  http: { program: here('../server.js'), engine: 'http' },
  'node-http': { program: here('../../ch00/server.js') },
  floor: { program: here('../../contenders/net/server.js') },
}

/**
 * Whose code it is, by the library and the name of what ran. The first that
 * fits counts.
 *
 * @type {[metric: string, library: RegExp, name: RegExp][]}
 */
const owners = [
  ['ns.kernel', /^\[/, /./],
  ['ns.libuv', /^node$/, /^uv_/],
  [
    'ns.collector',
    /^node$/,
    /Scavenge|MarkCompact|Sweep|Marking|Heap|Evacuate/,
  ],
  ['ns.node', /^JIT$/, /node:/],
  ['ns.engine', /^JIT$/, /\/lib\/engine\//],
  ['ns.app', /^JIT$/, /./],
  ['ns.builtins', /^node$/, /^Builtins_/],
  ['ns.boundary', /./, /./],
]

/** @param {string} line of `perf script`: a name, and a library in brackets */
function ownerOf(line) {
  const [, name, library] = /^\s*[\da-f]+ (.*) \(([^()]*)\)$/.exec(line) ?? []
  if (name === undefined) return null
  const file = path.basename(library)
  const where = /^(JS:|RegExp)/.test(name) ? 'JIT' : file
  const [metric] =
    owners.find(
      ([, library, what]) => library.test(where) && what.test(name),
    ) ?? []
  return metric ?? null
}

/** @returns {string} a core that this process may not use, if there is one */
function otherCore() {
  const status = readFileSync('/proc/self/status', 'utf8')
  const [, own] = /Cpus_allowed_list:\s*(\d+)/.exec(status) ?? []
  const other = os.cpus().findIndex((_, core) => String(core) !== own)
  return String(Math.max(0, other))
}

/** @param {number} pid @returns {number} seconds of CPU */
function cpuOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** @param {string} url @param {number} seconds @returns {Promise<number>} requests */
async function load(url, seconds) {
  const { stdout } = await run('taskset', [
    ...['-c', otherCore(), 'wrk', '-t1', '-c64'],
    // To be late is no error here.
    ...['--timeout', '60s', `-d${seconds}s`, url],
  ])
  assert.ok(!/Non-2xx|Socket errors/.test(stdout), stdout)
  const [, requests] = /(\d+) requests in/.exec(stdout) ?? []
  assert.ok(Number(requests) > 0, stdout)
  return Number(requests)
}

/**
 * @param {number} pid
 * @param {string} url
 * @param {number} seconds
 * @returns {Promise<{ requests: number, owners: string[] }>} how many were
 *   answered, and whose code each sample has seen
 */
async function record(pid, url, seconds) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'profile-'))
  const file = path.join(folder, 'perf.data')
  const [requests] = await Promise.all([
    load(url, seconds),
    run('perf', [
      ...['record', '-q', '-F', String(RATE), '-e', 'cpu-clock', '-o', file],
      ...['-p', String(pid), '--', 'sleep', String(seconds)],
    ]),
  ])
  const { stdout } = await run(
    'perf',
    ['script', '-i', file, '-F', 'ip,sym,dso'],
    { maxBuffer: 256 * 1024 * 1024 },
  )
  rmSync(folder, { recursive: true })
  return {
    requests,
    owners: stdout.split('\n').flatMap((line) => ownerOf(line) ?? []),
  }
}

/**
 * @param {number} pid
 * @param {string} url
 * @param {number} seconds
 * @returns {Promise<Record<string, number>>} ns per request
 */
async function sample(pid, url, seconds) {
  const before = cpuOf(pid)
  /** @type {string[]} */
  const seen = []
  let requests = 0
  for (let tries = 0; tries < 20 && seen.length < FEWEST; tries++) {
    const recorded = await record(pid, url, seconds)
    seen.push(...recorded.owners)
    requests += recorded.requests
  }
  assert.ok(seen.length >= FEWEST, `got ${seen.length} samples`)
  const cpu = ((cpuOf(pid) - before) * 1e9) / requests
  const share = (/** @type {string} */ metric) =>
    seen.filter((one) => one === metric).length / seen.length
  return {
    'ns.cpu': cpu,
    ...Object.fromEntries(owners.map(([name]) => [name, cpu * share(name)])),
  }
}

/**
 * @param {number} pid
 * @param {string} url
 * @returns {Promise<Record<string, number>>} system calls per request
 */
async function countCalls(pid, url) {
  const strace = spawn(
    'strace',
    ['-c', '-f', '-U', 'calls,name', '-p', String(pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let text = ''
  strace.stderr.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(strace.stderr, 'data')
  const requests = await load(url, 1)
  strace.kill('SIGINT')
  await once(strace, 'close')
  const calls = new Map(
    Array.from(text.matchAll(/^\s*(\d+)\s+(\w+)$/gm), ([, count, name]) => [
      name,
      Number(count),
    ]),
  )
  const all = calls.get('total') ?? 0
  assert.ok(all > 0, text)
  const per = (/** @type {string} */ name) => (calls.get(name) ?? 0) / requests
  return {
    'count.calls': all / requests,
    'count.read': per('read') + per('readv') + per('recvfrom'),
    'count.write': per('write') + per('writev') + per('sendto'),
    'count.poll': per('epoll_wait') + per('epoll_pwait') + per('epoll_ctl'),
  }
}

/** @returns {Promise<string>} what is missing; '' when nothing is */
async function missing() {
  for (const program of ['taskset', 'wrk', 'perf', 'strace']) {
    try {
      await run('sh', ['-c', `command -v ${program}`])
    } catch {
      return `${program} is not installed`
    }
  }
  return ''
}

/** @returns {Promise<number>} */
async function freePort() {
  const { createServer } = await import('node:net')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  server.close()
  return port
}

/** @param {string} url */
async function ready(url) {
  for (let tries = 0; tries < 600; tries++) {
    try {
      const answer = await fetch(url)
      return assert.deepEqual(await answer.json(), { name: 'a', id: '1' })
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error(`${url} did not answer`)
}

async function main() {
  const { program, engine } = servers[process.argv[2]] ?? {}
  assert.ok(program, `expected one of ${Object.keys(servers).join(', ')}`)
  const lacking = await missing()
  if (lacking) return console.log(JSON.stringify({ skipped: lacking }))
  const seconds = Math.max(1, Math.round(Number(process.env.DURATION ?? 3)))
  const port = await freePort()
  // V8 keeps a log beside it, isolate-…-v8.log.
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'profile-'))
  const server = spawn(process.execPath, ['--perf-basic-prof', program], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), VELOCY_ENGINE: engine },
  })
  const pid = server.pid ?? 0
  try {
    const url = `http://127.0.0.1:${port}/bench/a?id=1`
    await ready(url)
    await load(url, WARM_UP)
    const times = await sample(pid, url, seconds)
    const calls = await countCalls(pid, url)
    console.log(JSON.stringify({ ...times, ...calls }))
  } finally {
    server.kill('SIGKILL')
    rmSync(`/tmp/perf-${pid}.map`, { force: true })
    rmSync(cwd, { recursive: true, force: true })
  }
}

await main()
