/**
 * The closed-loop clients: wrk, or autocannon where there is no wrk. Each
 * connection always has one request under way.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseReport } from '../../code/ch00/bench/report.js'
import { root } from '../lib/paths.js'
import { versionOf, wrk } from '../processes/toolchain.js'
import { Group } from './processes.js'

/** How often the client's CPU time is sampled, in ms. */
const SAMPLING = 100

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {import('./definitions.js').Request} request
 * @property {number} threads
 * @property {number} connections
 * @property {number} duration seconds
 * @property {number[]} cores
 * @property {number} [pipeline] requests that are sent at once
 * @property {number} [enough] seconds after which wrk is told to end, and say
 *   what it has seen until then
 */
/**
 * @typedef {object} Measured
 * @property {number} rps
 * @property {number} requests
 * @property {number} duration seconds
 * @property {Record<string, number | null>} latency µs
 * @property {{ connect: number, read: number, write: number,
 *   timeout: number, status: number }} errors
 * @property {string[]} command
 * @property {number} clientCpu seconds of CPU per second of the run
 */
/**
 * @typedef {object} Client
 * @property {'wrk' | 'autocannon'} kind
 * @property {string} name with its version
 * @property {(load: Load) => string[]} command
 * @property {(output: string) => Omit<Measured, 'command' | 'clientCpu'>} parse
 */

/**
 * @param {string} file
 * @returns {Client}
 */
function wrkClient(file) {
  return {
    kind: 'wrk',
    name: `wrk ${versionOf(file, ['-v'])}`,
    command: ({ url, request, threads, connections, duration }) => [
      file,
      `-t${threads}`,
      `-c${connections}`,
      `-d${duration}s`,
      '--latency',
      ...Object.entries(request.headers ?? {}).flatMap(([name, value]) => [
        '-H',
        `${name}: ${value}`,
      ]),
      url,
    ],
    parse: (output) => {
      const { rps, requests, duration, latency, errors } = parseReport(output)
      const { mean, stdev, max, p50, p75, p90, p99 } = latency
      return {
        rps,
        requests,
        duration,
        latency: { mean, stdev, p50, p75, p90, p99, max },
        errors,
      }
    },
  }
}

/**
 * autocannon's JSON: latencies in ms, and its own names for errors.
 *
 * @param {string} output
 * @returns {Omit<Measured, 'command' | 'clientCpu'>}
 */
export function parseAutocannon(output) {
  const report = JSON.parse(output)
  const { latency } = report
  /** @param {number} ms */
  const microseconds = (ms) => ms * 1000
  return {
    rps: report.requests.total / report.duration,
    requests: report.requests.total,
    duration: report.duration,
    latency: {
      mean: microseconds(latency.average),
      stdev: microseconds(latency.stddev),
      p50: microseconds(latency.p50),
      p75: microseconds(latency.p75),
      p90: microseconds(latency.p90),
      p99: microseconds(latency.p99),
      max: microseconds(latency.max),
    },
    errors: {
      connect: 0,
      // Its errors are all kinds of socket errors, time-outs among them.
      read: report.errors - report.timeouts + (report.resets ?? 0),
      write: 0,
      timeout: report.timeouts,
      status: report.non2xx,
    },
  }
}

/** @returns {Client} */
export function autocannonClient() {
  const folder = path.join(root, 'node_modules', 'autocannon')
  const file = path.join(folder, 'autocannon.js')
  return {
    kind: 'autocannon',
    name: 'autocannon (there is no wrk here; it is slower, so it is more often the limit)',
    command: ({ url, request, threads, connections, duration, pipeline }) => [
      process.execPath,
      file,
      '--json',
      '--no-progress',
      `--connections=${connections}`,
      `--duration=${duration}`,
      ...(threads > 1 ? [`--workers=${threads}`] : []),
      ...(pipeline ? [`--pipelining=${pipeline}`] : []),
      ...(request.method ? [`--method=${request.method}`] : []),
      ...(request.body ? [`--body=${request.body}`] : []),
      ...Object.entries(request.headers ?? {}).flatMap(([name, value]) => [
        '-H',
        `${name}=${value}`,
      ]),
      url,
    ],
    parse: parseAutocannon,
  }
}

