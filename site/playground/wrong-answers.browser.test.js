/**
 * Wrong answers to an exercise, of every kind that there is: none passes in a
 * page that does not pass under Node, and each gets Node's verdict.
 */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inBrowsers } from '../../browser-node/sandbox/browsers.fixture.js'
import { runExercise } from '../../tools/exercise-runner/exercise.js'
import { patience } from '../../tools/processes/pace.js'
import { nodePath } from '../../tools/processes/toolchain.js'
import { resultOf } from './exercise-result.js'

/** @import { Verdict } from '../../common/verdict.js' */

const node = nodePath(26) ?? process.execPath

/** How long the tests may take, in seconds: some of them never end. */
const limit = patience(4)

const tests = `
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

const { first, nested, called, last } = await import('./exercise.js')
test('first', async () => {
  assert.equal(await first(), 1)
})
describe('a suite', () => {
  test('nested', async () => {
    assert.equal(await nested(), 2)
  })
})
test('called', (_, done) => {
  called((error, value) => {
    assert.equal(value, 3)
    done(error)
  })
})
test('last', async () => {
  assert.equal(await last(), 4)
})
`

const right = {
  first: '() => 1',
  nested: '() => 2',
  called: '(done) => done(null, 3)',
  last: '() => 4',
}

/**
 * @param {Partial<typeof right>} wrong
 * @param {string} [more]
 * @returns {string} exercise.js
 */
const answer = (wrong, more = '') =>
  Object.entries({ ...right, ...wrong })
    .map(([name, text]) => `export const ${name} = ${text}`)
    .join('\n')
    .concat(`\n${more}\n`)

const never = '() => new Promise(() => {})'
const exit = '() => process.exit(0)'
const lateThrow = "setTimeout(() => { throw new Error('late') }, 1)"
const lateExit = `async () => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.exit(0)
}`
const swallow = "process.on('uncaughtException', () => {})"

/**
 * Node's verdict, and that of a page where it is another. `--test` says
 * nothing of the tests that a program has left when it ends itself, so that it
 * is as if there were none, or as if those that it has told of were all. A
 * page knows that they have not ended.
 *
 * @type {Record<string, [text: string, verdict: Verdict, here?: Verdict]>}
 */
const answers = {
  'the right one': [answer({}), 'passed'],
  'another value': [answer({ nested: '() => 0' }), 'failed'],
  'another value, last': [answer({ last: '() => 0' }), 'failed'],
  'a test that throws': [
    answer({ nested: "() => { throw new Error('no') }" }),
    'broken',
  ],
  'a test that throws nothing': [
    answer({ last: '() => { throw undefined }' }),
    'broken',
  ],
  'an error to the callback': [
    answer({ called: "(done) => done(new Error('no'), 3)" }),
    'broken',
  ],
  'no exports': ['', 'broken'],
  'no module': ['let a = ;', 'broken'],
  'a module that throws': [answer({}, "throw new Error('no')"), 'broken'],
  'a module that ends the program': [answer({}, 'process.exit(0)'), 'empty'],

  'never settles, first': [answer({ first: never }), 'timeout'],
  'never settles, in a suite': [answer({ nested: never }), 'timeout'],
  'never settles, last': [answer({ last: never }), 'timeout'],
  'never calls back': [answer({ called: '() => {}' }), 'timeout'],
  'calls back twice': [
    answer({ called: '(done) => { done(null, 3); done(null, 3) }' }),
    'broken',
  ],
  'calls back again when that fails': [
    answer({
      called: `(done) => {
        done(null, 3)
        try { done(null, 3) } catch (error) { done(error, 3) }
      }`,
    }),
    'passed',
  ],
  'a loop without end': [answer({ last: '() => { for (;;); }' }), 'timeout'],
  'an interval without end': [
    answer({}, 'setInterval(() => {}, 10)'),
    'timeout',
  ],

  'exit(0), first': [answer({ first: exit }), 'empty', 'broken'],
  'exit(0), in a suite': [answer({ nested: exit }), 'empty', 'broken'],
  'exit(0), in a callback': [answer({ called: exit }), 'empty', 'broken'],
  'exit(0), last': [answer({ last: exit }), 'empty', 'broken'],
  'exit(0), last and late': [answer({ last: lateExit }), 'passed', 'broken'],
  'exit(0), without events': [
    answer({
      last: '() => { process.removeAllListeners(); process.reallyExit(0) }',
    }),
    'empty',
    'broken',
  ],
  'exit(0) of the listener of exit': [
    answer({
      last: "() => { process.on('exit', () => process.exit(0)); return 0 }",
    }),
    'failed',
  ],
  'exit(1), last': [answer({ last: '() => process.exit(1)' }), 'broken'],
  'a signal to itself': [
    answer({
      last: '() => { process.kill(process.pid); return new Promise(() => {}) }',
    }),
    'broken',
  ],
  'a status of 0 for a failure': [
    answer({ last: '() => { process.exitCode = 0; return 0 }' }),
    'failed',
  ],
  'never settles, and takes the listeners away': [
    answer({
      last:
        '() => { process.removeAllListeners(); ' +
        'return new Promise(() => {}) }',
    }),
    'passed',
    'broken',
  ],

  'a late throw, of a test that is over': [
    answer({ last: `() => { ${lateThrow}; return 4 }` }),
    'broken',
  ],
  'a late throw, of a test that waits': [
    answer({ last: `() => new Promise(() => { ${lateThrow} })` }),
    'broken',
  ],
  'a late rejection': [
    answer({
      last: `() => {
        setTimeout(() => Promise.reject(new Error('late')), 1)
        return 4
      }`,
    }),
    'broken',
  ],
  'a late throw that is swallowed': [
    answer({ last: `() => { ${lateThrow}; return 4 }` }, swallow),
    'broken',
  ],
  'a throw that is swallowed, of a test that waits': [
    answer({ last: `() => new Promise(() => { ${lateThrow} })` }, swallow),
    'broken',
  ],
  'an assertion that is swallowed': [
    answer({ called: '(done) => setTimeout(done, 1, null, 0)' }, swallow),
    'failed',
  ],
}

const folder = mkdtempSync(path.join(tmpdir(), 'wrong-answers-'))
after(() => rmSync(folder, { recursive: true }))

/** @type {Map<string, ReturnType<typeof runExercise>>} */
const underNode = new Map()

/** @param {string} text */
function inNode(text) {
  const known = underNode.get(text)
  if (known) return known
  const own = mkdtempSync(path.join(folder, 'exercise-'))
  writeFileSync(path.join(own, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(own, 'exercise.js'), text)
  writeFileSync(path.join(own, 'exercise.test.js'), tests)
  const result = runExercise(own, { node, timeout: limit })
  underNode.set(text, result)
  return result
}

inBrowsers('a wrong answer', (run, take) => {
  for (const [name, [text, verdict, here = verdict]] of take(
    Object.entries(answers),
  )) {
    test(`${name}: ${here}`, async () => {
      const program = {
        chapter: 'ch07',
        files: { 'exercise.js': text, 'exercise.test.js': tests },
        entry: 'exercise.test.js',
      }
      const [{ events, outcome }, { verdict: theirs, reason }] =
        await Promise.all([run(program, limit), inNode(text)])
      assert.equal(theirs, verdict, `Node: ${reason}`)
      const { verdict: ours } = resultOf(events, outcome)
      assert.equal(ours, here, JSON.stringify({ events, outcome }, null, 2))
    })
  }
})
