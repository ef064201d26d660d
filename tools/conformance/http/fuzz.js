#!/usr/bin/env node
/**
 * Sends the same mutated requests to Velocy and to node:http, and sorts what
 * they disagree on by who is right.
 *
 *     node tools/conformance/http/fuzz.js --bytes 20000000
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { newestVelocy } from '../../bench/contenders.js'
import { readArguments } from '../../lib/arguments.js'
import * as toolchain from '../../processes/toolchain.js'
import { counted, publish } from './publish.js'

const help = `Usage: node tools/conformance/http/fuzz.js [options]

  --bytes N      how many to send to each server (10000000)
  --seed N       of the first sample; each further one is one more (1)
  --engine NAME  of Velocy: net or http (net)
  --samples      print the samples of each kind
  --publish      write results/ch13-fuzz.json
  -h, --help

Exit status 1: a server crashed, or Velocy did otherwise than the reference.`

const { values: options } = readArguments(help, {
  options: {
    bytes: { type: 'string', default: '10000000' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'net' },
    samples: { type: 'boolean' },
    publish: { type: 'boolean' },
  },
})

/**
 * @typedef {object} Report
 * @property {Record<string, number>} counts
 * @property {{ kind: string, right: string, count: number,
 *   samples: { seed: number, text: string }[] }[]} kinds
 * @property {number[]} memories
 * @property {number} seconds
 */

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/** @param {object} settings @returns {Promise<Report>} */
async function run(settings) {
  const { path: node, reason } = toolchain.node(26)
  if (!node) throw new Error(reason)
  const worker = fileURLToPath(new URL('fuzz/worker.js', import.meta.url))
  const child = spawn(node, ['--expose-gc', worker, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  /** @type {Report | null} */
  let report = null
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line)
    if (told.crash) console.log(`crash: ${told.crash}`)
    if (told.progress) {
      const { bytes, samples, disagreements, wrong } = told.progress
      console.log(
        `${megabytes(bytes)} in ${samples} samples: ${disagreements} disagreements, ${wrong} of them ours to mend; ${megabytes(told.memory)} held`,
      )
    }
    if (told.counts) report = told
  }
  if (!report) throw new Error('the worker ended without a report')
  return report
}

/** @param {Report} report */
function print({ counts, kinds, memories, seconds }) {
  console.log(
    `\n${megabytes(counts.bytes)}, ${counts.samples} samples, ${counts.requests} requests seen, ${counts.crashes} crashes, in ${seconds.toFixed(0)} s (${megabytes(counts.bytes / seconds)} per second)`,
  )
  console.log(
    `Held after a collection, at 10, 50 and 100%: ${memories.map(megabytes).join(', ')}`,
  )
  for (const { right, count, kind, samples } of kinds) {
    console.log(
      `${String(count).padStart(8)}  right: ${right.padEnd(8)} ${kind}`,
    )
    if (!options.samples && (right === 'ours' || right === 'both')) continue
    for (const { seed, text } of samples) {
      console.log(`          ${seed}: ${JSON.stringify(text)}`)
    }
  }
}

/** @param {Report} report */
function publishReport({ counts, kinds, memories, seconds }) {
  const figures = {
    ...Object.fromEntries(
      Object.entries(counts).map(([name, value]) => [`count.${name}`, value]),
    ),
    'memory.begin': memories[0],
    'memory.middle': memories[1],
    'memory.end': memories[2],
    'time.run': seconds * 1000,
  }
  const name = `Velocy, engine ${options.engine}`
  const told = kinds.map(({ kind, right, count }) => ({ kind, right, count }))
  publish({
    id: 'ch13-fuzz',
    program: 'http/fuzz.js',
    title: 'The same mutated requests to Velocy and to node:http',
    settings: { seed: Number(options.seed) },
    contenders: [counted('velocy', name, figures, { kinds: told })],
    values: { kinds: { value: kinds.length, unit: '' } },
  })
}

const report = await run({
  folder: newestVelocy(),
  engine: options.engine,
  seed: Number(options.seed),
  bytes: Number(options.bytes),
})
print(report)
if (report.counts.wrong > 0 || report.counts.crashes > 0) process.exitCode = 1
if (options.publish) publishReport(report)
