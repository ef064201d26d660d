/**
 * Benchmarks that measure by themselves: a program of the chapter prints one
 * line of JSON, the figures of a round by metric. This runs it once per
 * contender and round, interleaved, on cores of its own.
 */
import os from 'node:os'
import path from 'node:path'
import * as toolchain from '../processes/toolchain.js'
import { withOrder } from '../results/paired.js'
import {
  contendersDir,
  loadContender,
  lockedVersion,
  resolveContender,
  setUpContender,
} from './contenders.js'
import { chooseEntries } from './definitions.js'
import { programDoubts } from './doubts.js'
import { messageOf } from './harness.js'
import { busySeconds, describeMachine, usableCores } from './machine.js'
import { Group } from './processes.js'
import { median, round, summarise } from './statistics.js'
import { coresOfStores, openStores } from './stores.js'

/** @typedef {import('./definitions.js').ProgramDefinition} Definition */
/** @typedef {import('../results/results.js').Result} Result */
/** @typedef {import('../results/results.js').ContenderResult} ContenderResult */
/**
 * @typedef {object} Settings
 * @property {number} rounds
 * @property {number} duration seconds that the program should measure for
 * @property {boolean} [counts] what it prints is counted, not timed
 * @property {boolean} [draft] too short to be more than a shape
 * @property {boolean} [short] a smoke run, whose figures nobody reads
 */

/**
 * @typedef {object} Competitor an entry of the definition, with its state
 * @property {import('./definitions.js').ProgramEntry} entry
 * @property {ContenderResult} result
 * @property {Record<string, number>[]} rounds
 * @property {number[]} otherCpu of each round
 */
/**
 * @typedef {object} Context
 * @property {Definition} definition
 * @property {Settings} settings
 * @property {number[]} cores
 * @property {string} folder of the contenders
 * @property {import('../processes/toolchain.js').Tool} node
 * @property {(line: string) => void} report
 * @property {Awaited<ReturnType<typeof openStores>>} stores
 */

/**
 * What the programs are told in a smoke run: as little of all that they do as
 * shows that they run. Those that warm up or count by themselves read these.
 */
const LEAST = { WARM_UP: '1', BATCH: '50', SAMPLES: '2', REQUESTS: '100' }

/** What warming up, checking and several measurements may take, in s. */
const PATIENCE = 60

/** How often the CPU time of a program is read, in ms. */
const SAMPLING = 100

/**
 * @param {Definition} definition
 * @param {Settings} settings
 * @param {{ report?: (line: string) => void, only?: string[],
 *   command?: string, contenders?: string }} [options]
 * @returns {Promise<Result>}
 */
export async function runProgramBenchmark(definition, settings, options = {}) {
  const { report = () => {}, contenders: folder = contendersDir } = options
  const node = toolchain.node(26)
  const usable = usableCores()
  const cores = usable.slice(-1)
  const stores = await openStores(
    definition,
    chooseEntries(definition, options.only),
    coresOfStores(usable, { server: cores, client: [] }),
  )
  const context = { definition, settings, cores, folder, node, report, stores }
  try {
    return await runWith(context, options)
  } finally {
    await stores.stop()
  }
}

/**
 * @param {Context} context
 * @param {{ only?: string[], command?: string }} options
 * @returns {Promise<Result>}
 */
async function runWith(context, { only, command = '' }) {
  const { definition, settings, cores, node, stores } = context
  const competitors = await begin(context, only)
  const date = new Date().toISOString()
  const loadBefore = round(os.loadavg()[0])
  for (let number = 1; number <= settings.rounds; number++) {
    for (const competitor of competitors) {
      if (competitor.result.status !== 'ok') continue
      await playRound(competitor, context, number)
    }
  }
  for (const competitor of competitors) conclude(competitor, context)
  return {
    schema: 1,
    id: definition.id,
    title: definition.title,
    chapter: definition.chapter,
    date,
    command,
    machine: {
      ...machineOf(competitors, cores, loadBefore),
      ...stores.machine,
    },
    versions: { ...versionsOf(competitors, node), ...stores.versions },
    settings: {
      ...settings,
      kind: 'program',
      program: definition.program,
      samples: settings.rounds,
      ...(only ? { only } : {}),
    },
    ...withOrder(
      competitors.map(({ result, rounds }) => ({ ...result, rounds })),
    ),
    values: {},
  }
}