/** @returns {Client} */
export function closedLoopClient() {
  const { path: file } = wrk()
  return file ? wrkClient(file) : autocannonClient()
}

/**
 * A script for the requests that wrk cannot make from its arguments. Its body
 * is the same for all, so wrk makes the request once, and Lua is not run again.
 * Of several at once it makes one text; it counts the answers by itself.
 *
 * @param {import('./definitions.js').Request} request
 * @param {number} pipeline
 */
const lua = ({ method = 'GET', body }, pipeline) =>
  [
    `wrk.method = ${luaString(method)}`,
    ...(body === undefined ? [] : [`wrk.body = ${luaString(body)}`]),
    ...(pipeline > 1
      ? [
          `function init() requests = string.rep(wrk.format(), ${pipeline}) end`,
          'function request() return requests end',
        ]
      : []),
    '',
  ].join('\n')

/** @param {string} text */
const luaString = (text) =>
  `"${text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /["\\\x00-\x1f]/g,
    (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`,
  )}"`

/**
 * Runs a client once, and samples its CPU time while it runs: a client that
 * is busy all the time measures itself.
 *
 * @param {Client} client
 * @param {Load} load
 * @returns {Promise<Measured>}
 */
export async function runClosedLoop(client, load) {
  const { request, duration, cores, pipeline = 1, enough } = load
  const isPlain = (request.method ?? 'GET') === 'GET' && pipeline === 1
  const plain = client.command(load)
  const scripted =
    client.kind === 'wrk' && !isPlain
      ? mkdtempSync(path.join(os.tmpdir(), 'bench-'))
      : null
  if (scripted) {
    const script = path.join(scripted, 'request.lua')
    writeFileSync(script, lua(request, pipeline))
    plain.splice(-1, 0, '-s', script)
  }
  try {
    const { output, clientCpu, command } = await runClient(plain, {
      cores,
      timeout: (duration + 20) * 1000,
      enough: client.kind === 'wrk' ? enough : undefined,
    })
    return { ...client.parse(output), command, clientCpu }
  } finally {
    if (scripted) rmSync(scripted, { recursive: true })
  }
}

/**
 * @param {string[]} command
 * @param {{ cores: number[], timeout: number, enough?: number }} options
 *   timeout in ms; enough in seconds: then it is interrupted
 * @returns {Promise<{ output: string, clientCpu: number, command: string[] }>}
 */
export async function runClient(command, { cores, timeout, enough }) {
  const group = new Group(command, { cores })
  const start = performance.now()
  let clientCpu = 0
  const sampling = setInterval(() => {
    const { processes, cpu } = group.usage
    const seconds = (performance.now() - start) / 1000
    if (processes > 0) clientCpu = cpu / seconds
  }, SAMPLING)
  let late = false
  const timer = setTimeout(() => {
    late = true
    group.stop()
  }, timeout)
  const interrupting =
    enough && setTimeout(() => group.child.kill('SIGINT'), enough * 1000)
  await group.closed()
  clearInterval(sampling)
  clearTimeout(timer)
  clearTimeout(interrupting)
  await group.stop()
  // It was told before it could listen: then it takes the time that it has.
  const isTooEarly = enough && group.child.signalCode === 'SIGINT'
  if (isTooEarly) return runClient(command, { cores, timeout })
  if (late || group.failure || group.child.exitCode !== 0) {
    const what = late ? `did not end within ${timeout / 1000} s` : group.ending
    throw new Error(
      `The client failed (${what}): ${group.command.join(' ')}\n${group.output}`,
    )
  }
  return { output: group.stdout, clientCpu, command: group.command }
}
