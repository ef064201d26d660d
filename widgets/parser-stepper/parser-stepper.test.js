// @reads code/ch13/lib/engine/
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { translator } from '../../site/strings.js'
import { readCatalogs } from '../../tools/bundle/build.js'
import { codeDir } from '../../tools/lib/paths.js'
import { describe, ruleOf } from './describe.js'
import { NEEDED, nextPhase, PHASES, readTyped, trace } from './model.js'
import { presets } from './presets.js'
import { RULES } from './rules.js'

const catalogs = readCatalogs(path.join(import.meta.dirname, 'strings'))
const engine = path.join(codeDir, 'ch13/lib/engine')
const read = (/** @type {string} */ name) =>
  readFileSync(path.join(engine, name), 'utf8')

/** @param {string} typed */
function steps(typed) {
  const { bytes, cuts } = readTyped(typed)
  return { bytes, cuts, steps: trace(bytes, cuts) }
}

/** @param {string} typed */
const last = (typed) => /** @type {any} */ (steps(typed).steps.at(-1))

test('signs are bytes, and line breaks are for the eye', () => {
  const { bytes, cuts } = readTyped('a\\r\\n\nb\\|\\x0B\\t\\\\\\q é\\|')
  assert.deepEqual(
    [...bytes],
    [0x61, 13, 10, 0x62, 0x0b, 9, 0x5c, 0x5c, 0x71, 0x20, 0xc3, 0xa9],
  )
  assert.deepEqual(cuts, [4, 12])
})

test('the presets end as their names say', () => {
  const ends = Object.fromEntries(
    Object.entries(presets).map(([name, typed]) => {
      const { phase, refusal } = last(typed)
      return [name, refusal?.name ?? phase]
    }),
  )
  assert.deepEqual(ends, {
    get: 'DONE',
    post: 'DONE',
    cut: 'DONE',
    lineFeed: 'BAD_VALUE',
    plus: 'BAD_LENGTH',
    hosts: 'BAD_HOST',
  })
})

test('each byte of a head is a step, and a body is not', () => {
  const { bytes, steps: all } = steps(presets.post)
  assert.equal(all.length - 1, bytes.length - 'hello'.length)
  assert.deepEqual(
    all.map(({ at }) => at),
    all.map((_, index) => index - 1),
  )
  assert.equal(last(presets.post).known.contentLength, 5)
})

test('a refusal is at the byte that is wrong', () => {
  const { bytes, steps: all } = steps(presets.lineFeed)
  const { at, outcome, looked } = all[all.length - 1]
  assert.equal(bytes.toString('latin1', at - 4, at + 1), 'mple\n')
  assert.deepEqual([outcome, looked], ['refused', 'VALUE'])
})

test('the phase that has looked at the first byte is told', () => {
  const of = (/** @type {string} */ typed) => steps(typed).steps[1]
  assert.deepEqual([of('GET').looked, of('GET').phase], ['METHOD', 'METHOD'])
  assert.deepEqual([of('\\r').looked, of('\\r').phase], ['BEGIN', 'EMPTY_LINE'])
  assert.equal(of('@').refusal?.name, 'BAD_METHOD')
})

test('what is known is told when it comes', () => {
  const { bytes, steps: all } = steps(presets.get)
  const changes = all.flatMap(({ at, changed }) =>
    changed.map((name) => [bytes.toString('latin1', 0, at + 1).length, name]),
  )
  assert.deepEqual(changes, [
    [4, 'method'],
    [9, 'target'],
    [39, 'lacksHost'],
    [54, 'text'],
  ])
})

test('the fields that count are those of the engine', () => {
  const list = /for \(const name of \[([^\]]+)\]/.exec(read('head.js'))?.[1]
  const names = [...(list ?? '').matchAll(/'(.+)'/g)].map(([, name]) => name)
  assert.deepEqual(NEEDED, names)
  const fields = steps(presets.get).steps.flatMap(({ field }) => field ?? [])
  assert.deepEqual(fields, [
    { name: 'Host', counts: true },
    { name: 'Accept', counts: false },
  ])
})

test('a cut changes nothing but what is said', () => {
  const whole = steps(presets.cut.replaceAll('\\|', ''))
  const cut = steps(presets.cut)
  assert.deepEqual(
    cut.steps.map((step) => ({ ...step, isCut: false })),
    whole.steps,
  )
  assert.deepEqual(
    cut.steps.filter(({ isCut }) => isCut).map(({ at }) => at),
    cut.cuts,
  )
  assert.equal(cut.cuts.length, 3)
})

