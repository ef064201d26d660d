/**
 * Runs one benchmark: prepares the contenders, checks that they do the same
 * work, measures them in interleaved rounds, and says what to doubt.
 */
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inFlight } from '../../code/ch00/bench/report.js'
import { codeDir } from '../lib/paths.js'
import * as toolchain from '../processes/toolchain.js'
import { withOrder } from '../results/paired.js'
import { closedLoopClient, runClient, runClosedLoop } from './closed-loop.js'
import {
  contendersDir,
  loadContender,
  newestVelocy,
  resolveContender,
  setUpContender,
} from './contenders.js'
import { chooseEntries } from './definitions.js'
import { serverDoubts } from './doubts.js'
import { differences, exchange } from './exchange.js'
import { openIdle } from './idle.js'
import {
  busySeconds,
  describeMachine,
  divideCores,
  usableCores,
} from './machine.js'
import { memoryKind } from './processes.js'
import { openQuota, whyNoQuota } from './quota.js'
import { HOST, startServer } from './server.js'
import { median, round, summarise } from './statistics.js'
import { coresOfStores, openStores } from './stores.js'

/** @typedef {import('./definitions.js').Definition} Definition */
/** @typedef {import('./definitions.js').Entry} Entry */
/** @typedef {import('./contenders.js').Prepared} Prepared */
/** @typedef {import('../results/results.js').Result} Result */
/** @typedef {import('../results/results.js').ContenderResult} ContenderResult */
/**
 * @typedef {object} Settings
 * @property {number} rounds
 * @property {number} duration seconds per round
 * @property {number} warmup seconds before each round, not counted
 * @property {number} connections
 * @property {number} threads of the client
 * @property {number} processes of the server
 * @property {number} [rate] requests per second, open loop
 * @property {number} [pipeline] requests at once
 * @property {boolean} [draft] too short to be more than a shape
 */
/**
 * @typedef {object} Competitor an entry of the definition, with its state
 * @property {Entry} entry
 * @property {import('./definitions.js').Request} request
 * @property {Settings} settings its own
 * @property {Prepared | null} prepared
 * @property {ContenderResult} result
 * @property {Record<string, any>[]} rounds
 */

/** How long a server is left alone before its idle memory is read, in ms. */
const SETTLING = 500
/** How often the server's memory is read under load, in ms. */
const SAMPLING = 500
/** How long a smoke run asks, in s: the client counts in whole seconds. */
const ENOUGH = 0.4
/** What the harness adds to a round, in s: starting, settling, stopping. */
const OVERHEAD = 1.2

/** What a result says of who asked, in an open loop. */
const OPEN_LOOP =
  'open-loop client of this repository (tools/bench/open-loop.js)'

const openLoopClient = fileURLToPath(new URL('open-loop.js', import.meta.url))

/** What a server that speaks TLS shows: nobody's, for benchmarks alone. */
export const certificate = {
  TLS_CERT: fileURLToPath(new URL('tls/cert.pem', import.meta.url)),
  TLS_KEY: fileURLToPath(new URL('tls/key.pem', import.meta.url)),
}

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * @param {unknown} error
 * @returns {string}
 */
export const messageOf = (error) =>
  error instanceof Error ? error.message : String(error)

/**
 * @typedef {{ report?: (line: string) => void, only?: string[],
 *   contenders?: string, velocyDir?: string | null, port?: number,
 *   command?: string, setUp?: boolean, smoke?: boolean }} Options smoke:
 *   nobody reads the figures
 */
/**
 * @typedef {object} Context
 * @property {Definition} definition
 * @property {ReturnType<typeof divideCores>} cores
 * @property {import('./closed-loop.js').Client} client
 * @property {(line: string) => void} report
 * @property {number} [port]
 * @property {boolean} smoke
 * @property {Awaited<ReturnType<typeof openStores>>} stores
 */

