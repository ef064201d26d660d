/** How a server is measured in a round, by the kind of benchmark. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inFlight } from '../../code/ch00/bench/report.js'
import * as toolchain from '../processes/toolchain.js'
import { runClient, runClosedLoop } from './closed-loop.js'
import { hasBegun, openIdle, openIdleSockets } from './idle.js'
import { busySeconds } from './machine.js'
import { HOST } from './server.js'
import { round, summarise } from './statistics.js'

/** @typedef {import('./harness.js').Competitor} Competitor */
/** @typedef {import('./harness.js').Context} Context */
/** @typedef {Awaited<ReturnType<typeof import('./server.js').startServer>>} Server */

/** How often the server's memory is read under load, in ms. */
const SAMPLING = 500

const openLoopClient = fileURLToPath(new URL('open-loop.js', import.meta.url))
const messagesClient = fileURLToPath(new URL('messages.js', import.meta.url))

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
  const asked = { method, path: target, headers, connections }
  const times = { rate, warmup, duration }
  const options = { host: HOST, port: server.port, ...asked, ...times }
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
 * Messages over WebSocket. The client itself reads the CPU time of the server,
 * from when all are connected and warm.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {Server} server
 * @returns {Promise<Record<string, any>>}
 */
async function measureMessages(competitor, context, server) {
  const { connections, duration, warmup, pipeline = 1 } = competitor.settings
  const { greeting, text } = socketOf(competitor, context, server)
  const { way } = context.definition.socket
  const load = { connections, pipeline, warmup, duration }
  const options = { ...greeting, way, text, ...load, group: server.group.pid }
  const node = toolchain.node(26).path ?? process.execPath
  const command = [node, messagesClient, JSON.stringify(options)]
  const played = await observed(server, competitor, context, async () => {
    const { output, clientCpu } = await runClient(command, {
      cores: context.cores.client.slice(-1),
      timeout: (warmup + duration + 60) * 1000,
    })
    const report = JSON.parse(output)
    return { ...report, requests: report.messages, clientCpu }
  })
  const { messages, cpu, seconds, ...rest } = played
  return {
    ...rest,
    'rate.messages': round(messages / seconds),
    'rate.messages-per-cpu-second': round(messages / Math.max(cpu, 0.01)),
    cpuPerRequest: round((cpu * 1e6) / Math.max(1, messages)),
    serverCpu: round((cpu / seconds) * 100),
    errors: { connect: 0, read: 0, write: 0, timeout: 0, status: 0 },
    clientCommand: ['node', 'tools/bench/messages.js', JSON.stringify(options)],
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
  const open = (/** @type {number} */ count) => {
    if (context.definition.isStream) {
      return openIdle(server.port, request, count, hasBegun)
    }
    if (!context.definition.socket) {
      return openIdle(server.port, request, count)
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
