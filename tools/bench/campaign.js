#!/usr/bin/env node
/** All benchmarks of the book in one go: npm run campaign */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { integerOf, readArguments, refuse } from '../lib/arguments.js'
import { roughly } from '../lib/message.js'
import { cacheDir, fromRoot, resultsDir } from '../lib/paths.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { loadLocal, loadResult } from '../results/results.js'
import { campaignReport } from './campaign-report.js'
import { select } from './definitions.js'
import { busySeconds } from './machine.js'

const help = `Usage: npm run campaign -- [id | chapter]… [options]

Runs all benchmarks of the book, or those that are named, one after another, and
writes a report that sets your figures beside the published ones. Can be stopped
with Ctrl+C at any time: the same command goes on with the next benchmark.

  --rounds N           interleaved rounds (5, which are the fewest)
  --duration S         seconds per round (2)
  --warmup S           seconds before each round, not counted (2)
  --plan               only say what would be run, and how long it takes
  --restart            begin again, with all of them
  --busy               go on although something else keeps the machine busy
  --publish            write results/<id>.json, which are committed
  -h, --help

Exit status: 0; 1 when a benchmark failed, or the machine is busy; 2 for wrong
arguments.`

/** What the harness adds to each round, in s: starting, settling, stopping. */
const OVERHEAD = 2

/** How many cores others may keep busy before a figure is theirs, too. */
const MOST_BUSY = 0.15

const stateFile = path.join(cacheDir, 'bench', 'campaign.json')
const { values, positionals } = readArguments(help, {
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    duration: { type: 'string', default: '2' },
    warmup: { type: 'string', default: '2' },
    plan: { type: 'boolean' },
    restart: { type: 'boolean' },
    busy: { type: 'boolean' },
    publish: { type: 'boolean' },
  },
})

/**
 * @typedef {{ began: string, settings: Record<string, unknown>,
 *   done: Record<string, boolean> }} State done: by id, whether it went well
 */

/** @param {Record<string, unknown>} settings @returns {State} */
function openState(settings) {
  const fresh = { began: new Date().toISOString(), settings, done: {} }
  if (values.restart || !existsSync(stateFile)) return fresh
  const state = JSON.parse(readFileSync(stateFile, 'utf8'))
  const [old, now] = [state.settings, settings].map((one) =>
    JSON.stringify(one),
  )
  if (old === now) return state
  return refuse(
    help,
    `A campaign with other settings began on ${state.began}: ${old}. Got ` +
      `${now}. Repeat its settings to go on with it, or add --restart`,
  )
}

/**
 * @param {import('./definitions.js').AnyDefinition} definition
 * @param {{ rounds: number, duration: number, warmup: number }} settings
 * @returns {number} about how many seconds it takes
 */
function secondsOf(definition, { rounds, duration, warmup }) {
  const { contenders, maxDuration = duration } = definition
  const isProgram = definition.kind === 'program'
  const turns = isProgram && definition.counts ? 1 : rounds
  const each = Math.min(duration, maxDuration) + (isProgram ? 0 : warmup)
  return turns * contenders.length * (each + OVERHEAD)
}

/** @returns {Promise<number>} how many cores are busy right now */
async function coresBusy() {
  const before = { busy: busySeconds(), time: performance.now() }
  await sleep(3000)
  const seconds = (performance.now() - before.time) / 1000
  return (busySeconds() - before.busy) / seconds
}

/** @param {string} id @param {State['settings']} settings */
async function measure(id, { rounds, duration, warmup, publish }) {
  const cli = path.join(import.meta.dirname, 'cli.js')
  const times = `--rounds=${rounds} --duration=${duration} --warmup=${warmup}`
  const more = publish ? ['--publish'] : []
  const { status } = await run(
    process.execPath,
    [cli, id, ...times.split(' '), ...more],
    { timeout: Infinity, onLine: (line) => console.log(line) },
  )
  return status === 0
}

/**
 * @param {import('./definitions.js').AnyDefinition[]} left
 * @param {State} state
 */
async function play(left, state) {
  for (const { id } of left) {
    const busy = await coresBusy()
    if (busy > MOST_BUSY && !values.busy) {
      console.error(
        `${id}: got ${busy.toFixed(2)} cores busy with something else, ` +
          `expected at most ${MOST_BUSY}. End what runs beside it and repeat ` +
          'the command, which goes on here; or add --busy',
      )
      process.exitCode = 1
      return
    }
    state.done[id] = await measure(id, state.settings)
    mkdirSync(path.dirname(stateFile), { recursive: true })
    writeFileSync(stateFile, `${JSON.stringify(state, null, 2)}\n`)
    if (!state.done[id]) process.exitCode = 1
  }
}

/** @param {import('./definitions.js').AnyDefinition[]} measured */
function report(measured) {
  const pairs = measured.flatMap(({ id, baseline }) => {
    const own = loadLocal(id)
    return own ? [{ own, published: loadResult(id), baseline }] : []
  })
  if (pairs.length === 0) return
  const file = path.join(resultsDir, 'local', 'campaign.md')
  writeFileSync(file, campaignReport(pairs))
  console.log(`${fromRoot(file)} written: ${pairs.length} benchmarks`)
}

async function main() {
  const settings = {
    rounds: integerOf(help, 'rounds', values.rounds, 5),
    duration: integerOf(help, 'duration', values.duration),
    warmup: integerOf(help, 'warmup', values.warmup, 0),
    publish: values.publish === true,
  }
  const names = positionals.length > 0 ? positionals : ['all']
  const chosen = [...new Set(names.flatMap((name) => select(name)))]
  const state = openState(settings)
  const left = chosen.filter(({ id }) => !state.done[id])
  const seconds = left.reduce(
    (sum, definition) => sum + secondsOf(definition, settings),
    0,
  )
  console.log(
    `${left.length} of ${chosen.length} benchmarks are left, about ${roughly(seconds)}`,
  )
  if (values.plan) {
    for (const definition of left) {
      console.log(
        `${definition.id}  ${roughly(secondsOf(definition, settings))}`,
      )
    }
    return
  }
  endChildrenOnSignal()
  await play(left, state)
  if (!settings.publish) report(chosen.filter(({ id }) => state.done[id]))
}

await main().catch((error) => refuse(help, error.message))
