// @reads results/
import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { resultsDir } from '../lib/paths.js'
import {
  formatMetric,
  formatRatio,
  formatScalar,
  formatShare,
  formatValue,
  loadLocal,
  loadResult,
  metric,
  requireKnownMetric,
  requireMetric,
  requireScalar,
  resultsOf,
} from './results.js'

/** @returns {import('./results.js').Result} */
const sample = () => ({
  schema: 1,
  id: 'sample',
  title: 'A sample',
  machine: { cpu: 'A processor', serverCores: [2, 3] },
  contenders: [
    {
      id: 'axum',
      name: 'Axum',
      status: 'ok',
      summary: {
        rps: { median: 1234.5, min: 1000, max: 2000 },
        errors: { read: 3, total: 3 },
      },
    },
    {
      id: 'velocy',
      name: 'Velocy',
      status: 'skipped',
      reason: 'not built yet',
    },
  ],
  values: { knee: { value: 12, unit: 'ms' } },
})

/** Intl puts a no-break space before a unit. */
const spaced = (/** @type {string} */ text) => text.replaceAll('\u00a0', ' ')

test('a published result is found, one of others too, and neither is null', () => {
  assert.equal(loadResult('ref-a-single')?.id, 'ref-a-single')
  assert.equal(loadResult('no-such-result'), null)
})

test("the reader's own result is read from local/", (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'results-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'local'))
  assert.equal(loadLocal('sample', folder), null)
  const file = path.join(folder, 'local', 'sample.json')
  writeFileSync(file, JSON.stringify(sample()))
  assert.equal(loadLocal('sample', folder)?.title, 'A sample')
  writeFileSync(file, JSON.stringify({ ...sample(), schema: 2 }))
  assert.throws(() => loadLocal('sample', folder), /got schema 2, expected 1/)
})

test('a metric that is not there is null, and an error where it is required', () => {
  assert.equal(metric(sample(), 'axum', 'rps')?.median, 1234.5)
  assert.equal(metric(sample(), 'axum', 'errors.read')?.median, 3)
  assert.equal(metric(sample(), 'velocy', 'rps'), null)
  assert.equal(metric(sample(), 'axum', 'memoryIdle'), null)
  assert.equal(requireMetric(sample(), 'axum.rps').metric, 'rps')
  assert.throws(
    () => requireMetric(sample(), 'axun.rps'),
    /It has: axum, velocy/,
  )
  assert.throws(
    () => requireMetric(sample(), 'axum.p99'),
    /It has: rps, errors/,
  )
  assert.throws(() => requireMetric(sample(), 'velocy.rps'), /not built yet/)
})

test('scalars are found by name', () => {
  assert.equal(requireScalar(sample(), 'values.knee.value'), 12)
  assert.equal(requireScalar(sample(), 'machine.cpu'), 'A processor')
  assert.equal(requireScalar(sample(), 'machine.serverCores'), '2, 3')
  assert.throws(() => requireScalar(sample(), 'machine.gpu'), /not there/)
  assert.throws(() => requireScalar(sample(), 'machine'), /not a scalar/)
})

test('numbers are written as each language writes them', () => {
  assert.equal(formatMetric(83_689.19, 'rps', 'en'), '83,689')
  assert.equal(formatMetric(83_689.19, 'rps', 'pt-BR'), '83.689')
  assert.equal(spaced(formatMetric(592, 'latency.p50', 'en')), '592 µs')
  assert.equal(spaced(formatMetric(999.6, 'latency.p50', 'en')), '1.00 ms')
  assert.equal(spaced(formatMetric(1490, 'latency.p99', 'pt-BR')), '1,49 ms')
  assert.equal(spaced(formatMetric(1_500_000, 'latency.max', 'en')), '1.50 s')
  assert.equal(spaced(formatMetric(121e6, 'memoryLoaded', 'en')), '121 MB')
  assert.equal(spaced(formatMetric(1.9e6, 'memoryIdle', 'pt-BR')), '1,90 MB')
  assert.equal(spaced(formatMetric(11.6992, 'cpuPerRequest', 'en')), '11.7 µs')
  assert.equal(spaced(formatValue(9999, 'ns', 'en')), '9,999 ns')
  assert.equal(spaced(formatValue(21_356, 'ns', 'en')), '21.4 µs')
  assert.equal(spaced(formatValue(12_233_200, 'ns', 'pt-BR')), '12,2 ms')
  assert.equal(formatMetric(98.6, 'clientCpu', 'en'), '99%')
  assert.equal(spaced(formatValue(12, 'ms', 'en')), '12 ms')
  assert.throws(() => formatMetric(1, 'speed', 'en'), /no metric "speed"/)
})

