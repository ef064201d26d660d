/** How a server is measured in a round, by the kind of benchmark. */
import path from 'node:path'
import { inFlight } from '../../code/ch00/bench/report.js'
import * as toolchain from '../processes/toolchain.js'
import { runClient, runClosedLoop } from './closed-loop.js'
import { hasBegun, openIdle, openIdleSockets } from './idle.js'
import { busySeconds } from './machine.js'
import { HOST } from './server.js'
import { round as rounded, summarise } from './statistics.js'

/** @typedef {import('./harness.js').Competitor} Competitor */
/** @typedef {import('./harness.js').Context} Context */
/** @typedef {Awaited<ReturnType<typeof import('./server.js').startServer>>} Server */
/**
 * @typedef {(competitor: Competitor, context: Context,
 *   server: Server) => Promise<Record<string, any>>} Measure
 */

/** How often the server's memory is read under load, in ms. */
const SAMPLING = 500

/** @param {Competitor} competitor @param {Context} context */
export const requestOf = ({ entry }, { definition }) =>
  entry.request ?? definition.request

/**
 * Where WebSocket connections are opened, and what is said on them.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {Server} server
 */
export function socketOf(competitor, context, { port }) {
  const { hello, wrap = '$' } = competitor.entry.socket ?? {}
  const { text } = context.definition.socket
  const inside = wrap === '$' ? text : JSON.stringify(text)
  return {
    greeting: { port, path: requestOf(competitor, context).path, hello },
    text: wrap.replace('$', () => inside),
  }
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
    if (server.group.ending) {
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
        storeCpu: rounded((storeCpu / seconds) * 100),
      }),
      clientCpu: rounded(measured.clientCpu * 100),
      serverCpu: rounded((cpu / seconds) * 100),
      cpuPerRequest: rounded((cpu * 1e6) / Math.max(1, measured.requests)),
      memoryLoaded,
      otherCpu: rounded(Math.max(0, others)),
    }
  } finally {
    clearInterval(sampling)
  }
}

/** @type {Measure} */
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
    inFlight: rounded(inFlight({ rps: played.rps, latency })),
    clientCommand: command.map((part) =>
      path.basename(part) === 'wrk' ? 'wrk' : part,
    ),
  }
}

/**
 * Runs a client of ours, which prints what it has measured as JSON.
 *
 * @param {string} program
 * @param {any} options
 * @param {number} patience seconds beside those of warm-up and measurement
 * @param {Parameters<Measure>} round
 */
async function runOwn(
  program,
  options,
  patience,
  [competitor, context, server],
) {
  const { duration, warmup } = competitor.settings
  const node = toolchain.node(26).path ?? process.execPath
  const file = path.join(import.meta.dirname, program)
  const command = [node, file, JSON.stringify(options)]
  const played = await observed(server, competitor, context, async () => {
    const { stdout, clientCpu } = await runClient(command, {
      cores: context.cores.client.slice(-1),
      timeout: warmup + duration + patience,
    })
    const report = JSON.parse(stdout)
    return { requests: report.messages, ...report, clientCpu }
  })
  const shown = { ...options, body: options.body && '…' }
  return {
    ...played,
    // A client on Node.js shares its pages with a server on the same program,
    // which has only a part of them while it runs.
    memoryLoaded: undefined,
    clientCommand: ['node', `tools/bench/${program}`, JSON.stringify(shown)],
  }
}

/** @type {Measure} */
async function measureOpen(...round) {
  const [competitor, context, { port }] = round
  const { connections, duration, warmup, rate } = competitor.settings
  const { path: target, ...request } = requestOf(competitor, context)
  const { method = 'GET', headers = {}, body } = request
  const asked = { method, path: target, headers, body, connections }
  const times = { rate, warmup, duration }
  const options = { host: HOST, port, ...asked, ...times }
  const played = await runOwn('open-loop.js', options, 30, round)
  const { cpuPerRequest, requests } = played
  return {
    ...played,
    // Warm-up is inside the client's run, so its requests count here too.
    cpuPerRequest: rounded(
      (cpuPerRequest * requests) / (requests + warmup * rate),
    ),
    saturated: played.rps < 0.98 * rate,
  }
}

/**
 * Messages over WebSocket. The client itself reads the CPU time of the server,
 * from when all are connected and warm.
 *
 * @type {Measure}
 */
async function measureMessages(...round) {
  const [competitor, context, server] = round
  const { connections, duration, warmup, pipeline = 1 } = competitor.settings
  const { greeting, text } = socketOf(competitor, context, server)
  const { way } = context.definition.socket
  const load = { connections, pipeline, warmup, duration }
  const options = { ...greeting, way, text, ...load, group: server.group.pid }
  const played = await runOwn('messages.js', options, 60, round)
  const { messages, cpu, seconds, ...rest } = played
  return {
    ...rest,
    'rate.messages': rounded(messages / seconds),
    'rate.messages-per-cpu-second': rounded(messages / Math.max(cpu, 0.01)),
    cpuPerRequest: rounded((cpu * 1e6) / Math.max(1, messages)),
    serverCpu: rounded((cpu / seconds) * 100),
    errors: { connect: 0, read: 0, write: 0, timeout: 0, status: 0 },
  }
}

/**
 * The memory of connections that have asked once, and stay. The first fifth of
 * them warms the server up and does not count.
 *
 * @type {Measure}
 */
async function measureIdle(competitor, context, server) {
  const { connections } = competitor.settings
  const request = requestOf(competitor, context)
  const warm = Math.ceil(connections / 5)
  const { isStream, socket } = context.definition
  const open = (/** @type {number} */ count) => {
    if (!socket) {
      return openIdle(
        server.port,
        request,
        count,
        isStream ? hasBegun : undefined,
      )
    }
    const { greeting, text } = socketOf(competitor, context, server)
    return openIdleSockets(greeting, text, count)
  }
  const first = await open(warm)
  const before = server.group.memory
  const rest = await open(connections - warm)
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

export const measures = {
  closed: measureClosed,
  open: measureOpen,
  idle: measureIdle,
  messages: measureMessages,
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
  'rate.messages',
  'rate.messages-per-cpu-second',
]

/** @param {Record<string, any>[]} rounds @returns {Record<string, any>} */
export function summariseRounds(rounds) {
  const flat = rounds.map((played) => {
    const entries = plainMetrics.map((name) => [name, played[name]])
    for (const group of ['latency', 'service', 'lag']) {
      for (const [name, value] of Object.entries(played[group] ?? {})) {
        entries.push([`${group}.${name}`, value])
      }
    }
    return Object.fromEntries(entries)
  })
  /** @type {Record<string, any>} */
  const summary = {}
  for (const name of Object.keys(flat[0])) {
    const samples = flat.map((figures) => figures[name])
    const isMeasured = samples.every((sample) => typeof sample === 'number')
    if (isMeasured) summary[name] = summarise(samples)
  }
  /** @type {Record<string, number>} */
  const errors = { ...rounds[0].errors }
  for (const kind of Object.keys(errors)) {
    errors[kind] = rounds.reduce((sum, one) => sum + one.errors[kind], 0)
  }
  const total = Object.values(errors).reduce((sum, count) => sum + count, 0)
  return { ...summary, errors: { ...errors, total } }
}