test('from phase to phase, both ways', () => {
  const { steps: all } = steps(presets.get)
  /** @type {(way: 1 | -1, from: number) => number[]} */
  const walk = (way, from) => {
    const seen = [from]
    for (let at = nextPhase(all, from, way); at !== seen.at(-1); ) {
      seen.push(at)
      at = nextPhase(all, at, way)
    }
    return seen
  }
  const there = walk(1, 0)
  assert.deepEqual(
    there.map((at) => all[at].phase),
    [
      'BEGIN',
      'METHOD',
      'TARGET',
      'VERSION',
      'LINE_END',
      'NAME',
      'VALUE',
      'VALUE_END',
      'NAME',
      'VALUE',
      'VALUE_END',
      'NAME',
      'END',
      'DONE',
    ],
  )
  assert.deepEqual(walk(-1, all.length - 1).reverse(), there)
})

test('phases are in the order of their numbers', () => {
  assert.equal(PHASES[0], 'BEGIN')
  assert.deepEqual(PHASES.slice(-2), ['DONE', 'REFUSED'])
})

const ALL = [
  ...Object.values(presets),
  'get /\\x00',
  '@',
  'BREW /coffee HTTP/1.1\\r\\n',
  'GET /hey HTTP/2.0\\r\\n',
  'GET /hey HTTP/x.1\\r\\n',
  'GET /a b HTTP/1.1\\r\\n',
  'GET * HTTP/1.1\\r\\n',
  `GET /${'x'.repeat(17_000)}`,
  `GET / HTTP/1.1\\r\\nX: ${'x'.repeat(17_000)}`,
  `GET / HTTP/1.1\\r\\n${'X: x\\r\\n'.repeat(101)}`,
  'GET / HTTP/1.1\\rX',
  '\\r\\nGET / HTTP/1.0\\r\\nA: \\xe9\\r\\n\\r\\n',
  'GET / HTTP/1.1\\r\\nHost : x',
  'GET / HTTP/1.1\\r\\nA: b\\r\\n folded',
  'POST / HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n',
  'POST / HTTP/1.1\\r\\nTransfer-Encoding: gzip\\r\\n',
  'POST / HTTP/1.1\\r\\nTransfer-Encoding: gzip, chunked\\r\\n',
  'POST / HTTP/1.1\\r\\nContent-Length: 1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n',
]

for (const [language, words] of Object.entries(catalogs)) {
  test(`${language}: every step can be said, and every refusal has a rule`, () => {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(catalogs.en).sort())
    const t = translator({ en: words }, 'en')
    /** @type {Set<string>} */
    const seen = new Set()
    for (const typed of ALL) {
      const { bytes, steps: all } = steps(typed)
      for (const [index, step] of all.entries()) {
        const isLast = index === all.length - 1
        const said = describe(step, bytes, isLast, t)
        assert.doesNotMatch(said, /undefined|NaN|null|[{}]|\.\.| {2}/)
        if (!step.refusal) continue
        seen.add(step.refusal.name)
        assert.match(ruleOf(step, bytes).label, /^RFC \d{4} §[\d.]+$/)
      }
    }
    assert.deepEqual([...seen].sort(), Object.keys(RULES).sort())
  })
}

test('every reason that a head can have is among them', () => {
  const files = ['request-line.js', 'field-lines.js', 'head.js', 'framing.js']
  const used = files.flatMap((name) =>
    Array.from(
      read(name).matchAll(/\b(?:BAD|BARE|LARGE|LONG|TWO|UNKNOWN)_[A-Z]+/g),
      ([reason]) => reason,
    ),
  )
  assert.deepEqual([...new Set(used)].sort(), Object.keys(RULES).sort())
})

test('a line that begins with a blank has a section of its own', () => {
  const sections = [
    'GET / HTTP/1.1\\r\\nA: b\\r\\n folded',
    'GET / HTTP/1.1\\r\\n\\tfirst',
    '\\r\\nGET / HTTP/1.1\\r\\n first',
    'GET / HTTP/1.1\\r\\nA : b',
  ].map((typed) => {
    const { bytes, steps: all } = steps(typed)
    return ruleOf(all[all.length - 1], bytes).label
  })
  assert.deepEqual(sections, [
    'RFC 9112 §5.2',
    'RFC 9112 §2.2',
    'RFC 9112 §2.2',
    'RFC 9112 §5.1',
  ])
})
