/**
 * Benchmarks of servers: each contender answers the same, and is asked by a
 * client on cores of its own.
 */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../lib/message.js'
import { codeDir } from '../lib/paths.js'
import { patienceInMs } from '../processes/pace.js'
import * as toolchain from '../processes/toolchain.js'
import {
  loadContender,
  resolveContender,
  setUpContender,
} from './contenders.js'
import { differences, exchange } from './exchange.js'
import { serverDoubts } from './find-doubts.js'
import { measures, requestOf, socketOf } from './measures.js'
import { memoryKind } from './processes.js'
import { openQuota, whyNoQuota } from './quota.js'
import { certificate, startServer } from './server.js'
import { ask, openSocket } from './web-socket.js'

/** @typedef {import('./harness.js').Competitor} Competitor */
/** @typedef {import('./harness.js').Context} Context */
/** @typedef {import('./definitions.js').Entry} Entry */
/** @typedef {import('./contenders.js').Prepared} Prepared */
/** @typedef {import('../results/results.js').ContenderResult} ContenderResult */
/** @typedef {import('../results/doubts.js').Doubt} Doubt */
/** @typedef {import('./measures.js').Server} Server */

export { summariseRounds } from './measures.js'

/**
 * How long a server is left alone once it accepts connections, in ms: one of
 * its workers may still be starting, and in Deno's cluster, that one loses what
 * it is handed.
 */
const SETTLING = patienceInMs(0.25)

/** @type {Record<string, string>} by kind; of the others it is wrk */
const clients = {
  open: 'open-loop client of this repository (tools/bench/open-loop.js)',
  messages: 'WebSocket client of this repository (tools/bench/messages.js)',
}

/**
 * @param {Entry} entry
 * @param {Context} context
 * @returns {Promise<{ prepared: Prepared, result: ContenderResult }>}
 */
export async function setUp(entry, context) {
  const { definition, settings, contenders, report, smoke } = context
  const contender = loadContender(entry.contender, contenders)
  const { id, name = contender.name } = entry
  const prepared = resolveContender(contender, {
    chapterDir: definition.folder,
    velocyDir: entry.snapshot && path.join(codeDir, entry.snapshot),
    program: entry.program,
    version: entry.version,
  })
  let reason = entry.skip ?? (prepared.reason || (await whyNoQuota(entry)))
  if (definition.kind === 'closed') reason ||= toolchain.wrk().reason
  const needed = (entry.needs ?? []).map((one) =>
    loadContender(one, contenders),
  )
  for (const one of [contender, ...needed]) {
    reason ||= await setUpContender(one, report, { quick: smoke })
  }
  if (reason) {
    return { prepared, result: { id, name, status: 'skipped', reason } }
  }
  const { version, runtime } = prepared
  const { workers } = contender
  const more = settings.processes > 1 && workers ? { workers } : {}
  return {
    prepared,
    result: { id, name, status: 'ok', version, runtime, ...more },
  }
}

/** @param {Competitor} competitor @param {Context} context */
async function start({ prepared, settings, entry }, { cores, stores }) {
  if (!prepared) throw new Error(`${entry.id} is not prepared`)
  const command = prepared.command(settings.processes)
  const quota = entry.cpus === undefined ? null : openQuota(entry.cpus)
  try {
    const server = await startServer({
      command: quota?.wrap(command) ?? command,
      cwd: prepared.contender.folder,
      // A quota says how much of all cores, and not which of them.
      cores: quota ? cores.server : cores.server.slice(-settings.processes),
      env: {
        WORKERS: String(settings.processes),
        ...certificate,
        ...stores.env,
        ...entry.env,
      },
    })
    await sleep(SETTLING)
    const stop = async () => {
      await server.stop()
      await quota?.close()
    }
    return { ...server, stop }
  } catch (error) {
    await quota?.close()
    throw error
  }
}

/**
 * Every contender answers the same bytes, or it is not compared.
 *
 * @param {Competitor[]} competitors
 * @param {Context} context
 */
export async function check(competitors, context) {
  context.report('Checking that all contenders answer the same…')
  for (const competitor of competitors) {
    const { result } = competitor
    if (result.status !== 'ok') continue
    try {
      const server = await start(competitor, context)
      try {
        await checkServer(competitor, context, server)
      } finally {
        await server.stop()
      }
    } catch (error) {
      Object.assign(result, { status: 'invalid', reason: messageOf(error) })
      context.report(`${result.name}: invalid: ${result.reason}`)
    }
  }
}

/** @param {Competitor} competitor @returns {Record<string, string>} */
const unequalHeaders = ({ prepared }) =>
  prepared?.contender.headersNotEqual ?? {}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {Server} server
 * @throws {Error} that says what it answers otherwise
 */
