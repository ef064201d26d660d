/**
 * Benchmarks that measure by themselves: a program of the chapter prints one
 * line of JSON, the figures of a round by metric. It is run once per contender
 * and round, on a core of its own.
 */
import path from 'node:path'
import { patience } from '../processes/pace.js'
import * as toolchain from '../processes/toolchain.js'
import {
  loadContender,
  lockedVersion,
  resolveContender,
  setUpContender,
} from './contenders.js'
import { programDoubts } from './find-doubts.js'
import { busySeconds } from './machine.js'
import { runSampled } from './processes.js'
import { round, summarise } from './statistics.js'

/** @typedef {import('./harness.js').Competitor} Competitor */
/** @typedef {import('./harness.js').Context} Context */
/** @typedef {import('./definitions.js').ProgramEntry} Entry */
/** @typedef {import('../results/results.js').ContenderResult} ContenderResult */

/**
 * What the programs are told in a smoke run: as little of all that they do as
 * shows that they run. Those that warm up or count by themselves read these.
 */
const LEAST = { WARM_UP: '1', BATCH: '50', SAMPLES: '2', REQUESTS: '100' }

/** @type {Map<string, Promise<string>>} by contender */
const ready = new Map()

/**
 * @param {Entry} entry
 * @param {Context} context
 * @returns {Promise<{ prepared: null, result: ContenderResult }>}
 */
export async function setUp({ id, name, version }, context) {
  const { definition, contenders: folder } = context
  const node = toolchain.node(26)
  let reason = node.path ? '' : node.reason
  for (const need of version && !reason ? definition.needs : []) {
    const known = ready.get(need) ?? install(need, context)
    ready.set(need, known)
    reason ||= await known
  }
  /** @type {ContenderResult} */
  const result = reason
    ? { id, name, status: 'skipped', reason }
    : {
        id,
        name,
        status: 'ok',
        version: version
          ? lockedVersion(path.join(folder, version.contender), version.package)
          : node.version,
      }
  return { prepared: null, result }
}

/** @param {string} id @param {Context} context @returns why it isn't there */
async function install(id, { contenders, report }) {
  const contender = loadContender(id, contenders)
  const { reason } = resolveContender(contender)
  return reason || setUpContender(contender, report)
}

/** A program checks by itself that what it measures does the right work. */
export async function check() {}

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @returns {Promise<Record<string, any>>}
 */
export async function play({ entry }, context) {
  const { definition, settings, cores, contenders, stores, smoke } = context
  const program = path.join(definition.folder, definition.program)
  const node = toolchain.node(26).path ?? ''
  const argv = [node, '--expose-gc', program, ...(entry.args ?? [])]
  const busyBefore = busySeconds() - stores.cpu()
  const own = process.cpuUsage()
  const start = performance.now()
  const env = {
    ...process.env,
    ...stores.env,
    CONTENDERS: contenders,
    DURATION: String(settings.duration),
    ...(smoke ? LEAST : {}),
  }
  // Warming up, checking and several measurements.
  const timeout = patience(30) + 10 * settings.duration
  let cpu = 0
  const { stdout } = await runSampled(
    argv,
    { cores: cores.server, timeout, env },
    (usage) => {
      cpu = Math.max(cpu, usage.cpu)
    },
  )
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(own)
  const busy = busySeconds() - stores.cpu() - busyBefore
  const others = busy - cpu - (user + system) / 1e6
  const otherCpu = round(Math.max(0, others / seconds))
  return { ...parseFigures(stdout), otherCpu }
}

/**
 * @param {string} output of a program, whose last line is its figures
 * @returns {Record<string, any>} numbers by metric; or `skipped`, the reason of
 *   one that cannot do the work at all
 */
export function parseFigures(output) {
  const line = output.trim().split('\n').at(-1) ?? ''
  /** @type {any} */
  let value
  try {
    value = JSON.parse(line)
  } catch {}
  if (typeof value?.skipped === 'string') return { skipped: value.skipped }
  const figures = Object.values(Object(value))
  if (figures.length > 0 && figures.every(Number.isFinite)) return value
  throw new Error(
    `got ${JSON.stringify(line)}, expected a last line such as {"ns.hit": 51.2}`,
  )
}

/** Nothing: a program that fails prints no figures. */
export const whyInvalid = () => ''

/** @param {Record<string, any>} played @returns {string} for the terminal */
export const figuresOf = ({ otherCpu: _, ...figures }) =>
  JSON.stringify(figures)

/** @param {Record<string, any>[]} rounds @returns {Record<string, any>} */
export const summariseRounds = ([{ otherCpu: _, ...first }, ...others]) =>
  Object.fromEntries(
    Object.entries(first).map(([name, value]) => [
      name,
      summarise([value, ...others.map((figures) => figures[name])]),
    ]),
  )

/** @type {typeof import('./servers.js').knownDoubts} */
export const knownDoubts = () => []

/** @type {typeof import('./servers.js').doubtsOf} */
export const doubtsOf = ({ result }, { settings, cores }, otherCpu) =>
  programDoubts(result.summary ?? {}, {
    // A count is the same on a busy machine.
    otherCpu: settings.counts ? 0 : otherCpu,
    isPinned: cores.server.length > 0,
  })

/** @param {Competitor[]} competitors @param {Context} context */
export function factsOf(competitors, { definition }) {
  const packages = competitors
    .filter(({ entry, result }) => entry.version && result.version)
    .map(({ entry, result }) => [entry.version.package, result.version])
  const node26 = toolchain.node(26).version
  return {
    client: '',
    machine: {},
    versions: { node26, ...Object.fromEntries(packages) },
    settings: { program: definition.program },
  }
}
