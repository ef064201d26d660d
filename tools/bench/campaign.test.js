import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { campaignReport } from './campaign-report.js'

const cli = fileURLToPath(new URL('campaign.js', import.meta.url))

/** @param {string[]} args */
const campaign = (...args) =>
  spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' })

/** @param {string} id @param {number[]} rps */
const server = (id, rps) => ({
  id,
  name: id,
  status: 'ok',
  rounds: rps.map((one) => ({ rps: one })),
  summary: { rps: { median: rps[0], min: rps[0], max: rps[0] } },
})

/** @param {any[]} contenders @returns {any} */
const result = (contenders) => ({
  id: 'ch99-none',
  title: 'One process',
  date: '2026-01-01T10:00:00.000Z',
  machine: { cpu: 'A processor', cores: 2, os: 'Linux', kernel: '6' },
  settings: { kind: 'closed', samples: 2 },
  contenders,
})

test('the plan says how many benchmarks are left, and how long they take', () => {
  const { status, stdout } = campaign('ch00-single', '--plan', '--restart')
  assert.equal(status, 0)
  assert.match(stdout, /^1 of 1 benchmarks are left, about \d+ (s|min)\n/)
  assert.match(stdout, /^ch00-single {2}\d+ (s|min)$/m)
})

test('wrong arguments are refused with what was expected', () => {
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--rounds', '3'], /--rounds: got "3", expected an integer from 5/],
    [['--fast'], /--fast/],
    [['ch99-nothing'], /No benchmark "ch99-nothing"/],
  ])) {
    const { status, stderr } = campaign(...args)
    assert.equal(status, 2, stderr)
    assert.match(stderr, message)
  }
})

test('the report sets the ratios here beside the published ones', () => {
  const own = result([server('a', [100, 200]), server('b', [150, 500])])
  const published = result([server('a', [10, 20]), server('b', [20, 40])])
  const text = campaignReport([{ own, published, baseline: 'a' }])
  assert.match(
    text,
    /\| b \| 150 \| 2\.00 \(1\.50–2\.50\) \| 2\.00 \(2\.00–2\.00\) \|/,
  )
})

test('the report says why a contender has no figures', () => {
  const missing = { id: 'b', name: 'Go', status: 'skipped', reason: 'no Go' }
  const own = result([server('a', [100]), missing])
  const text = campaignReport([{ own, published: null, baseline: 'a' }])
  assert.match(text, /\| Go \| skipped \| – \| – \| no Go \|/)
})
