/**
 * Benchmarks that measure by themselves: a program of the chapter prints one
 * line of JSON, the figures of a round by metric. It is run once per contender
 * and round, on a core of its own.
 */
import path from 'node:path'
import * as toolchain from '../processes/toolchain.js'
import {
  loadContender,
  lockedVersion,
  resolveContender,
  setUpContender,
} from './contenders.js'
import { programDoubts } from './find-doubts.js'
import { busySeconds } from './machine.js'
import { Group } from './processes.js'
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

/** What warming up, checking and several measurements may take, in s. */
const PATIENCE = 60

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

/**
 * @param {string} id of a contender that installs packages for the program
 * @param {Context} context
 * @returns {Promise<string>} why they are not there; '' when they are
 */
async function install(id, { contenders, report }) {
  const contender = loadContender(id, contenders)
  const { reason } = resolveContender(contender)
  return reason || setUpContender(contender, report)
}

/** A program checks by itself that what it measures does the right work. */
export async function check() {}

/**
 * Runs the program once.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 * @returns {Promise<Record<string, any>>} figures by metric, or why there are
 *   none: `skipped`
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
  const group = new Group(argv, { cores: cores.server, env })
  let cpu = 0
  const most = 1000 * (PATIENCE + 10 * settings.duration)
  const why = await group.finish(most, (usage) => {
    cpu = Math.max(cpu, usage.cpu)
  })
  if (why) throw new Error(`${why}\n${group.output}`)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(own)
  const busy = busySeconds() - stores.cpu() - busyBefore
  const others = busy - cpu - (user + system) / 1e6
  const otherCpu = round(Math.max(0, others / seconds))
  return { ...parseFigures(group.stdout), otherCpu }
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

/**
 * @param {Record<string, any>[]} rounds
 * @returns {Record<string, ReturnType<typeof summarise>>}
 */
export function summariseRounds(rounds) {
  const names = Object.keys(rounds[0]).filter((name) => name !== 'otherCpu')
  return Object.fromEntries(
    names.map((name) => [
      name,
      summarise(rounds.map((figures) => figures[name])),
    ]),
  )
}

/**
 * @param {Competitor} _competitor
 * @param {Context} _context
 * @returns {import('../results/doubts.js').Doubt[]} before it is measured
 */
export const knownDoubts = (_competitor, _context) => []

/**
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {number} otherCpu
 */
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
