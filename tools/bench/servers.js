/**
 * Benchmarks of servers: each contender answers the same, and is asked by a
 * client on cores of its own.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inFlight } from '../../code/ch00/bench/report.js'
import { messageOf } from '../lib/message.js'
import { codeDir } from '../lib/paths.js'
import * as toolchain from '../processes/toolchain.js'
import { runClient, runClosedLoop } from './closed-loop.js'
import {
  loadContender,
  resolveContender,
  setUpContender,
} from './contenders.js'
import { differences, exchange } from './exchange.js'
import { serverDoubts } from './find-doubts.js'
import { openIdle } from './idle.js'
import { busySeconds } from './machine.js'
import { memoryKind } from './processes.js'
import { openQuota, whyNoQuota } from './quota.js'
import { certificate, HOST, startServer } from './server.js'
import { round, summarise } from './statistics.js'

/** @typedef {import('./harness.js').Competitor} Competitor */
/** @typedef {import('./harness.js').Context} Context */
/** @typedef {import('./definitions.js').Entry} Entry */
/** @typedef {import('./contenders.js').Prepared} Prepared */
/** @typedef {import('../results/results.js').ContenderResult} ContenderResult */
/** @typedef {import('../results/doubts.js').Doubt} Doubt */
/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/** How long a server is left alone before its idle memory is read, in ms. */
const SETTLING = 500
/** How often the server's memory is read under load, in ms. */
const SAMPLING = 500

const openLoopClient = fileURLToPath(new URL('open-loop.js', import.meta.url))

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {string} kind of a benchmark @returns {string} who asks */
const clientOf = (kind) =>
  kind === 'open'
    ? 'open-loop client of this repository (tools/bench/open-loop.js)'
    : `wrk ${toolchain.wrk().version}`

/**
 * @param {Entry} entry
 * @param {Context} context
 * @returns {Promise<{ prepared: Prepared, result: ContenderResult }>}
 */
export async function setUp(entry, context) {
  const { definition, settings, contenders, velocyDir, report, smoke } = context
  const contender = loadContender(entry.contender, contenders)
  const { id, name = contender.name } = entry
  const prepared = resolveContender(contender, {
    chapterDir: definition.folder,
    velocyDir: entry.snapshot ? path.join(codeDir, entry.snapshot) : velocyDir,
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
  const workers = settings.processes > 1 ? contender.workers : undefined
  return {
    prepared,
    result: {
      id,
      name,
      status: 'ok',
      version,
      runtime,
      ...(workers && { workers }),
    },
  }
}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 */
async function start({ prepared, settings, entry }, { cores, port, stores }) {
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
      port,
    })
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

/** @param {Competitor} competitor @param {Context} context */
const requestOf = ({ entry }, { definition }) =>
  entry.request ?? definition.request

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
    else await sleep(SETTLING)
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
  const [p50, p99] = [latency.p50, latency.p99].map(
    (microseconds) => `${(microseconds / 1000).toFixed(2)} ms`,
  )
  return `${Math.round(rps).toLocaleString('en')} req/s, p50 ${p50}, p99 ${p99}, ${cpuPerRequest} µs CPU per request`
}

/**
 * Reads the CPU time and the memory of the server around what is run.
 *
 * @template T
 * @param {Server} server
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {() => Promise<T & { requests: number, clientCpu: number }>} run
 */
async function observed(server, { entry }, { stores }, run) {
  const before = server.group.usage
  const storesBefore = stores.cpu()
  const busyBefore = busySeconds()
  const own = process.cpuUsage()
  const begun = performance.now()
  let memoryLoaded = server.group.memory
  const sampling = setInterval(() => {
    memoryLoaded = Math.max(memoryLoaded, server.group.memory)
  }, SAMPLING)
  try {
    const measured = await run()
    const seconds = (performance.now() - begun) / 1000
    const after = server.group.usage
    if (server.group.ended) {
      throw new Error(
        `the server ended while it was measured (${server.group.ending})\n${server.group.output}`.trim(),
      )
    }
    const cpu = after.cpu - before.cpu
    const storeCpu = stores.cpu() - storesBefore
    const { user, system } = process.cpuUsage(own)
    const known = cpu + storeCpu + (user + system) / 1e6
    const others =
      (busySeconds() - busyBefore - known) / seconds - measured.clientCpu
    return {
      ...measured,
      ...(stores.isAsked(entry) && {
        storeCpu: round((storeCpu / seconds) * 100),
      }),
      clientCpu: round(measured.clientCpu * 100),
      serverCpu: round((cpu / seconds) * 100),
      cpuPerRequest: round((cpu * 1e6) / Math.max(1, measured.requests)),
      memoryLoaded,
      otherCpu: round(Math.max(0, others)),
    }
  } finally {
    clearInterval(sampling)
  }
}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {Server} server
 * @returns {Promise<Record<string, any>>}
 */
async function measureClosed(competitor, context, server) {
  const { threads, connections, warmup, duration, pipeline } =
    competitor.settings
  const { cores, definition } = context
  const request = requestOf(competitor, context)
  const load = {
    url: `http${definition.tls ? 's' : ''}://${HOST}:${server.port}${request.path}`,
    pipeline,
    request,
    threads,
    connections,
    cores: cores.client.slice(-threads),
  }
  if (warmup > 0) await runClosedLoop({ ...load, duration: warmup })
  const run = () => runClosedLoop({ ...load, duration })
  const { command, ...played } = await observed(
    server,
    competitor,
    context,
    run,
  )
  const latency = { mean: played.latency.mean ?? 0 }
  return {
    ...played,
    inFlight: round(inFlight({ rps: played.rps, latency })),
    clientCommand: command.map((part) =>
      path.basename(part) === 'wrk' ? 'wrk' : part,
    ),
  }
}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {Server} server
 * @returns {Promise<Record<string, any>>}
 */
