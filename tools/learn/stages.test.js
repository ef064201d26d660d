// @nightly
/** The stages of a chapter in `npm run learn`. */
import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { patienceInMs } from '../processes/pace.js'
import { answeringServer } from '../testing/answering-server.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { learnerIn } from './learner.fixture.js'

/** A watcher that never tells must not hold the tests. */
const patient = { timeout: patienceInMs(30) }

const server = answeringServer('ready')

const halfTest = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
const { half } = await library('lib/half.js')
test('halves', () => assert.equal(half(4), 2))
`
const serverTest = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
const { start } = await library('server.js')
test('starts', () => assert.equal(typeof start, 'function'))
`
const library = `
import { pathToFileURL } from 'node:url'
export const library = (name) =>
  import(new URL(name, pathToFileURL(process.env.APP)))
`
const exercise = 'code/ch01/exercises/01-more'

/** @param {{ after: (clean: () => void) => void }} t */
function book(t) {
  const project = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [Bytes](ch01-bytes/README.md)\n  - [Halves](ch01-bytes/halves.md)\n',
      'src/ch01-bytes/README.md': '# Bytes\n',
      'src/ch01-bytes/halves.md':
        '# Halves\n\n## More\n\nDo more.\n\n{{#exercise 01-more}}\n',
      'src/ch01-bytes/page-tests.json': JSON.stringify({
        tests: {
          'ch01/test/half.test.js': { halves: 'halves.md' },
          'ch01/test/server.test.js': { starts: 'README.md' },
        },
      }),
      'translations/pt-BR/language.json':
        '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
      'translations/pt-BR/ch01-bytes/halves.md': '# Metades\n',
      'code/ch01/package.json': '{ "type": "module" }',
      'code/ch01/test/half.test.js': halfTest,
      'code/ch01/test/server.test.js': serverTest,
      'code/ch01/test/library.js': library,
      [`${exercise}/exercise.js`]: '',
      [`${exercise}/exercise.test.js`]: '',
      [`${exercise}/solution.js`]: '',
      'mine/server.js': server,
      'mine/package.json': '{ "type": "module" }',
    },
    t,
  )
  return Object.assign(project, learnerIn(project, t))
}

const half = 'export const half = (n) => n / 2\n'
const app = ['--app', 'mine/server.js']

test('pages are shown beside the exercises, and the first that fails', async (t) => {
  const project = book(t)
  const { learn } = project
  const first = await learn('ch01', ...app, '--once')
  assert.equal(first.status, 1, first.output)
  assert.match(first.output, /^Chapter 1 · Bytes\n\S+mine\/server\.js\n/)
  assert.match(
    first.output,
    /\n {2}✓ ch01 {8} Bytes · 1 of 1\n {4}ch01\/halves {2}Halves · 0 of 1\n/,
  )
  assert.match(first.output, /\nExercises\n {4}ch01\/01-more {2}More\n/)
  assert.match(
    first.output,
    /ch01\/halves · Halves\n {2}✗ halves\n {6}got +the tests could not be run .*\n {6}printed +.*'\S+lib\/half\.js'/,
  )
  // It is in no progress that goes to a page.
  project.write('mine/lib/half.js', half)
  const second = await learn('ch01', ...app, '--once')
  assert.equal(second.status, 0, second.output)
  assert.match(second.output, /All 2 tests of this chapter pass/)
  assert.equal((await learn('export', 'mine.json')).status, 0)
  assert.deepEqual(Object.keys(JSON.parse(project.read('mine.json'))), [
    'format',
    'version',
    'exercises',
    'quizzes',
  ])
  // An exercise is still an exercise.
  const exercise = await learn('ch01', '--once')
  assert.match(exercise.output, /^ch01\/01-more · More/)
})

test('it is told in the language that is asked for', async (t) => {
  const { learn } = book(t)
  const { output } = await learn('ch01', ...app, '--once', '--lang', 'pt-BR')
  assert.match(output, /ch01\/halves {2}Metades · 0 de 1/)
  assert.match(output, /obtido +não foi possível/)
  assert.match(output, /localhost:3000\/pt-BR\/ch01-bytes\/halves\.html/)
})

test('a server that is not there is named', async (t) => {
  const project = book(t)
  const { learn } = project
  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['ch01', '--app', 'no.js'], /there is no file \S+no\.js; expected the/],
    [['ch01', '--app', 'mine'], /mine is no file; expected the path/],
    [['ch01/01', ...app], /--app needs a chapter/],
    [app, /--app needs a chapter/],
    [['hint', 'ch01', ...app], /--app needs a chapter/],
  ])) {
    const { status, output } = await learn(...args)
    assert.equal(status, 2, output)
    assert.match(output, message)
  }
})

test(
  'a file that is saved anywhere beside the server runs them',
  patient,
  async (t) => {
    const project = book(t)
    const { child, ended } = project.start(['ch01', ...app])
    const lines = createInterface({ input: child.stdout })[
      Symbol.asyncIterator
    ]()
    /** @param {RegExp} pattern */
    const until = async (pattern) => {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) assert.fail(`ended before ${pattern}`)
        if (pattern.test(value)) return
      }
    }
    await until(/✗ halves/)
    await until(/Save a file in .*mine/)
    project.write('mine/lib/half.js', half)
    await until(/All 2 tests/)
    child.stdin.write('r\n')
    await until(/All 2 tests/)
    child.stdin.end('e\n')
    await until(/^ch01\/01-more · More/)
    assert.equal((await ended).status, 0)
  },
)
