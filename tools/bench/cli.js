#!/usr/bin/env node
/** The benchmarks of the book: npm run bench -- ch00-single */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { integerOf, readArguments, refuse } from '../lib/arguments.js'
import { cacheDir, fromRoot, resultsDir } from '../lib/paths.js'
import { endChildrenOnSignal } from '../processes/run.js'
import { definitions, select } from './definitions.js'
import { runBenchmark } from './harness.js'
import { resultTable } from './table.js'

const help = `Usage: npm run bench -- <id | chapter | all>… [options]

Runs benchmarks and writes their results to results/local/<id>.json, from where
the book draws them beside the published ones.

  --list               the benchmarks there are
  --contenders a,b     only these
  --rounds N           interleaved rounds (5)
  --duration S         seconds per round (10; 2 for a program)
  --warmup S           seconds before each round, not counted (3)
  --short              a smoke run: one round of 1 s or less, little load, hardly
                       warm; of a program as little as it can do. Written to
                       .cache/ only
  --publish            write results/<id>.json, which is committed
  -h, --help

Exit status: 0; 1 when a contender is invalid or none could run; 2 for wrong
arguments. Slow is not an error.`

const { values, positionals } = readArguments(help, {
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    short: { type: 'boolean' },
    publish: { type: 'boolean' },
    contenders: { type: 'string' },
    rounds: { type: 'string' },
    duration: { type: 'string' },
    warmup: { type: 'string' },
  },
})

/** @param {'rounds' | 'duration' | 'warmup'} name @param {number} least */
const numberOf = (name, least = 1) => integerOf(help, name, values[name], least)

/** The load of a smoke run, which a small and busy machine bears. */
const gentle = { connections: 64, rate: 200 }

/**
 * How many rounds a published result has at least.
 *
 * @param {import('./definitions.js').AnyDefinition} definition
 */
const fewestRounds = (definition) =>
  definition.kind === 'program' && definition.counts ? 1 : 5

/**
 * @param {import('./definitions.js').AnyDefinition} definition
 * @returns {import('./harness.js').Settings}
 */
function settingsFor(definition) {
  const short = values.short === true
  const isProgram = definition.kind === 'program'
  const { duration: usual = 2, counts } = isProgram ? definition : {}
  const [long, brief] = isProgram ? [usual, 0.05] : [10, 1]
  const duration = numberOf('duration') ?? (short ? brief : long)
  return {
    rounds: numberOf('rounds') ?? (short ? 1 : fewestRounds(definition)),
    duration: Math.min(duration, definition.maxDuration ?? duration),
    ...(isProgram ? counts && { counts } : loadOf(definition)),
  }
}

/** @param {import('./definitions.js').Definition} definition */
function loadOf({ connections, threads, processes, rate, pipeline }) {
  const short = values.short === true
  /** @param {number} usual @param {number} most */
  const load = (usual, most) => (short ? Math.min(usual, most) : usual)
  return {
    // An open loop that starts cold falls behind its rate.
    warmup: numberOf('warmup', 0) ?? (short ? (rate ? 1 : 0) : 3),
    connections: load(connections, gentle.connections),
    threads,
    processes,
    ...(pipeline ? { pipeline } : {}),
    ...(rate ? { rate: load(rate, gentle.rate) } : {}),
  }
}

/** @param {string} id */
function fileFor(id) {
  if (values.publish) return path.join(resultsDir, `${id}.json`)
  const folder = values.short
    ? path.join(cacheDir, 'bench', 'short')
    : path.join(resultsDir, 'local')
  return path.join(folder, `${id}.json`)
}

/**
 * @param {import('./definitions.js').AnyDefinition} definition
 * @returns {string[] | undefined} ids; undefined: all
 */
function onlyOf(definition) {
  const named = values.contenders?.split(',').map((id) => id.trim())
  if (named || !values.short || !('smoke' in definition)) return named
  return definition.smoke
}

/** @param {import('./definitions.js').AnyDefinition} definition */
function measure(definition) {
  const settings = settingsFor(definition)
  const { rounds, duration, warmup, connections } = settings
  const more =
    warmup === undefined
      ? ''
      : `, after ${warmup} s of warm-up, ${connections} connections`
  console.error(
    `\n${definition.id}: ${definition.title}\n${rounds} × ${duration} s each${more}`,
  )
  return runBenchmark(definition, settings, {
    report: (line) => console.error(line),
    only: onlyOf(definition),
    command: ['npm run bench --', ...process.argv.slice(2)].join(' '),
    smoke: values.short === true,
  })
}

/** @param {import('./definitions.js').AnyDefinition} definition */
async function runOne(definition) {
  const fewest = fewestRounds(definition)
  const rounds = numberOf('rounds') ?? fewest
  if (values.publish && rounds < fewest) {
    refuse(help, `--publish: got ${rounds} rounds, expected at least ${fewest}`)
  }
  const started = performance.now()
  const result = await measure(definition)
  const file = fileFor(definition.id)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  console.log(resultTable(result, definition.baseline))
  const seconds = Math.round((performance.now() - started) / 1000)
  console.error(`${fromRoot(file)} written after ${seconds} s`)
  const ran = result.contenders.filter(({ status }) => status === 'ok')
  const invalid = result.contenders.filter(({ status }) => status === 'invalid')
  for (const { name, reason } of invalid) {
    console.error(`${definition.id}: ${name} is invalid: ${reason}`)
  }
  if (ran.length === 0) {
    console.error(`${definition.id}: none of its contenders could run`)
  }
  const isAmiss = ran.length === 0 && !(values.short && mayMiss(definition))
  if (invalid.length > 0 || isAmiss) process.exitCode = 1
}

/**
 * Whether what a smoke run would need may rightly be missing: a store, a quota,
 * or what takes minutes to compile.
 *
 * @param {import('./definitions.js').AnyDefinition} definition
 */
const mayMiss = ({ stores, contenders }) =>
  stores !== undefined ||
  contenders.some(
    (entry) =>
      entry.stores ??
      (('needs' in entry && entry.needs) || ('cpus' in entry && entry.cpus)),
  )

if (values.list) {
  for (const { id, title, contenders } of definitions()) {
    console.log(`${id}\n  ${title}`)
    console.log(`  ${contenders.map((entry) => entry.id).join(', ')}`)
  }
} else if (positionals.length === 0) {
  refuse(help, 'got no name, expected a benchmark, a chapter or all')
} else if (values.publish && values.short) {
  refuse(help, '--short is a smoke run and cannot be published')
} else {
  endChildrenOnSignal()
  try {
    const chosen = new Set(positionals.flatMap((name) => select(name)))
    for (const definition of chosen) await runOne(definition)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