async function measureOpen(competitor, context, server) {
  const { connections, duration, warmup, rate } = competitor.settings
  const {
    method = 'GET',
    path: target,
    headers = {},
  } = requestOf(competitor, context)
  const node = toolchain.node(26).path ?? process.execPath
  const options = {
    host: HOST,
    port: server.port,
    method,
    path: target,
    headers,
    connections,
    rate,
    warmup,
    duration,
  }
  const command = [node, openLoopClient, JSON.stringify(options)]
  const played = await observed(server, competitor, context, async () => {
    const { output, clientCpu } = await runClient(command, {
      cores: context.cores.client.slice(-1),
      timeout: (warmup + duration + 30) * 1000,
    })
    return { ...JSON.parse(output), clientCpu }
  })
  return {
    ...played,
    // Warm-up is inside the client's run, so its requests count here too.
    cpuPerRequest: round(
      (played.cpuPerRequest * played.requests) /
        (played.requests + warmup * rate),
    ),
    saturated: played.rps < 0.98 * rate,
    clientCommand: [
      'node',
      'tools/bench/open-loop.js',
      JSON.stringify(options),
    ],
  }
}

/**
 * The memory of connections that have asked once, and stay. The first fifth of
 * them warms the server up and does not count.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {Server} server
 * @returns {Promise<Record<string, any>>}
 */
async function measureIdle(competitor, context, server) {
  const { connections } = competitor.settings
  const request = requestOf(competitor, context)
  const warm = Math.ceil(connections / 5)
  const first = await openIdle(server.port, request, warm)
  const before = server.group.memory
  const rest = await openIdle(server.port, request, connections - warm)
  const after = server.group.memory
  const lost = first.lost() + rest.lost()
  first.close()
  rest.close()
  return {
    requests: connections,
    rps: 0,
    latency: {},
    errors: { connect: 0, read: lost, write: 0, timeout: 0, status: 0 },
    memoryPerConnection: Math.max(0, after - before) / (connections - warm),
    memoryLoaded: after,
    otherCpu: 0,
  }
}

const measures = {
  closed: measureClosed,
  open: measureOpen,
  idle: measureIdle,
}

/** The metrics of a round that are summarised as they are. */
const plainMetrics = [
  'rps',
  'requests',
  'cpuPerRequest',
  'memoryIdle',
  'memoryLoaded',
  'memoryPerConnection',
  'serverCpu',
  'clientCpu',
  'storeCpu',
  'inFlight',
]

/**
 * @param {Record<string, any>[]} rounds
 * @returns {Record<string, any>}
 */
export function summariseRounds(rounds) {
  /** @type {Record<string, any>} */
  const summary = {}
  /**
   * @param {string} name
   * @param {(played: Record<string, any>) => unknown} pick
   */
  const add = (name, pick) => {
    const samples = rounds.map(pick)
    if (samples.every((sample) => typeof sample === 'number')) {
      summary[name] = summarise(/** @type {number[]} */ (samples))
    }
  }
  for (const name of plainMetrics) add(name, (played) => played[name])
  for (const group of ['latency', 'service', 'lag']) {
    for (const name of Object.keys(rounds[0][group] ?? {})) {
      add(`${group}.${name}`, (played) => played[group][name])
    }
  }
  const kinds = Object.keys(rounds[0].errors)
  /** @type {Record<string, number>} */
  const errors = {}
  for (const kind of kinds) {
    errors[kind] = rounds.reduce((sum, { errors }) => sum + errors[kind], 0)
  }
  errors.total = kinds.reduce((sum, kind) => sum + errors[kind], 0)
  return { ...summary, errors }
}

/** @param {Competitor} competitor @returns {Doubt[]} before it is measured */
export const knownDoubts = (competitor) =>
  Object.entries(unequalHeaders(competitor)).map(([name, why]) => ({
    kind: 'header',
    name,
    why,
  }))

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
  return serverDoubts(
    summary,
    { ...settings, processes },
    {
      shared: cores.shared,
      storeShares: stores.shared,
      otherCpu,
      memoryKind,
    },
  )
}

/**
 * @param {Competitor[]} competitors
 * @param {Context} context
 */
export function factsOf(competitors, { definition, cores }) {
  const client = clientOf(definition.kind)
  const played = competitors.find(({ rounds }) => rounds.length > 0)
  /** @type {Record<string, string>} */
  const versions = { harness: `Node.js ${process.versions.node}` }
  if (definition.kind !== 'open') versions.client = client
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
      request: describeRequest(definition.request),
      clientCommand: (played?.rounds[0].clientCommand ?? []).join(' '),
    },
  }
}

/**
 * A body that has a file of its own is not repeated in the result.
 *
 * @param {import('./definitions.js').Request} request
 */
function describeRequest({ body, ...request }) {
  if (body === undefined) return request
  if (request.bodyFile === undefined) return { ...request, body }
  return { ...request, bodyBytes: Buffer.byteLength(body) }
}
