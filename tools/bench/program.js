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
import { programDoubts } from './doubts.js'
import { messageOf } from './harness.js'
import { busySeconds, describeMachine, usableCores } from './machine.js'
import { Group } from './processes.js'
import { median, round, summarise } from './statistics.js'

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
 * What the programs are told in a smoke run: as little of all that they do as
 * shows that they run. Those that warm up or count by themselves read these.
 */
const LEAST = { WARM_UP: '1', BATCH: '50', SAMPLES: '2', REQUESTS: '100' }

/** What warming up, checking and several measurements may take, in s. */
const PATIENCE = 60

/**
 * @param {Definition} definition
 * @param {Settings} settings
 * @param {{ report?: (line: string) => void, only?: string[],
 *   command?: string, contenders?: string }} [options]
 * @returns {Promise<Result>}
 */
export async function runProgramBenchmark(definition, settings, options = {}) {
  const { report = () => {}, only, command = '' } = options
  const { contenders: folder = contendersDir } = options
  const node = toolchain.node(26)
  const missing = node.path
    ? await prepare(definition.needs, folder, report)
    : node.reason
  const cores = usableCores().slice(-1)
  const entries = definition.contenders.filter(
    ({ id }) => !only || only.includes(id),
  )
  if (entries.length === 0) {
    const ids = definition.contenders.map(({ id }) => id)
    throw new Error(
      `${definition.id} has none of ${only?.join(', ')}; it has ${ids.join(', ')}`,
    )
  }
  const played = entries.map((entry) => ({
    entry,
    result: begin(entry, folder, missing, node),
    /** @type {Record<string, number>[]} */
    rounds: [],
    /** @type {number[]} */
    otherCpu: [],
  }))
  const date = new Date().toISOString()
  const loadBefore = round(os.loadavg()[0])
  for (let number = 1; number <= settings.rounds; number++) {
    for (const { entry, result, rounds, otherCpu } of played) {
      if (result.status !== 'ok') continue
      const heading = `round ${number}/${settings.rounds} · ${entry.name}`
      try {
        const argv = [
          node.path ?? '',
          '--expose-gc',
          path.join(definition.folder, definition.program),
          ...(entry.args ?? []),
        ]
        const figures = await playRound(argv, { cores, folder, settings })
        if (figures.skipped) {
          Object.assign(result, { status: 'skipped', reason: figures.skipped })
          report(`${heading}: skipped: ${figures.skipped}`)
          continue
        }
        rounds.push(figures.metrics)
        otherCpu.push(figures.otherCpu)
        report(`${heading}: ${JSON.stringify(figures.metrics)}`)
      } catch (error) {
        Object.assign(result, { status: 'invalid', reason: messageOf(error) })
        report(`${heading}: invalid: ${result.reason}`)
      }
    }
  }
  for (const { result, rounds, otherCpu } of played) {
    if (result.status !== 'ok') continue
    result.summary = summariseMetrics(rounds)
    const doubts = programDoubts(result.summary, {
      // Who else is at work makes no count another one.
      otherCpu: settings.counts ? 0 : median(otherCpu),
      isPinned: cores.length > 0,
    })
    if (doubts.length > 0) result.doubts = doubts
  }
  const others = played.flatMap(({ otherCpu }) => otherCpu)
  const versions = played
    .filter(({ entry, result }) => entry.version && result.version)
    .map(({ entry, result }) => [entry.version?.package, result.version])
  return {
    schema: 1,
    id: definition.id,
    title: definition.title,
    chapter: definition.chapter,
    date,
    command,
    machine: {
      ...describeMachine(),
      serverCores: cores,
      loadBefore,
      otherCpu: others.length > 0 ? round(median(others)) : 0,
    },
    versions: { node26: node.version, ...Object.fromEntries(versions) },
    settings: {
      ...settings,
      kind: 'program',
      program: definition.program,
      samples: settings.rounds,
      ...(only ? { only } : {}),
    },
    ...withOrder(played.map(({ result, rounds }) => ({ ...result, rounds }))),
    values: {},
  }
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
    const { reason } = resolveContender(contender, { velocyDir: null })
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
 * @returns {ContenderResult}
 */
function begin({ id, name, version }, folder, missing, node) {
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
 * @param {string[]} argv
 * @param {{ cores: number[], folder: string, settings: Settings }} options
 */
async function playRound(argv, { cores, folder, settings }) {
  const busyBefore = busySeconds()
  const own = process.cpuUsage()
  const start = performance.now()
  const env = {
    ...process.env,
    CONTENDERS: folder,
    DURATION: String(settings.duration),
    ...(settings.short ? LEAST : {}),
  }
  const group = new Group(argv, { cores, env })
  let cpu = 0
  const sampling = setInterval(() => {
    cpu = Math.max(cpu, group.usage.cpu)
  }, 100)
  const patience = PATIENCE + 10 * settings.duration
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
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(own)
  const others = busySeconds() - busyBefore - cpu - (user + system) / 1e6
  return {
    ...parseFigures(group.stdout),
    otherCpu: round(Math.max(0, others / seconds)),
  }
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
