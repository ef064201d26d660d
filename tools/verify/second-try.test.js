// @nightly
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'
import { runCells } from './runner.js'
import { tryAgain } from './second-try.js'
import { verifyIn } from './verify.fixture.js'

/** @typedef {import('./runner.js').Cell} Cell */

/**
 * A check of the book that leaves its name in the file `order` each time it is
 * run, and fails at its first tries.
 *
 * @param {string} id
 * @param {number} failures how many
 * @param {string[]} [after]
 */
const failing = (id, failures, after = []) => `{
  id: '${id}', title: '${id}', scope: 'book', after: ${JSON.stringify(after)},
  slow: false, ofTools: false, inTurn: false, tests: false, effort: () => 2,
  plan: () => ({ argv: [process.execPath, '-e', \`
    const { appendFileSync, readFileSync } = require('node:fs')
    appendFileSync('order', '${id} ')
    const tries = readFileSync('order', 'utf8').split('${id} ').length - 1
    if (tries > ${failures}) process.exit()
    console.log('beginning')
    console.log('notes.md:7: ${id} broke at try ' + tries)
    process.exit(1)
  \`] }),
}`

/**
 * @param {import('node:test').TestContext} t
 * @param {string[]} checks
 */
function bookWith(t, ...checks) {
  const project = temporaryProject(smallBook, t)
  project.write(
    'tools/verify/checks.js',
    'export const chapterChecks = []\n' +
      `export const bookChecks = [${checks.join(', ')}]\n` +
      'export const allChecks = bookChecks\n',
  )
  return project
}

test('what fails once is run again when all else is over, passes and is named', async (t) => {
  const project = bookWith(
    t,
    failing('odd', 1),
    failing('good', 0),
    failing('fine', 0),
  )
  const { status, output, last } = await verifyIn(project, [])
  assert.equal(status, 0, output)
  assert.match(project.read('order'), /^(?=.*good)(?=.*fine).* odd $/)
  assert.match(output, /^✗ odd \(odd\)/m)
  assert.match(output, /✗ book odd: .*\n\nbeginning\nnotes.md:7: odd broke/)
  assert.match(output, /^once more, alone\n✓ book odd: passed at the second/m)
  assert.match(
    output,
    /^↻ passed at the second try: book odd; the first failure: ended with status 1: notes\.md:7: odd broke at try 1$/m,
  )
  assert.equal(last, '3 passed, 0 failed')
})

test('what fails twice has failed, with both outputs', async (t) => {
  const project = bookWith(t, failing('wrong', 9), failing('good', 0))
  const { status, output, last } = await verifyIn(project, [])
  assert.equal(status, 1)
  assert.equal(project.read('order').split('wrong').length - 1, 2)
  assert.match(output, /^notes\.md:7: wrong broke at try 1$/m)
  assert.match(output, /^✗ book wrong: failed again/m)
  assert.match(output, /^notes\.md:7: wrong broke at try 2$/m)
  assert.match(output, /^✗ book wrong failed twice: ended with status 1$/m)
  assert.equal(last, '1 passed, 1 failed')
})

test('where four fail none is run again, and where three fail all are', async (t) => {
  const three = ['a', 'b', 'c'].map((id) => failing(id, 1))
  const few = await verifyIn(bookWith(t, ...three), [])
  assert.equal(few.last, '3 passed, 0 failed', few.output)
  const project = bookWith(t, ...three, failing('d', 1))
  const { status, output, last } = await verifyIn(project, [])
  assert.equal(status, 1)
  assert.match(output, /^4 failed: too many for accidents, none is run again$/m)
  assert.equal(project.read('order').length, 'a b c d '.length)
  assert.equal(last, '0 passed, 4 failed')
})

test('whoever chooses what to run is told of the first failure', async (t) => {
  for (const args of [['--only', 'odd'], ['--quick'], ['--changed']]) {
    const project = bookWith(t, failing('odd', 1))
    const { status, last } = await verifyIn(project, args)
    assert.equal(status, 1, args.join(' '))
    assert.equal(last, '0 passed, 1 failed')
  }
})

test('what had waited for it is run when it passes at last', async (t) => {
  const checks = [failing('base', 1), failing('top', 0, ['base'])]
  const good = await verifyIn(bookWith(t, ...checks), [])
  assert.equal(good.last, '2 passed, 0 failed', good.output)
  assert.match(good.output, /^✓ book base: passed at .*\n✓ book top +\d/m)
  const bad = bookWith(t, checks[0], failing('top', 1, ['base']))
  const { output, last } = await verifyIn(bad, [])
  assert.match(output, /^notes\.md:7: top broke at try 1$/m)
  assert.equal(last, '1 passed, 1 failed')
})

/** @param {string} script of node @returns {Cell} */
const cell = (script) => ({
  label: 'ch01',
  // More than what it does takes, so that only the end of the run ends it.
  effort: 100,
  plan: () => ({ argv: [process.execPath, '-e', script] }),
  check: {
    id: 'late',
    title: 'late',
    slow: false,
    inTurn: false,
    tests: false,
    after: [],
    ofTools: false,
  },
})

test('there is no second try that would not end in time', async () => {
  const results = await runCells([cell('process.exit(1)')], 1, () => {})
  /** @type {string[]} */
  const said = []
  const again = await tryAgain(results, {
    width: 1,
    until: performance.now(),
    say: (line) => said.push(line),
  })
  assert.deepEqual(again, results)
  assert.match(said.join('\n'), /no time for late: it took \d+\.\d s/)
})

test('a second try is ended when the time is over', async () => {
  const hangs = 'setTimeout(() => {}, 60_000)'
  const [first] = await runCells([cell('process.exit(1)')], 1, () => {})
  const until = performance.now() + 1000 * first.seconds + 500
  const [second] = await tryAgain([{ ...first, cell: cell(hangs) }], {
    width: 1,
    until,
    say: () => {},
  })
  assert.equal(second.status, 'failed')
  assert.match(second.reason, /^did not end within \d/)
})
