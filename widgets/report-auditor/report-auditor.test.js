import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { audit, parseReport } from '../../code/ch00/bench/report.js'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import {
  capitalised,
  countFindings,
  describeFinding,
  formats,
  keyFigures,
} from './describe.js'
import { evidence } from './evidence.js'
import { examples } from './examples.js'

const here = path.dirname(fileURLToPath(import.meta.url))
const catalogs = readCatalogs(path.join(here, 'strings'))
const languages = Object.keys(catalogs)

/** @param {string} name of an example */
const findings = (name) => audit(parseReport(examples[name]))

/** @param {string} name of an example */
const doubts = (name) =>
  findings(name)
    .filter(({ severity }) => severity !== 'info')
    .map(({ id }) => id)

test('the quiet run has nothing to doubt', () => {
  assert.deepEqual(doubts('clean'), [])
})

test('the published run is limited by its client and has failed sockets', () => {
  assert.deepEqual(doubts('limited').slice(0, 2), [
    'socket-errors',
    'client-limited',
  ])
})

test('the other examples show what their names say', () => {
  assert.ok(doubts('broken').includes('socket-errors'))
  assert.ok(doubts('short').includes('short-run'))
  assert.ok(doubts('short').includes('no-percentiles'))
})

test('every example has a name in English', () => {
  for (const name of Object.keys(examples)) {
    assert.ok(`example.${name}` in catalogs.en, name)
  }
})

test('every finding that audit can make is explained', () => {
  const source = readFileSync(
    path.join(here, '../../code/ch00/bench/report.js'),
    'utf8',
  )
  const ids = Array.from(
    source.matchAll(/finding\('([a-z-]+)'/g),
    ([, id]) => id,
  )
  assert.ok(ids.length >= 10, `found only ${ids.length} findings in the source`)
  for (const id of ids) {
    assert.ok(`finding.${id}` in catalogs.en, id)
    assert.ok(`title.${id}` in catalogs.en, id)
  }
})

for (const language of languages) {
  test(`${language}: no text is left with an unfilled value`, () => {
    const t = translator(catalogs, language)
    const format = formats(language)
    for (const name of Object.keys(examples)) {
      for (const finding of findings(name)) {
        const text = describeFinding(finding, t, format)
        assert.doesNotMatch(text, /undefined|NaN|[{}]/, finding.id)
      }
    }
  })
}

test('figures are written in the units and digits of the language', () => {
  const report = parseReport(examples.limited)
  const figures = Object.fromEntries(
    keyFigures(report, translator(catalogs, 'pt-BR'), formats('pt-BR')),
  )
  assert.equal(figures['Requisições/s'], '208.938')
  assert.equal(figures['Latência p99'], '1,49 ms')
  assert.equal(figures['Latência mediana'], '592 µs')
  assert.equal(figures.Erros, '96')
})

test('good news is counted as such', () => {
  const { good, notes } = countFindings(findings('clean'))
  assert.equal(good, 1)
  const others = findings('clean').filter(({ id }) => id !== 'littles-law')
  assert.equal(notes, others.length)
})

test('a message after a full stop begins as a sentence does', () => {
  assert.equal(capitalised('got "x"'), 'Got "x"')
})

test('every example fits its field', () => {
  const source = readFileSync(path.join(here, 'index.js'), 'utf8')
  const rows = Number(/rows: (\d+)/.exec(source)?.[1])
  for (const [name, text] of Object.entries(examples)) {
    const lines = text.trimEnd().split('\n').length
    assert.ok(lines <= rows, `${name} has ${lines} lines, the field ${rows}`)
  }
})

test('a latency that wrk did not print is a dash', () => {
  assert.equal(formats('en').time(null), '–')
})

test('a finding quotes the lines of the report that it is about', () => {
  assert.deepEqual(evidence('socket-errors', examples.limited), [
    'Socket errors: connect 6, read 90, write 0, timeout 0',
  ])
  assert.deepEqual(evidence('warm-up-inside', examples.limited), [
    'Latency   631.35us  211.19us  11.70ms   95.24%',
    '99%    1.49ms',
  ])
})

test('only what is missing, or about no line, is quoted nowhere', () => {
  const silent = new Set()
  for (const name of Object.keys(examples)) {
    for (const { id } of findings(name)) {
      if (evidence(id, examples[name]).length === 0) silent.add(id)
    }
  }
  assert.deepEqual([...silent].sort(), ['no-percentiles', 'single-run'])
})
