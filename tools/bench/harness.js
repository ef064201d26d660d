/**
 * Runs one benchmark: prepares the contenders, measures them in interleaved
 * rounds, and says what to doubt. What a round is, servers.js and programs.js
 * know.
 */
import os from 'node:os'
import { messageOf } from '../lib/message.js'
import { contendersDir } from './contenders.js'
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
 * Duration and warm-up are in seconds; what follows them is of servers alone.
 *
 * @typedef {{ rounds: number, duration: number, counts?: boolean,
 *   warmup?: number, connections?: number, threads?: number,
 *   processes?: number, rate?: number, pipeline?: number }} Settings
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
 * @typedef {object} Options
 * @property {(line: string) => void} report
 * @property {string} contenders their folder
 * @property {string[]} [only]
 * @property {string} command
 * @property {boolean} smoke whether the figures are thrown away
 */
/**
 * @typedef {Options & {
 *   definition: any,
 *   settings: any,
 *   cores: ReturnType<typeof divideCores>,
 *   stores: Awaited<ReturnType<typeof openStores>>,
 *   way: typeof programs | typeof servers,
 * }} Context
 */

/**
 * @param {AnyDefinition} definition
 * @param {Settings} settings
 * @param {Partial<Options>} [options]
 * @returns {Promise<Result>}
 */
export async function runBenchmark(definition, settings, options = {}) {
  const { kind } = definition
  const { processes = 1, threads = 0 } = settings
  const usable = usableCores()
  const cores =
    kind === 'program'
      ? { server: usable.slice(-1), client: [], shared: false, note: '' }
      : divideCores(usable, processes, kind === 'open' ? 1 : threads)
  /** @type {any[]} */
  const entries = chooseEntries(/** @type {any} */ (definition), options.only)
  const place = coresOfStores(usable, cores)
  const stores = await openStores(definition, entries, place)
  try {
    return await runEntries(entries, {
      report: () => {},
      contenders: contendersDir,
      command: '',
      smoke: false,
      ...options,
      definition,
      settings,
      cores,
      stores,
      way: kind === 'program' ? programs : servers,
    })
  } finally {
    await stores.stop()
  }
}

/** @param {any[]} entries @param {Context} context @returns {Promise<Result>} */
async function runEntries(entries, context) {
  const { definition, settings, only, cores, stores, way } = context
  if (cores.note) context.report(cores.note)
  /** @type {Competitor[]} */
  const competitors = []
  for (const entry of entries) competitors.push(await prepare(entry, context))
  // In a smoke run the server that is measured is the one that is checked.
  if (!context.smoke) await way.check(competitors, context)
  const date = new Date().toISOString()
  const loadBefore = round(os.loadavg()[0])
  await playRounds(competitors, context)
  for (const competitor of competitors) conclude(competitor, context)
  const otherCpu = competitors.flatMap(({ rounds }) =>
    rounds.map((played) => played.otherCpu),
  )
  const facts = way.factsOf(competitors, context)
  const { id, title, chapter, kind } = definition
  return {
    schema: 1,
    id,
    title,
    chapter,
    date,
    command: context.command,
    ...(facts.client && { client: facts.client }),
    machine: {
      ...describeMachine(),
      serverCores: cores.server,
      ...facts.machine,
      loadBefore,
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
    // The command of the rounds stands once, in the settings.
    contenders: competitors.map(({ result, rounds }) => ({
      ...result,
      rounds: rounds.map(({ clientCommand: _, ...played }) => played),
    })),
    values: {},
  }
}

/** @param {any} entry @param {Context} context @returns {Promise<Competitor>} */
async function prepare(entry, context) {
  const { prepared, result } = await context.way.setUp(entry, context)
  const withoutStore = context.stores.whyNot(entry)
  if (withoutStore && result.status === 'ok') {
    Object.assign(result, { status: 'skipped', reason: withoutStore })
  }
  if (result.status !== 'ok') {
    context.report(`${result.name}: ${result.status}: ${result.reason}`)
  }
  const usual = context.settings
  const {
    threads = usual.threads,
    connections = usual.connections,
    processes = usual.processes,
  } = entry
  const settings = { ...usual, threads, connections, processes }
  return { entry, settings, prepared, result, rounds: [] }
}

/** @param {Competitor[]} competitors @param {Context} context */
async function playRounds(competitors, context) {
  const { settings, way } = context
  for (let number = 1; number <= settings.rounds; number++) {
    for (const competitor of competitors) {
      const { result, rounds } = competitor
      if (result.status !== 'ok') continue
      let outcome
      try {
        const { skipped, ...played } = await way.play(competitor, context)
        if (!skipped) rounds.push(played)
        const reason = skipped || way.whyInvalid(played, number)
        const status = skipped ? 'skipped' : 'invalid'
        if (reason) Object.assign(result, { status, reason })
        else outcome = way.figuresOf(played)
      } catch (error) {
        const reason = messageOf(error)
        Object.assign(result, { status: 'invalid', reason })
      }
      outcome ??= `${result.status}: ${result.reason}`
      context.report(
        `round ${number}/${settings.rounds} · ${result.name}: ${outcome}`,
      )
    }
  }
}

/**
 * The summary of a contender, and what to doubt about it.
 *
 * @param {Competitor} competitor
 * @param {Context} context
 */
function conclude(competitor, context) {
  const { result, rounds } = competitor
  const { way } = context
  if (result.status === 'skipped') return
  const doubts = way.knownDoubts(competitor, context)
  if (result.status === 'ok' && rounds.length > 0) {
    result.summary = way.summariseRounds(rounds)
    const otherCpu = median(rounds.map((played) => played.otherCpu))
    doubts.push(...way.doubtsOf(competitor, context, otherCpu))
  }
  if (doubts.length > 0) result.doubts = doubts
}
