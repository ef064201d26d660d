// @nightly
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'

const result = {
  schema: 1,
  id: 'ch01-x',
  date: '2026-01-01T00:00:00Z',
  command: 'wrk',
  machine: { cpu: 'A CPU' },
  settings: { rounds: 5 },
  contenders: [{ id: 'a', status: 'ok', rounds: [{}, {}, {}, {}, {}] }],
}
const reference = {
  schema: 1,
  id: 'ref-x',
  source: { title: 'T', date: 'undated', hardware: 'H' },
}

/**
 * @param {object} own changes to the result
 * @param {object} theirs changes to the reference
 * @param {import('node:test').TestContext} t
 */
function check(own, theirs, t) {
  const files = {
    ...smallBook,
    'results/ch01-x.json': JSON.stringify({ ...result, ...own }),
    'results/reference/ref-x.json': JSON.stringify({ ...reference, ...theirs }),
  }
  return temporaryProject(files, t).run('lint/results.js')
}

test('whole results pass', async (t) => {
  const { status, output } = await check({}, {}, t)
  assert.equal(status, 0, output)
})

test('where something is counted, one round says it', async (t) => {
  const contenders = [{ id: 'a', status: 'ok', rounds: [{}] }]
  const settings = { rounds: 1, counts: true }
  const { status, output } = await check({ settings, contenders }, {}, t)
  assert.equal(status, 0, output)
})

/** @type {[string, object, object, RegExp][]} */
const broken = [
  [
    'too few rounds',
    { contenders: [{ id: 'a', status: 'ok', rounds: [{}, {}] }] },
    {},
    /a has 2 rounds, expected 5 or more/,
  ],
  [
    'a contender that disappeared without a reason',
    { contenders: [{ id: 'a', status: 'skipped' }] },
    {},
    /a is skipped, but does not say why/,
  ],
  ['another id', { id: 'ch01-y' }, {}, /got schema 1 and id "ch01-y"/],
  ['no machine', { machine: {} }, {}, /does not say command, date and machine/],
  ['no source', {}, { source: {} }, /ref-x\.json: its "source" must say/],
]

for (const [what, own, theirs, message] of broken) {
  test(`${what} fails`, async (t) => {
    const { status, output } = await check(own, theirs, t)
    assert.equal(status, 1, output)
    assert.match(output, message)
  })
}

test('a title that a page shows can be translated', async (t) => {
  /** @param {string} title */
  const checkShown = async (title) => {
    const project = temporaryProject(
      {
        ...smallBook,
        'results/ch01-x.json': JSON.stringify(result),
        'results/reference/ref-x.json': JSON.stringify({ ...reference, title }),
        'src/ch01-bytes/README.md':
          '# Bytes\n\n{{#chart ch01-x metric=rps with=ref-x}}\n',
      },
      t,
    )
    return project.run('lint/results.js')
  }
  const { status, output } = await checkShown('A title')
  assert.equal(status, 1, output)
  assert.match(output, /README\.md:3: "T" can't be translated/)
  assert.match(output, /README\.md:3: "A title" can't be translated/)
})
