/**
 * The closed-loop client is wrk: each connection always has one request under
 * way.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseReport } from '../../code/ch00/bench/report.js'
import { wrk } from '../processes/toolchain.js'
import { runSampled } from './processes.js'

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {import('./definitions.js').Request} request
 * @property {number} threads
 * @property {number} connections
 * @property {number} duration seconds
 * @property {number[]} cores
 * @property {number} [pipeline] requests that are sent at once
 */
/** @param {Load} load @param {string | null} script @returns {string[]} */
function commandOf(load, script) {
  const { url, request, threads, connections, duration } = load
  return [
    wrk().path ?? 'wrk',
    `-t${threads}`,
    `-c${connections}`,
    `-d${duration}s`,
    '--latency',
    ...Object.entries(request.headers ?? {}).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`,
    ]),
    ...(script ? ['-s', script] : []),
    url,
  ]
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

/** Runs wrk once. @param {Load} load */
export async function runClosedLoop(load) {
  const { request, duration, cores, pipeline = 1 } = load
  const isPlain = (request.method ?? 'GET') === 'GET' && pipeline === 1
  const folder = isPlain ? null : mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const script = folder && path.join(folder, 'request.lua')
  if (script) writeFileSync(script, lua(request, pipeline))
  try {
    const { stdout, ...ran } = await runClient(commandOf(load, script), {
      cores,
      timeout: duration + 20,
    })
    const { rps, requests, latency, errors, ...report } = parseReport(stdout)
    const { mean, stdev, max, p50, p75, p90, p99 } = latency
    return {
      rps,
      requests,
      duration: report.duration,
      latency: { mean, stdev, p50, p75, p90, p99, max },
      errors,
      ...ran,
    }
  } finally {
    if (folder) rmSync(folder, { recursive: true })
  }
}

/**
 * A client that is busy all the time measures itself, so its CPU time counts.
 *
 * @param {string[]} command
 * @param {{ cores: number[], timeout: number }} options timeout in seconds
 */
export async function runClient(command, options) {
  const start = performance.now()
  let clientCpu = 0
  const ran = await runSampled(command, options, ({ processes, cpu }) => {
    const seconds = (performance.now() - start) / 1000
    if (processes > 0) clientCpu = cpu / seconds
  })
  return { ...ran, clientCpu }
}
