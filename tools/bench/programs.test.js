import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { redis } from '../stores/programs.js'
import { readDefinition } from './definitions.js'
import { runBenchmark } from './harness.js'
import { parseFigures } from './programs.js'
import { resultTable } from './table.js'

const program = `
const [what] = process.argv.slice(2)
if (what === 'wrong') throw new Error('it answers something else')
if (what === 'mute') process.exit(0)
if (what === 'unfit') { console.log('{"skipped":"it has no wildcards"}'); process.exit(0) }
console.log('a line of its own')
const duration = Number(process.env.DURATION)
console.log(JSON.stringify({ 'ns.hit': what === 'fast' ? 10 : 20, 'count.duration': duration, 'count.gc': typeof gc === 'function' ? 1 : 0 }))
`

/** @param {import('node:test').TestContext} t */
function definition(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-program-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'bench'))
  writeFileSync(path.join(folder, 'bench', 'program.mjs'), program)
  const file = path.join(folder, 'bench', 'sample.bench.json')
  writeFileSync(
    file,
    JSON.stringify({
      id: 'sample',
      title: 'A sample',
      chapter: 'ch00',
      kind: 'program',
      program: 'bench/program.mjs',
      baseline: 'slow',
      contenders: ['fast', 'slow', 'wrong', 'mute', 'unfit'].map((id) => ({
        id,
        name: `The ${id} one`,
        args: [id],
      })),
    }),
  )
  const read = readDefinition(file)
  assert.ok(read.kind === 'program')
  return read
}

test('in a smoke run a program is told to do as little as it can', async (t) => {
  const least = ['WARM_UP', 'BATCH', 'SAMPLES', 'REQUESTS']
  const counts = least.map((name) => `'count.${name}': +process.env.${name}`)
  const print = `console.log(JSON.stringify({ ${counts.join(', ')} }))`
  const sample = definition(t)
  writeFileSync(path.join(sample.folder, sample.program), print)
  const settings = { rounds: 1, duration: 0.05 }
  const smoke = true
  const { contenders } = await runBenchmark(sample, settings, { smoke })
  const told = Object.values(contenders[0].summary ?? {})
  assert.deepEqual(
    told.map(({ median }) => median),
    [1, 50, 2, 100],
  )
})

/**
 * @param {import('node:test').TestContext} t
 * @returns {import('./definitions.js').ProgramDefinition}
 */
function asking(t) {
  const sample = definition(t)
  const seen = "{ 'count.seen': process.env.REDIS_URL ? 1 : 0 }"
  const print = `console.log(JSON.stringify(${seen}))`
  writeFileSync(path.join(sample.folder, sample.program), print)
  const [fast, slow] = sample.contenders
  return { ...sample, contenders: [{ ...fast, stores: ['redis'] }, slow] }
}

test('a program gets the stores that it asks for', async (t) => {
  const { path: file, version, reason } = redis()
  if (!file) return t.skip(reason)
  const settings = { rounds: 1, duration: 0.05 }
  const result = await runBenchmark(asking(t), settings)
  const [fast] = result.contenders
  assert.equal(fast.summary?.['count.seen'].median, 1)
  assert.equal(result.versions?.redis, version)
  assert.ok(Array.isArray(result.machine?.storeCores))
})

test('an entry is skipped whose store is not there', async (t) => {
  t.after(() => delete process.env.REDIS)
  process.env.REDIS = '/no/redis'
  const settings = { rounds: 1, duration: 0.05 }
  const { contenders } = await runBenchmark(asking(t), settings)
  assert.deepEqual(
    contenders.map(({ status }) => status),
    ['skipped', 'ok'],
  )
  assert.equal(contenders[0].reason, 'REDIS is /no/redis, no program that runs')
})

test('a store that there is not is named', (t) => {
  const sample = definition(t)
  const file = path.join(sample.folder, 'bench', 'sample.bench.json')
  const text = JSON.stringify({ ...sample, stores: ['mongo'] })
  writeFileSync(file, text)
  assert.throws(() => readDefinition(file), /got the store "mongo", expected/)
})

test('a program is run per contender and round, and its figures are summarised', async (t) => {
  const settings = { rounds: 2, duration: 0.5 }
  const result = await runBenchmark(definition(t), settings)
  const [fast, slow, wrong, mute, unfit] = result.contenders
  assert.equal(fast.status, 'ok')
  assert.equal(fast.rounds?.length, 2)
  assert.equal(fast.summary?.['ns.hit'].median, 10)
  assert.equal(slow.summary?.['count.duration'].median, 0.5)
  assert.equal(slow.summary?.['count.gc'].median, 1)
  assert.equal(wrong.status, 'invalid')
  assert.match(wrong.reason ?? '', /it answers something else/)
  assert.equal(mute.status, 'invalid')
  assert.match(mute.reason ?? '', /expected a last line/)
  assert.equal(unfit.status, 'skipped')
  assert.equal(unfit.reason, 'it has no wildcards')
  assert.equal(unfit.summary, undefined)
  assert.match(resultTable(result, 'slow'), /The fast one +0\.50 +10\sns/)
})

test('only the contenders asked for are run', async (t) => {
  const settings = { rounds: 1, duration: 0.1 }
  const only = ['slow']
  const result = await runBenchmark(definition(t), settings, { only })
  assert.deepEqual(
    result.contenders.map(({ id }) => id),
    ['slow'],
  )
  await assert.rejects(
    runBenchmark(definition(t), settings, { only: ['none'] }),
    /has none of none; it has fast, slow/,
  )
})

test('figures are numbers by metric, in the last line', () => {
  assert.deepEqual(parseFigures('noise\n{"ns.hit":1}\n'), { 'ns.hit': 1 })
  for (const output of ['', '{}', '{"ns.hit":"1"}', '{"ns.hit":null}', '[']) {
    assert.throws(() => parseFigures(output), /expected a last line/)
  }
})