/**
 * @param {Context} context
 * @param {string[] | undefined} only
 * @returns {Promise<Competitor[]>}
 */
async function begin({ definition, folder, node, report, stores }, only) {
  const missing = node.path
    ? await prepare(definition.needs, folder, report)
    : node.reason
  return chooseEntries(definition, only).map((entry) => ({
    entry,
    result: resultOf(entry, folder, missing, node, stores.whyNot(entry)),
    rounds: [],
    otherCpu: [],
  }))
}

/**
 * Runs the program once, and keeps what it prints, or why it prints nothing.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 * @param {number} number of the round
 */
async function playRound({ entry, result, rounds, otherCpu }, context, number) {
  const { settings, report } = context
  const heading = `round ${number}/${settings.rounds} · ${entry.name}`
  try {
    const figures = await runProgram(entry, context)
    if (figures.skipped) {
      Object.assign(result, { status: 'skipped', reason: figures.skipped })
      report(`${heading}: skipped: ${figures.skipped}`)
      return
    }
    rounds.push(figures.metrics)
    otherCpu.push(figures.otherCpu)
    report(`${heading}: ${JSON.stringify(figures.metrics)}`)
  } catch (error) {
    Object.assign(result, { status: 'invalid', reason: messageOf(error) })
    report(`${heading}: invalid: ${result.reason}`)
  }
}

/**
 * The summary of a contender, and what to doubt about it.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 */
function conclude({ result, rounds, otherCpu }, { settings, cores }) {
  if (result.status !== 'ok') return
  result.summary = summariseMetrics(rounds)
  const doubts = programDoubts(result.summary, {
    // Who else is at work makes no count another one.
    otherCpu: settings.counts ? 0 : median(otherCpu),
    isPinned: cores.length > 0,
  })
  if (doubts.length > 0) result.doubts = doubts
}

/**
 * @param {Competitor[]} competitors
 * @param {number[]} cores
 * @param {number} loadBefore
 */
function machineOf(competitors, cores, loadBefore) {
  const others = competitors.flatMap(({ otherCpu }) => otherCpu)
  return {
    ...describeMachine(),
    serverCores: cores,
    loadBefore,
    otherCpu: others.length > 0 ? round(median(others)) : 0,
  }
}

/**
 * @param {Competitor[]} competitors
 * @param {import('../processes/toolchain.js').Tool} node
 * @returns {Record<string, string>}
 */
function versionsOf(competitors, node) {
  const packages = competitors
    .filter(({ entry, result }) => entry.version && result.version)
    .map(({ entry, result }) => [entry.version?.package, result.version])
  return { node26: node.version, ...Object.fromEntries(packages) }
}

/**
 * @param {string[]} needs contenders that install packages for the program
 * @param {string} folder
 * @param {(line: string) => void} report
 * @returns {Promise<string>} why one of them is not there; '' when all are
 */
async function prepare(needs, folder, report) {
  for (const id of needs) {
    const contender = loadContender(id, folder)
    const { reason } = resolveContender(contender)
    const failure = reason || (await setUpContender(contender, report))
    if (failure) return failure
  }
  return ''
}

/**
 * @param {import('./definitions.js').ProgramEntry} entry
 * @param {string} folder
 * @param {string} missing why what needs Node or a package cannot run
 * @param {import('../processes/toolchain.js').Tool} node
 * @param {string} withoutStore why a store that it needs doesn't run, or ''
 * @returns {ContenderResult}
 */