/**
 * @param {Definition} definition
 * @param {Settings} settings
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export async function runBenchmark(definition, settings, options = {}) {
  const threads = definition.kind === 'open' ? 1 : settings.threads
  const usable = usableCores()
  const cores = divideCores(usable, settings.processes, threads)
  const stores = await openStores(
    definition,
    chooseEntries(definition, options.only),
    coresOfStores(usable, cores),
  )
  const { report = () => {}, port, smoke = false } = options
  const client = closedLoopClient()
  const context = { definition, cores, client, report, port, smoke, stores }
  try {
    return await runOn(context, settings, options)
  } finally {
    await stores.stop()
  }
}

/**
 * @param {Context} context
 * @param {Settings} settings
 * @param {Options} options
 * @returns {Promise<Result>}
 */
async function runOn(context, settings, options) {
  const { definition, cores, client, report, smoke, stores } = context
  const { kind } = definition
  const { only, command = '' } = options
  if (cores.note) report(cores.note)

  const competitors = await prepare(definition, settings, options)
  for (const { entry, result } of competitors) {
    const reason = stores.whyNot(entry)
    if (!reason || result.status !== 'ok') continue
    Object.assign(result, { status: 'skipped', reason })
    report(`${result.name}: skipped: ${reason}`)
  }
  // In a smoke run the server that is measured is the one that is checked.
  if (!smoke) await checkResponses(competitors, context)
  warnOfHeaders(competitors)
  const date = new Date().toISOString()
  const loadBefore = round(os.loadavg()[0])
  await playRounds(competitors, settings, context)
  for (const competitor of competitors) conclude(competitor, context)
  return {
    schema: 1,
    id: definition.id,
    title: definition.title,
    chapter: definition.chapter,
    date,
    command,
    client: kind === 'open' ? OPEN_LOOP : client.name,
    machine: {
      ...machineOf(competitors, cores, loadBefore),
      ...stores.machine,
    },
    versions: {
      ...versionsOf(competitors, kind === 'open' ? '' : client.name),
      ...stores.versions,
    },
    settings: describeSettings(definition, settings, competitors, only),
    ...withOrder(competitors.map(resultOf)),
    values: {},
  }
}

/**
 * @param {Competitor[]} competitors
 * @param {Settings} settings
 * @param {Context} context
 */
async function playRounds(competitors, settings, context) {
  const timing = progress(competitors, settings, context.report)
  for (let number = 1; number <= settings.rounds; number++) {
    for (const competitor of competitors) {
      if (competitor.result.status !== 'ok') continue
      await playRound(competitor, context, timing.next(competitor, number))
    }
  }
}

/**
 * @param {Competitor[]} competitors
 * @param {ReturnType<typeof divideCores>} cores
 * @param {number} loadBefore
 */
function machineOf(competitors, cores, loadBefore) {
  const otherCpu = competitors.flatMap(({ rounds }) =>
    rounds.map((played) => played.otherCpu),
  )
  return {
    ...describeMachine(),
    serverCores: cores.server,
    clientCores: cores.client,
    coresNote: cores.note,
    memory: memoryKind,
    loadBefore,
    otherCpu: otherCpu.length > 0 ? round(median(otherCpu)) : 0,
  }
}

/**
 * @param {Definition} definition
 * @param {Settings} settings
 * @param {Competitor[]} competitors
 * @param {string[] | undefined} only
 */
function describeSettings(definition, settings, competitors, only) {
  const played = competitors.find(({ rounds }) => rounds.length > 0)
  return {
    ...settings,
    kind: definition.kind,
    request: describeRequest(definition.request),
    clientCommand: (played?.rounds[0].clientCommand ?? []).join(' '),
    samples: settings.rounds,
    ...(only ? { only } : {}),
  }
}

/**
 * @param {Competitor} competitor
 * @returns {ContenderResult} with its rounds; their command stands once, in the
 *   settings
 */
const resultOf = ({ result, rounds }) => ({
  ...result,
  rounds: rounds.map(({ clientCommand: _, ...played }) => played),
})

/**
 * A body that has a file of its own is not told again in the result.
 *
 * @param {import('./definitions.js').Request} request
 */
function describeRequest({ body, ...request }) {
  if (body === undefined) return request
  if (request.bodyFile === undefined) return { ...request, body }
  return { ...request, bodyBytes: Buffer.byteLength(body) }
}