async function checkServer(competitor, context, server) {
  const { definition } = context
  // Whether a stream begins is seen when it is opened.
  if (definition.isStream) return
  if (definition.socket) {
    const { greeting, text } = socketOf(competitor, context, server)
    const opened = await openSocket(greeting)
    try {
      return await ask(opened, text)
    } finally {
      opened.socket.destroy()
    }
  }
  const request = requestOf(competitor, context)
  const { responses, ...expect } = definition.expect
  const freeHeaders = [
    ...(expect.freeHeaders ?? []),
    ...(competitor.entry.freeHeaders ?? []),
    ...Object.keys(unequalHeaders(competitor)),
  ]
  for (const { path: target, body, status = expect.status } of responses) {
    const sent = { ...request, path: target }
    const secure = definition.tls
    const response = await exchange(server.port, sent, { secure })
    const wanted = { ...expect, status, freeHeaders, body }
    const found = differences(response, wanted)
    if (found.length > 0) {
      const method = request.method ?? 'GET'
      throw new Error(`${method} ${target}: ${found.join('; ')}`)
    }
    Object.assign(competitor.result, { responseBytes: response.bytes })
  }
}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @returns {Promise<Record<string, any>>}
 */
export async function play(competitor, context) {
  const { smoke, definition } = context
  const server = await start(competitor, context)
  try {
    if (smoke) await checkServer(competitor, context, server)
    const memoryIdle = server.group.memory
    const measure = measures[/** @type {'open'} */ (definition.kind)]
    return { ...(await measure(competitor, context, server)), memoryIdle }
  } finally {
    await server.stop()
  }
}

/**
 * @param {Record<string, any>} played
 * @param {number} number of the round
 * @returns {string} '' when it is valid
 */
export function whyInvalid(played, number) {
  const { errors, rps, rate, requests, saturated } = played
  const failed = Object.entries(errors).filter(([, count]) => count > 0)
  if (failed.length > 0) {
    const counts = failed.map(([kind, count]) => `${kind} ${count}`)
    return saturated
      ? `it could not keep up with ${rate} requests per second: it answered ${Math.round(rps)} per second, and ${errors.timeout} requests were still unanswered at the end`
      : `errors in round ${number}: ${counts.join(', ')}, in ${requests} requests. With errors it did less work than the others, so its figures are not comparable`
  }
  return requests > 0 ? '' : 'not a single request was answered'
}

/** @param {Record<string, any>} played @returns {string} for the terminal */
export function figuresOf({ rps, latency, cpuPerRequest, ...played }) {
  if (played.memoryPerConnection !== undefined) {
    return `${Math.round(played.memoryPerConnection)} bytes per connection`
  }
  if (played['rate.messages']) {
    return `${Math.round(played['rate.messages']).toLocaleString('en')} messages/s, ${cpuPerRequest} µs CPU per message`
  }
  const [p50, p99] = [latency.p50, latency.p99].map(
    (microseconds) => `${(microseconds / 1000).toFixed(2)} ms`,
  )
  return `${Math.round(rps).toLocaleString('en')} req/s, p50 ${p50}, p99 ${p99}, ${cpuPerRequest} µs CPU per request`
}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @returns {Doubt[]} before it is measured
 */
export const knownDoubts = (competitor, { definition }) =>
  // On a WebSocket, a header comes once.
  Object.entries(definition.socket ? {} : unequalHeaders(competitor)).map(
    ([name, why]) => ({ kind: 'header', name, why }),
  )

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {number} otherCpu
 * @returns {Doubt[]}
 */
export function doubtsOf({ result, settings, entry }, context, otherCpu) {
  const { cores, stores } = context
  const summary = result.summary ?? {}
  // Nothing was under way, so nothing was in its way.
  if (summary.memoryPerConnection) return []
  // What a quota leaves unused is not idle.
  const processes = entry.cpus ?? settings.processes
  const { shared } = cores
  const circumstances = { shared, storeShares: stores.shared, otherCpu }
  return serverDoubts(
    summary,
    { ...settings, processes },
    { ...circumstances, memoryKind },
  )
}

/** @param {Competitor[]} competitors @param {Context} context */
export function factsOf(competitors, { definition, cores }) {
  const client = clients[definition.kind] ?? `wrk ${toolchain.wrk().version}`
  const played = competitors.find(({ rounds }) => rounds.length > 0)
  /** @type {Record<string, string>} */
  const versions = { harness: `Node.js ${process.versions.node}` }
  if (client.startsWith('wrk')) versions.client = client
  for (const { entry, prepared, result } of competitors) {
    if (result.status === 'skipped') continue
    Object.assign(versions, prepared?.tools)
    if (!result.version) continue
    const { package: name = prepared?.contender.id } = entry.version ?? {}
    versions[name ?? result.id] = result.version
  }
  return {
    client,
    machine: {
      clientCores: cores.client,
      coresNote: cores.note,
      memory: memoryKind,
    },
    versions,
    settings: {
      request: described(definition.request),
      ...(definition.socket && { socket: definition.socket }),
      clientCommand: (played?.rounds[0].clientCommand ?? []).join(' '),
    },
  }
}

/**
 * A body that has a file of its own is not repeated in the result.
 *
 * @param {import('./definitions.js').Request} request
 */
const described = ({ body = '', ...request }) => ({
  ...request,
  ...(request.bodyFile
    ? { bodyBytes: Buffer.byteLength(body) }
    : body && { body }),
})