function resultOf({ id, name, version }, folder, missing, node, withoutStore) {
  if (withoutStore) return { id, name, status: 'skipped', reason: withoutStore }
  if (missing && (version || !node.path)) {
    return { id, name, status: 'skipped', reason: missing }
  }
  return {
    id,
    name,
    status: 'ok',
    version: version
      ? lockedVersion(path.join(folder, version.contender), version.package)
      : node.version,
  }
}

/**
 * @param {import('./definitions.js').ProgramEntry} entry
 * @param {Context} context
 */
async function runProgram({ args = [] }, context) {
  const { definition, settings, cores, folder, node, stores } = context
  const program = path.join(definition.folder, definition.program)
  const argv = [node.path ?? '', '--expose-gc', program, ...args]
  const busyBefore = busySeconds() - stores.cpu()
  const own = process.cpuUsage()
  const start = performance.now()
  const env = {
    ...process.env,
    ...stores.env,
    CONTENDERS: folder,
    DURATION: String(settings.duration),
    ...(settings.short ? LEAST : {}),
  }
  const group = new Group(argv, { cores, env })
  const cpu = await untilClosed(group, PATIENCE + 10 * settings.duration)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(own)
  const busy = busySeconds() - stores.cpu() - busyBefore
  const others = busy - cpu - (user + system) / 1e6
  return {
    ...parseFigures(group.stdout),
    otherCpu: round(Math.max(0, others / seconds)),
  }
}

/**
 * @param {Group} group
 * @param {number} patience how long it may take, in s
 * @returns {Promise<number>} the CPU time that it was last seen to have used,
 *   in s
 * @throws {Error} when it takes longer, or fails
 */
async function untilClosed(group, patience) {
  let cpu = 0
  const sampling = setInterval(() => {
    cpu = Math.max(cpu, group.usage.cpu)
  }, SAMPLING)
  let late = false
  const timer = setTimeout(() => {
    late = true
    group.stop()
  }, patience * 1000)
  await group.closed()
  clearInterval(sampling)
  clearTimeout(timer)
  await group.stop()
  if (late) throw new Error(`it did not end within ${patience} s`)
  if (group.failure || group.child.exitCode !== 0) {
    throw new Error(`${group.ending}\n${group.output}`)
  }
  return cpu
}

/**
 * The figures that a program prints, or why it has none: a contender that
 * cannot do the work at all is no mistake.
 *
 * @param {string} output
 * @returns {{ metrics: Record<string, number>, skipped?: string }}
 */
function parseFigures(output) {
  const value = parseLine(output)
  const { skipped } = value ?? {}
  if (skipped && typeof skipped === 'string') return { metrics: {}, skipped }
  return { metrics: parseMetrics(output) }
}

/**
 * @param {string} output
 * @returns {Record<string, number>}
 */
export function parseMetrics(output) {
  const value = parseLine(output)
  const entries = Object.entries(value ?? {})
  if (
    entries.length > 0 &&
    entries.every(([, figure]) => Number.isFinite(figure))
  ) {
    return /** @type {Record<string, number>} */ (value)
  }
  throw new Error(
    `got ${JSON.stringify(lastLine(output))}, expected a last line such as {"ns.hit": 51.2}`,
  )
}

/** @param {string} output */
const lastLine = (output) => output.trim().split('\n').at(-1) ?? ''

/**
 * @param {string} output
 * @returns {Record<string, unknown> | null} null: it is not an object
 */
function parseLine(output) {
  try {
    const value = JSON.parse(lastLine(output))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** @param {Record<string, number>[]} rounds */
function summariseMetrics(rounds) {
  /** @type {Record<string, ReturnType<typeof summarise>>} */
  const summary = {}
  for (const name of Object.keys(rounds[0])) {
    summary[name] = summarise(rounds.map((figures) => figures[name]))
  }
  return summary
}
