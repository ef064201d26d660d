/**
 * Runs one benchmark: prepares the contenders, measures them in interleaved
 * rounds, and says what to doubt. What a round is, servers.js and programs.js
 * know.
 */
import os from 'node:os'
import { messageOf } from '../lib/message.js'
import { contendersDir, newestVelocy } from './contenders.js'
import { chooseEntries } from './definitions.js'
import { describeMachine, divideCores, usableCores } from './machine.js'
import * as programs from './programs.js'
import * as servers from './servers.js'
import { median, round } from './statistics.js'
import { coresOfStores, openStores } from './stores.js'

/** @typedef {import('./definitions.js').AnyDefinition} AnyDefinition */
/** @typedef {import('../results/results.js').Result} Result */
/** @typedef {import('../results/results.js').ContenderResult} ContenderResult */
/**
 * @typedef {object} Settings
 * @property {number} rounds
 * @property {number} duration seconds per round
 * @property {boolean} [counts] what is printed is counted, not timed
 * @property {number} [warmup] seconds before each round, not counted
 * @property {number} [connections] of the client, and so on: of servers alone
 * @property {number} [threads] of the client
 * @property {number} [processes] of the server
 * @property {number} [rate] requests per second, open loop
 * @property {number} [pipeline] requests at once
 */
/**
 * @typedef {object} Competitor an entry of the definition, with its state
 * @property {any} entry
 * @property {any} settings its own
 * @property {import('./contenders.js').Prepared | null} prepared
 * @property {ContenderResult} result
 * @property {Record<string, any>[]} rounds
 */
/**
 * @typedef {object} Context
 * @property {any} definition
 * @property {any} settings
 * @property {ReturnType<typeof divideCores>} cores
 * @property {(line: string) => void} report
 * @property {string} contenders their folder
 * @property {string | null} velocyDir
 * @property {string[]} [only]
 * @property {string} command
 * @property {number} [port]
 * @property {boolean} smoke whether the figures are thrown away
 * @property {Awaited<ReturnType<typeof openStores>>} stores
 */

/** What the harness adds to a round, in s: starting, settling, stopping. */
const OVERHEAD = 1.2

/**
 * @param {AnyDefinition} definition
 * @param {Settings} settings
 * @param {Partial<Omit<Context, 'definition' | 'settings' | 'cores' |
 *   'stores'>>} [options]
 * @returns {Promise<Result>}
 */
export async function runBenchmark(definition, settings, options = {}) {
  const { processes = 1, threads = 0 } = settings
  const usable = usableCores()
  const cores =
    definition.kind === 'program'
      ? { server: usable.slice(-1), client: [], shared: false, note: '' }
      : divideCores(usable, processes, definition.kind === 'open' ? 1 : threads)
  /** @type {any[]} */
  const entries = chooseEntries(/** @type {any} */ (definition), options.only)
  const place = coresOfStores(usable, cores)
  const stores = await openStores(definition, entries, place)
  try {
    return await runOn({
      report: () => {},
      contenders: contendersDir,
      velocyDir: newestVelocy(),
      command: '',
      smoke: false,
      ...options,
      definition,
      settings,
      cores,
      stores,
    })
  } finally {
    await stores.stop()
  }
}

/** @param {Context} context */
async function runOn(context) {
  const { definition, only, cores, report } = context
  const way = definition.kind === 'program' ? programs : servers
  if (cores.note) report(cores.note)
  /** @type {Competitor[]} */
  const competitors = []
  for (const entry of chooseEntries(definition, only)) {
    competitors.push(await prepare(entry, way, context))
  }
  // In a smoke run the server that is measured is the one that is checked.
  if (!context.smoke) await way.check(competitors, context)
  const before = {
    date: new Date().toISOString(),
    load: round(os.loadavg()[0]),
  }
  await playRounds(competitors, way, context)
  for (const competitor of competitors) conclude(competitor, way, context)
  return resultOf(competitors, way, context, before)
}

/**
 * @param {Competitor[]} competitors
 * @param {typeof programs | typeof servers} way
 * @param {Context} context
 * @param {{ date: string, load: number }} before
 * @returns {Result}
 */