test('a ratio keeps two digits where one would hide the difference', () => {
  assert.equal(formatRatio(208_938, 28_923, 'en'), '7.2')
  assert.equal(formatRatio(208_938, 28_923, 'pt-BR'), '7,2')
  assert.equal(formatRatio(84, 100, 'en'), '0.84')
  assert.equal(formatRatio(300, 1, 'en'), '300')
  assert.throws(() => formatRatio(1, 0, 'en'), /positive denominator/)
  assert.throws(() => formatShare(1, 0, 'en'), /positive denominator/)
})

test('dates are written out, and a missing date says so in each language', () => {
  assert.equal(formatScalar('2023-08-06', 'en'), 'August 6, 2023')
  assert.equal(formatScalar('2023-08-06', 'pt-BR'), '6 de agosto de 2023')
  assert.equal(formatScalar('undated', 'pt-BR'), 'sem data')
  assert.equal(formatScalar(10_000, 'pt-BR'), '10.000')
})

test('every committed result has the shape that the book reads', () => {
  const folders = [resultsDir, path.join(resultsDir, 'reference')]
  const files = folders.flatMap((folder) =>
    readdirSync(folder).filter((name) => name.endsWith('.json')),
  )
  assert.ok(files.length >= 3)
  for (const name of files) {
    const id = name.replace(/\.json$/, '')
    const result = loadResult(id)
    assert.ok(result)
    assert.equal(result.id, id, `${name} holds another id`)
    assert.ok(result.title && result.contenders.length > 0, name)
    if (!result.source) assert.ok(result.date && result.machine?.cpu, name)
    for (const { id, status, reason, summary } of result.contenders) {
      const where = `${name}: ${id}`
      if (status !== 'ok') {
        assert.ok(reason, `${where} is ${status} without a reason`)
        continue
      }
      for (const [metricName, value] of Object.entries(summary ?? {})) {
        if (metricName === 'errors') continue
        assert.ok(requireKnownMetric(metricName), where)
        const { median, min, max } = value
        assert.ok(min <= median && median <= max, `${where}: ${metricName}`)
      }
    }
  }
})

test("the published figures are the publication's, and Little's law is ours", () => {
  const single = loadResult('ref-a-single')
  assert.ok(single)
  assert.equal(requireMetric(single, 'velocy.rps').median, 83_689.19)
  assert.equal(requireMetric(single, 'axum.errors.read').median, 90)
  assert.equal(Math.round(requireMetric(single, 'axum.inFlight').median), 132)
  const cluster = loadResult('ref-a-cluster')
  assert.ok(cluster)
  assert.equal(requireMetric(cluster, 'express.rps').median, 50_275.21)
  assert.equal(metric(cluster, 'axum', 'rps'), null)
})

test('the results of a directive are those that it shows', () => {
  const chart = { name: 'chart', target: 'a', attributes: { with: 'b,c' } }
  assert.deepEqual(resultsOf(chart), ['a', 'b', 'c'])
  assert.deepEqual(
    resultsOf({
      name: 'heat',
      target: 'pg,node-sqlite',
      attributes: { own: 'ch17-', with: 'ref-d-' },
    }),
    ['ch17-pg', 'ref-d-pg', 'ch17-node-sqlite'],
  )
  const table = { name: 'answers', target: 'a', attributes: {} }
  assert.deepEqual(resultsOf(table), [
    'ch00-single',
    'ref-a-single',
    'ch00-two-cores',
    'ref-a-cluster',
    'ref-elysia-claim',
  ])
  assert.deepEqual(resultsOf({ ...table, target: 'count' }), [])
})