/**
 * @param {Definition} definition
 * @param {Settings} settings
 * @param {Options} options
 * @returns {Promise<Competitor[]>}
 */
async function prepare(definition, settings, options) {
  /** @type {Competitor[]} */
  const competitors = []
  for (const entry of chooseEntries(definition, options.only)) {
    competitors.push({
      entry,
      request: entry.request ?? definition.request,
      settings: {
        ...settings,
        threads: entry.threads ?? settings.threads,
        connections: entry.connections ?? settings.connections,
        processes: entry.processes ?? settings.processes,
      },
      ...(await setUpEntry(entry, definition, settings, options)),
      rounds: [],
    })
  }
  return competitors
}

/**
 * @param {Entry} entry
 * @param {Definition} definition
 * @param {Settings} settings
 * @param {Options} options
 * @returns {Promise<Pick<Competitor, 'prepared' | 'result'>>}
 */
async function setUpEntry(entry, definition, settings, options) {
  const { report = () => {}, setUp = true, smoke } = options
  const { contenders = contendersDir, velocyDir = newestVelocy() } = options
  const contender = loadContender(entry.contender, contenders)
  /** @type {ContenderResult} */
  const result = {
    id: entry.id,
    name: entry.name ?? contender.name,
    status: 'ok',
  }
  const prepared = resolveContender(contender, {
    chapterDir: definition.folder,
    velocyDir: entry.snapshot ? path.join(codeDir, entry.snapshot) : velocyDir,
    program: entry.program,
    version: entry.version,
  })
  let reason = entry.skip ?? (prepared.reason || (await whyNoQuota(entry)))
  const needed = (entry.needs ?? []).map((id) => loadContender(id, contenders))
  for (const one of setUp ? [contender, ...needed] : []) {
    reason ||= await setUpContender(one, report, { quick: smoke })
  }
  if (reason) {
    Object.assign(result, { status: 'skipped', reason })
    report(`${result.name}: skipped: ${reason}`)
  } else {
    Object.assign(result, {
      version: prepared.version,
      runtime: prepared.runtime,
      ...(settings.processes > 1 ? { workers: contender.workers } : {}),
    })
  }
  return { prepared, result }
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
async function checkResponses(competitors, context) {
  const { definition, report } = context
  report('Checking that all contenders answer the same…')
  for (const competitor of competitors) {
    const { result } = competitor
    if (result.status !== 'ok') continue
    try {
      const server = await start(competitor, context)
      try {
        await checkServer(competitor, definition, server)
      } finally {
        await server.stop()
      }
    } catch (error) {
      invalidate(competitor, messageOf(error))
      report(`${result.name}: invalid: ${result.reason}`)
    }
  }
}

/** @param {Competitor} competitor @returns {Record<string, string>} */
const unequalHeaders = ({ prepared }) =>
  prepared?.contender.headersNotEqual ?? {}

/**
 * @param {Competitor} competitor
 * @param {Definition} definition
 * @param {Server} server
 * @throws {Error} that says what it answers otherwise
 */
async function checkServer(competitor, definition, server) {
  const { result, entry, request } = competitor
  const { responses, ...expect } = definition.expect
  const freeHeaders = [
    ...(expect.freeHeaders ?? []),
    ...(entry.freeHeaders ?? []),
    ...Object.keys(unequalHeaders(competitor)),
  ]
  for (const { path: target, body, status = expect.status } of responses) {
    const sent = { ...request, path: target }
    const response = await exchange(server.port, sent, {
      secure: definition.tls,
    })
    const wanted = { ...expect, status, freeHeaders, body }
    const found = differences(response, wanted)
    if (found.length > 0) {
      throw new Error(
        `${request.method ?? 'GET'} ${target}: ${found.join('; ')}`,
      )
    }
    Object.assign(result, { responseBytes: response.bytes })
  }
}

/** @param {Competitor[]} competitors */
function warnOfHeaders(competitors) {
  for (const competitor of competitors) {
    if (competitor.result.status === 'skipped') continue
    for (const [name, why] of Object.entries(unequalHeaders(competitor))) {
      warn(competitor, { kind: 'header', name, why })
    }
  }
}

/**
 * @param {Competitor} competitor
 * @param {string} reason
 */
function invalidate({ result }, reason) {
  Object.assign(result, { status: 'invalid', reason })
}

/**
 * @param {Competitor} competitor
 * @param {import('../results/doubts.js').Doubt} doubt
 */
function warn({ result }, doubt) {
  result.doubts = [...(result.doubts ?? []), doubt]
}

/**
 * @param {Competitor[]} competitors
 * @param {Settings} settings
 * @param {(line: string) => void} report
 */
function progress(competitors, settings, report) {
  const start = performance.now()
  const perRound = settings.duration + settings.warmup + OVERHEAD
  let played = 0
  return {
    /**
     * @param {Competitor} competitor
     * @param {number} number of the round
     */
    next({ result }, number) {
      const remaining = competitors.filter(
        (other) => other.result.status === 'ok',
      ).length
      const total = remaining * settings.rounds
      const each =
        played === 0 ? perRound : (performance.now() - start) / 1000 / played
      const left = Math.max(0, total - played) * each
      const minutes =
        left < 90 ? `${Math.ceil(left)} s` : `${Math.round(left / 60)} min`
      played++
      const heading = `[${played}/${total}] round ${number}/${settings.rounds} · ${result.name}`
      report(`${heading}: starting (about ${minutes} left)`)
      return (/** @type {string} */ outcome) => report(`${heading}: ${outcome}`)
    },
  }
}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {(outcome: string) => void} tell
 */
async function playRound(competitor, context, tell) {
  const { rounds } = competitor
  try {
    const server = await start(competitor, context)
    try {
      const played = await measureRound(competitor, context, server)
      rounds.push(played)
      const reason = whyInvalid(played, rounds.length)
      if (reason) invalidate(competitor, reason)
      tell(reason ? `invalid: ${reason}` : figuresOf(played))
    } finally {
      await server.stop()
    }
  } catch (error) {
    invalidate(competitor, messageOf(error))
    tell(`invalid: ${messageOf(error)}`)
  }
}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {Server} server
 * @returns {Promise<Record<string, any>>}
 */
async function measureRound(competitor, context, server) {
  const { definition, smoke } = context
  if (smoke) await checkServer(competitor, definition, server)
  else await sleep(SETTLING)
  const memoryIdle = server.group.memory
  /** @param {number} times longer than usual */
  const measure = (times) =>
    measures[definition.kind](competitor, context, server, times)
  let played = await measure(1)
  // On a busy machine seconds may pass before the first answer.
  for (const times of smoke ? [4, 16, 64] : []) {
    if (!(played.requests > 0)) played = await measure(times)
  }
  return { ...played, memoryIdle }
}

/**
 * @param {Record<string, any>} played
 * @param {number} round its number
 * @returns {string} '' when it is valid
 */
function whyInvalid(played, round) {
  const { errors, rps, rate, requests, saturated } = played
  const failed = Object.entries(errors).filter(([, count]) => count > 0)
  if (failed.length > 0) {
    const counts = failed.map(([kind, count]) => `${kind} ${count}`)
    return saturated
      ? `it could not keep up with ${rate} requests per second: it answered ${Math.round(rps)} per second, and ${errors.timeout} requests were still unanswered at the end`
      : `errors in round ${round}: ${counts.join(', ')}, in ${requests} requests. With errors it did less work than the others, so its figures are not comparable`
  }
  return requests > 0 ? '' : 'not a single request was answered'
}

/**
 * @param {Record<string, any>} played
 * @returns {string} for people
 */
function figuresOf({ rps, latency, cpuPerRequest, memoryPerConnection }) {
  if (memoryPerConnection !== undefined) {
    return `${Math.round(memoryPerConnection)} bytes per connection`
  }
  return `${Math.round(rps).toLocaleString('en')} req/s, p50 ${milliseconds(latency.p50)}, p99 ${milliseconds(latency.p99)}, ${cpuPerRequest} µs CPU per request`
}

/** @param {number} microseconds */
const milliseconds = (microseconds) => `${(microseconds / 1000).toFixed(2)} ms`

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

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
  const start = performance.now()
  let memoryLoaded = server.group.memory
  const sampling = setInterval(() => {
    memoryLoaded = Math.max(memoryLoaded, server.group.memory)
  }, SAMPLING)
  try {
    const measured = await run()
    const seconds = (performance.now() - start) / 1000
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
 * @param {number} times longer than usual that a smoke run asks
 * @returns {Promise<Record<string, any>>}
 */
async function measureClosed(competitor, context, server, times) {
  const { request, settings } = competitor
  const { threads, connections, warmup, pipeline } = settings
  const { cores, client, definition, smoke } = context
  const enough = smoke ? ENOUGH * times : 0
  const duration = Math.max(settings.duration, Math.ceil(enough))
  const load = {
    url: `http${definition.tls ? 's' : ''}://${HOST}:${server.port}${request.path}`,
    pipeline,
    request,
    threads,
    connections,
    cores: cores.client.slice(-threads),
    ...(smoke ? { enough } : {}),
  }
  if (warmup > 0) await runClosedLoop(client, { ...load, duration: warmup })
  const { command, ...played } = await observed(
    server,
    competitor,
    context,
    () => runClosedLoop(client, { ...load, duration }),
  )
  return {
    ...played,
    inFlight: round(
      inFlight({
        rps: played.rps,
        latency: { mean: played.latency.mean ?? 0 },
      }),
    ),
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
  const { request, settings } = competitor
  const { cores } = context
  const { connections, duration, warmup, rate } = settings
  const node = toolchain.node(26).path ?? process.execPath
  const options = {
    host: HOST,
    port: server.port,
    method: request.method ?? 'GET',
    path: request.path,
    headers: request.headers ?? {},
    connections,
    rate,
    warmup,
    duration,
  }
  const command = [node, openLoopClient, JSON.stringify(options)]
  const played = await observed(server, competitor, context, async () => {
    const { output, clientCpu } = await runClient(command, {
      cores: cores.client.slice(-1),
      timeout: (warmup + duration + 30) * 1000,
    })
    return { ...JSON.parse(output), clientCpu }
  })
  return {
    ...played,
    // Warm-up is inside the client's run, so its requests count here too.
    cpuPerRequest: round(
      (played.cpuPerRequest * played.requests) /
        (played.requests + warmup * (rate ?? 0)),
    ),
    saturated: played.rps < 0.98 * (rate ?? 0),
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
 * @param {unknown} _context
 * @param {Server} server
 * @returns {Promise<Record<string, any>>}
 */
async function measureIdle({ request, settings }, _context, server) {
  const { connections } = settings
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
  summary.errors = errors
  return summary
}

/**
 * The summary of a contender, and what to doubt about it.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 */
function conclude(competitor, { cores, stores }) {
  const { result, rounds, entry } = competitor
  const { processes } = competitor.settings
  const settings = {
    ...competitor.settings,
    // What a quota leaves unused is not idle.
    processes: entry.cpus ?? processes,
  }
  if (result.status !== 'ok' || rounds.length === 0) return
  result.summary = summariseRounds(rounds)
  // Nothing was under way, so nothing was in its way.
  if (result.summary.memoryPerConnection) return
  for (const doubt of serverDoubts(result.summary, settings, {
    shared: cores.shared,
    storeShares: stores.shared,
    otherCpu: median(rounds.map(({ otherCpu }) => otherCpu)),
    memoryKind,
  })) {
    warn(competitor, doubt)
  }
}

/**
 * @param {Competitor[]} competitors
 * @param {string} client
 */
function versionsOf(competitors, client) {
  /** @type {Record<string, string>} */
  const versions = { harness: `Node.js ${process.versions.node}` }
  if (client) versions.client = client
  for (const { entry, prepared, result } of competitors) {
    if (result.status === 'skipped') continue
    Object.assign(versions, prepared?.tools)
    if (result.version) {
      const { package: name = prepared?.contender.id } = entry.version ?? {}
      versions[name ?? result.id] = result.version
    }
  }
  return versions
}
