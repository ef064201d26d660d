// @reads results/
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { directives } from '../book-model/markdown.js'
import { resultsDir } from '../lib/paths.js'
import { answers, loadResult, metric } from '../results/results.js'
import { answerCount, answersHtml, rowsOf, sectionsOf } from './answers.js'
import { requireResult } from './result-parts.js'
import { strings } from './strings.js'

/** @typedef {import('../results/results.js').Block} Block */

const blocks = Object.values(answers).flat()
const reasons = Object.keys(strings('en').answerReasons)

/** @param {Partial<Block>} [other] @returns {Block} */
const block = (other) => ({
  published: 'ref-d-pg',
  own: 'ch17-pg',
  base: 'express',
  metrics: ['rps'],
  ...other,
})

/** @param {Block} one @param {string} [language] */
const rows = (one, language = 'en') =>
  sectionsOf([one]).flatMap((section) => rowsOf(section, language).rows)

/** @param {string} text */
const drawn = (text, language = 'en') =>
  answersHtml(directives(text)[0], { language }, strings(language))

test('each of the 116 published figures is there once, and most have ours', () => {
  assert.equal(answerCount(undefined, 'en'), '116')
  assert.ok(Number(answerCount('measured', 'pt-BR')) > 100)
  assert.throws(() => answerCount('all', 'en'), /got "all", expected measured/)
})

test('each figure that others published has an answer or a reason', () => {
  // What publications are quoted for; the rest says how that came about.
  const quoted = ['rps', 'memoryIdle', 'memoryLoaded', 'serverCpu']
  for (const file of readdirSync(path.join(resultsDir, 'reference'))) {
    const id = path.basename(file, '.json')
    const theirs = requireResult(id)
    const own = blocks.filter((one) => one.published === id)
    const answered = own.flatMap(({ metrics }) => metrics.join('+').split('+'))
    for (const name of quoted) {
      const isThere = theirs.contenders.some((one) =>
        metric(theirs, one.id, name),
      )
      if (isThere) assert.ok(answered.includes(name), `the ${name} of ${id}`)
    }
  }
})

test('answers are of contenders that were published, and reasons are said', () => {
  for (const { published, base, as, reasons: given } of blocks) {
    const ids = loadResult(published)?.contenders.map(({ id }) => id) ?? []
    for (const id of [base, ...Object.keys({ ...as, ...given })]) {
      assert.ok(ids.includes(id), `${published} has no ${id} to answer`)
    }
  }
  const given = new Set(
    blocks.flatMap((one) => Object.values(one.reasons ?? {})),
  )
  assert.deepEqual([...given].sort(), [...reasons].sort())
})

test('a row has both figures, each as a multiple of its own base', () => {
  const express = loadResult('ch17-pg')?.contenders.find(
    ({ id }) => id === 'express',
  )?.summary?.rps.median
  const found = rows(block()).find(({ name }) => name === 'Express')
  const ours = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
  assert.deepEqual(found?.theirs, ['5,280', '1.0'])
  assert.deepEqual(found?.ours, [ours.format(express), '1.0'])
  const [first] = rows(block(), 'pt-BR')
  assert.deepEqual(first.theirs, ['20.246', '3,8'])
})

test('where there is no figure of ours, the reason stands across its cells', () => {
  const [first] = rows(block({ reasons: { uwebsockets: 'koa' } }))
  assert.equal(first.ours, `not run: ${strings('en').answerReasons.koa}`)
})

test('a result, contender or metric that is not there is an error', () => {
  for (const [other, message] of /** @type {[Partial<Block>, RegExp][]} */ ([
    [{ own: 'ch17-nothing' }, /there is no results\/ch17-nothing.json/],
    [{ published: 'ref-nothing' }, /there is no results\/ref-nothing.json/],
    [{ as: { h3: 'h4' } }, /ch17-pg has no contender "h4"/],
    [{ own: 'ch04-lines' }, /ch04-lines has no contender "uwebsockets"/],
    [{ metrics: ['rps+memoryIdle'] }, /has no metric "memoryIdle"/],
    [{ published: 'ref-elysia-claim' }, /ch17-pg has no contender "elysia"/],
  ])) {
    assert.throws(() => rows(block(other)), message)
  }
})

test('what stood before with the same figure is left out where it repeats', () => {
  const again = block({ published: 'ref-c-threads', repeats: true })
  const before = ['ref-c-baseline', 'ref-c-helpers'].map((one) =>
    block({ published: one }),
  )
  assert.deepEqual(
    sectionsOf([...before, again]).map(({ ids }) => ids.length),
    [5, 13],
  )
  assert.equal(sectionsOf([block(), block({ repeats: false })]).length, 2)
})

test('a table has a section for each publication, and what was measured on what', () => {
  const html = drawn('{{#answers d}}')
  assert.equal(html.match(/<tbody>/g)?.length, 6)
  assert.match(
    html,
    /In front of Redis · Requests per second · 1\.0\u00a0=\u00a0Express</,
  )
  assert.match(html, /<figcaption>Ours: .*chapter 17 repeats: Intel i7-8565U/)
  assert.match(drawn('{{#answers d}}', 'pt-BR'), /Na frente do Redis/)
  assert.match(drawn('{{#answers a}}'), /colspan="2">not run: .*issue 31/)
  assert.throws(() => drawn('{{#answers e}}'), /expected \{\{#answers a\|b/)
})
