// Compares two servers:
//   node steps/compare.js COMMAND COMMAND [PATH]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** A server warms up for as long as it's then measured, `DURATION` ms. */
const { ROUNDS = '9', DURATION = '1000' } = process.env
/** How long to wait for a server to listen, or to answer, in ms. */
const PATIENCE = 10_000
const FIELDS = ['content-type', 'content-length', 'content-encoding']

/**
 * Starts a server for `use`, and then ends it with all that it has started.
 *
 * @template T
 * @param {string} command of a server that says where it listens
 * @param {(port: number) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withServer(command, use) {
  const server = spawn(command, {
    shell: true,
    detached: true, // a process group of its own, which ends as a whole
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => {
    try {
      process.kill(-Number(server.pid), 'SIGKILL')
    } catch {} // It's gone.
  }
  process.once('exit', end)
  const ended = once(server, 'close')
  try {
    return await use(await portOf(server, end))
  } catch (error) {
    throw Error(`${command}: ${/** @type {Error} */ (error).message}`)
  } finally {
    end()
    await ended
    process.off('exit', end)
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {() => void} end of a server that says nothing
 * @returns {Promise<number>}
 */
function portOf(server, end) {
  const { promise, resolve, reject } = Promise.withResolvers()
  const output = /** @type {import('node:stream').Readable} */ (server.stdout)
  createInterface(output).on('line', (line) => {
    const port = /http:\/\/\S+:([1-9]\d*)/.exec(line)?.[1]
    if (port) resolve(Number(port))
  })
  server.once('close', () => reject(Error('it never said where it listens')))
  const timer = setTimeout(end, PATIENCE)
  return promise.finally(() => clearTimeout(timer))
}

/**
 * @typedef {object} Answer
 * @property {number} length of all of it, in bytes
 * @property {Record<string, unknown>} same what both servers must send
 *
 * @param {number} port
 * @param {string} path
 * @param {Answer} [first] an earlier one, which must be the same
 * @returns {Promise<Answer>}
 */
async function ask(port, path, first) {
  const agent = new http.Agent({ keepAlive: true, timeout: PATIENCE })
  const request = http.get({ port, path, agent })
  request.on('timeout', () => request.destroy(Error('it does not answer')))
  /** @type {Error[]} */
  const errors = []
  request.on('error', (error) => errors.push(error))
  const [response] = await once(request, 'response')
  const { socket, statusCode: status, headers } = response
  const fields = FIELDS.map((name) => [name, headers[name]])
  const body = Buffer.concat(await response.toArray())
  if (errors.length > 0) throw errors[0]
  agent.destroy()
  const same = { status, ...Object.fromEntries(fields), body }
  for (const [name, value] of Object.entries(first?.same ?? same)) {
    if (isDeepStrictEqual(same[name], value)) continue
    throw Error(`its ${name} is\n${same[name]}\nand not\n${value}`)
  }
  return { length: socket.bytesRead, same }
}

/**
 * Sends a request, and another one whenever an answer has come.
 *
 * @typedef {object} Load
 * @property {string} request
 * @property {Answer} expected
 * @property {number} answers so far
 * @property {boolean} isOver
 *
 * @param {net.Socket} socket
 * @param {Load} load
 * @returns {Promise<void>} when it's over, and the last answer has come
 */
function keepAsking(socket, load) {
  const { length, same } = load.expected
  const { promise, resolve, reject } = Promise.withResolvers()
  let bytes = 0
  socket.on('connect', () => socket.write(load.request))
  socket.on('data', (/** @type {Buffer} */ chunk) => {
    const isFirst = bytes === 0
    const status = Number(chunk.toString('latin1', 9, 12))
    bytes += chunk.length
    const isOther = isFirst && status !== same.status
    if (isOther || bytes > length) reject(Error('its answers differ'))
    if (bytes < length) return
    load.answers++
    bytes = 0
    if (load.isOver) resolve(undefined)
    else socket.write(load.request)
  })
  socket.setTimeout(PATIENCE, () => reject(Error('it does not answer')))
  socket.on('error', reject)
  socket.on('close', () => reject(Error('it closes connections')))
  return promise
}

/**
 * Warms a server up, and then measures it, for `DURATION` each, or until there
 * is an answer.
 *
 * @typedef {object} Measured
 * @property {number} rate answers per second
 * @property {number} busy the share of the time when this client was busy
 *
 * @param {number} port
 * @param {string} path
 * @param {Answer} expected
 * @returns {Promise<Measured>}
 */
async function measure(port, path, expected) {
  const fields = `Host: localhost:${port}\r\nConnection: keep-alive`
  const request = `GET ${path} HTTP/1.1\r\n${fields}\r\n\r\n`
  const load = { request, expected, answers: 0, isOver: false }
  const sockets = Array.from({ length: 64 }, () =>
    net.connect({ port, noDelay: true }),
  )
  const all = Promise.all(sockets.map((socket) => keepAsking(socket, load)))
  try {
    await Promise.race([all, delay(Number(DURATION))])
    const [before, start] = [load.answers, performance.now()]
    const loop = performance.eventLoopUtilization()
    do await Promise.race([all, delay(Number(DURATION))])
    while (load.answers === before)
    const rate = ((load.answers - before) * 1000) / (performance.now() - start)
    const { utilization: busy } = performance.eventLoopUtilization(loop)
    load.isOver = true
    await all
    return { rate, busy }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * Measures two servers in turn, and prints what each round says.
 *
 * @param {(name: string) => Promise<Measured>} measureOne `A` or `B`
 */
export async function compare(measureOne, rounds = Number(ROUNDS)) {
  const ratios = []
  for (let round = 1; round <= rounds; round++) {
    /** @type {Record<string, Measured>} */
    const results = {}
    try {
      for (const name of round % 2 === 1 ? 'AB' : 'BA') {
        results[name] = await measureOne(name)
      }
      const { A, B } = results
      ratios.push(B.rate / A.rate)
      const busy = Math.max(A.busy, B.busy) * 100
      const more = `(A ${A.rate.toFixed()}/s, client ${busy.toFixed()}% busy)`
      console.log(`${round}: B/A ${(B.rate / A.rate).toFixed(3)} ${more}`)
    } catch (error) {
      console.log(`${round}: invalid. ${/** @type {Error} */ (error).message}`)
    }
  }
  if (ratios.length < rounds) throw Error('no verdict, because of errors')
  return verdict(ratios)
}

/** @param {number[]} ratios one of each round */
export function verdict(ratios) {
  const sorted = ratios.toSorted((x, y) => x - y)
  const middle = (sorted.length - 1) / 2
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2
  const [min, max] = [sorted[0], sorted[sorted.length - 1]]
  const agree = ratios.length >= 5 && (min > 1 || max < 1)
  const range = `from ${min.toFixed(3)} to ${max.toFixed(3)}`
  return `B/A ${median.toFixed(3)}, ${range}: ${agree ? 'certain' : 'level'}`
}

/** @param {string[]} args */
async function run([a, b, target = '/']) {
  if (!b) throw Error('node steps/compare.js COMMAND COMMAND [PATH]')
  const { pathname, search } = new URL(target, 'http://localhost')
  const path = pathname + search
  const first = await withServer(a, (port) => ask(port, path))
  await withServer(b, (port) => ask(port, path, first))
  const result = await compare((name) =>
    withServer(name === 'A' ? a : b, async (port) =>
      measure(port, path, await ask(port, path, first)),
    ),
  )
  console.log(result)
}

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => process.exit(1))
  }
  await run(process.argv.slice(2)).catch(({ message }) => {
    console.error(message)
    process.exitCode = 1
  })
}