function resultOf(competitors, way, context, before) {
  const { definition, settings, only, cores, stores } = context
  const { id, title, chapter, kind } = definition
  const otherCpu = competitors.flatMap(({ rounds }) =>
    rounds.map((played) => played.otherCpu),
  )
  const facts = way.factsOf(competitors, context)
  return {
    schema: 1,
    id,
    title,
    chapter,
    date: before.date,
    command: context.command,
    ...(facts.client && { client: facts.client }),
    machine: {
      ...describeMachine(),
      serverCores: cores.server,
      ...facts.machine,
      loadBefore: before.load,
      otherCpu: otherCpu.length > 0 ? round(median(otherCpu)) : 0,
      ...stores.machine,
    },
    versions: { ...facts.versions, ...stores.versions },
    settings: {
      ...settings,
      kind,
      ...facts.settings,
      samples: settings.rounds,
      ...(only ? { only } : {}),
    },
    contenders: competitors.map(withRounds),
    values: {},
  }
}

/**
 * @param {any} entry
 * @param {typeof programs | typeof servers} way
 * @param {Context} context
 */
async function prepare(entry, way, context) {
  const { prepared, result } = await way.setUp(entry, context)
  const withoutStore = context.stores.whyNot(entry)
  if (withoutStore && result.status === 'ok') {
    Object.assign(result, { status: 'skipped', reason: withoutStore })
  }
  if (result.status !== 'ok') {
    context.report(`${result.name}: ${result.status}: ${result.reason}`)
  }
  const { threads, connections, processes } = entry
  const own = { threads, connections, processes }
  const settings = { ...context.settings }
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined) settings[name] = value
  }
  return { entry, settings, prepared, result, rounds: [] }
}

/**
 * @param {Competitor[]} competitors
 * @param {typeof programs | typeof servers} way
 * @param {Context} context
 */
async function playRounds(competitors, way, context) {
  const { settings, report } = context
  const timing = progress(competitors, settings)
  for (let number = 1; number <= settings.rounds; number++) {
    for (const competitor of competitors) {
      const { result, rounds } = competitor
      if (result.status !== 'ok') continue
      const heading = timing.next(competitor, number)
      report(heading.before)
      try {
        const { skipped, ...played } = await way.play(competitor, context)
        if (!skipped) rounds.push(played)
        const reason = skipped || way.whyInvalid(played, number)
        const status = skipped ? 'skipped' : 'invalid'
        if (reason) Object.assign(result, { status, reason })
        const outcome = reason ? `${status}: ${reason}` : way.figuresOf(played)
        report(`${heading.text}: ${outcome}`)
      } catch (error) {
        const reason = messageOf(error)
        Object.assign(result, { status: 'invalid', reason })
        report(`${heading.text}: invalid: ${reason}`)
      }
    }
  }
}

/** @param {Competitor[]} competitors @param {Settings} settings */
function progress(competitors, { rounds, duration, warmup = 0 }) {
  const start = performance.now()
  let played = 0
  /** @param {number} seconds */
  const words = (seconds) =>
    seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`
  return {
    /** @param {Competitor} competitor @param {number} number of the round */
    next({ result }, number) {
      const left = competitors.filter((one) => one.result.status === 'ok')
      const total = left.length * rounds
      const each =
        played === 0
          ? duration + warmup + OVERHEAD
          : (performance.now() - start) / 1000 / played
      const remaining = words(Math.max(0, total - played) * each)
      played++
      const text = `[${played}/${total}] round ${number}/${rounds} · ${result.name}`
      return { text, before: `${text}: starting (about ${remaining} left)` }
    },
  }
}

/**
 * @param {Competitor} competitor
 * @returns {ContenderResult} with its rounds; their command stands once, in the
 *   settings
 */
const withRounds = ({ result, rounds }) => ({
  ...result,
  rounds: rounds.map(({ clientCommand: _, ...played }) => played),
})

/**
 * The summary of a contender, and what to doubt about it.
 *
 * @param {Competitor} competitor
 * @param {typeof programs | typeof servers} way
 * @param {Context} context
 */
function conclude(competitor, way, context) {
  const { result, rounds } = competitor
  if (result.status === 'skipped') return
  const doubts = way.knownDoubts(competitor, context)
  if (result.status === 'ok' && rounds.length > 0) {
    result.summary = way.summariseRounds(rounds)
    const otherCpu = median(rounds.map((played) => played.otherCpu))
    doubts.push(...way.doubtsOf(competitor, context, otherCpu))
  }
  if (doubts.length > 0) result.doubts = doubts
}
