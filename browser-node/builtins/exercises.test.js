// @reads code/*/exercises/ code/*/lib/
import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { judge, testResults } from '../../common/verdict.js'
import { chapters } from '../../tools/book-model/chapters.js'
import {
  exercisesIn,
  parseEvents,
  runExercise,
} from '../../tools/exercise-runner/exercise.js'
import { sampled } from '../../tools/lib/sample.js'
import * as toolchain from '../../tools/processes/toolchain.js'
import { prepareShims, runWithShims } from './fixture.js'

const { path: node, reason } = toolchain.node(26)

/** Of each chapter. */
const all = chapters().flatMap(({ codeDir }) => exercisesIn(codeDir))

/**
 * Starters whose server throws. Node cannot tell which test that is about, and
 * they fail for want of an answer; here they fail by what was thrown.
 */
const THROWING = ['ch06/03-hosts']

/** It needs zlib, which takes no Buffers of ours: the page does not run it. */
const LOCAL = path.join('ch20', 'exercises', '03-context')

const exercises = all.filter(({ folder }) => !folder.endsWith(LOCAL))

/** @param {string | null} text that says when, where, or what was drawn */
const steady = (text) =>
  text
    // Only a page knows the source that this message shows.
    ?.replace(/^The expression evaluated to a falsy.*/s, 'false == true')
    .replaceAll(/Date: [^\\]*/g, 'Date: now')
    .replaceAll(/port \d+/g, 'port')
    // How much a server that answers each byte has sent by then.
    .replace(/(waited \d+ ms for \w+ response).*/s, '$1')
    .replace(/q=[a-z\d]+.*/s, 'q=random')

/** @type {Awaited<ReturnType<typeof prepareShims>>} */
let shims

/** @param {string} folder @param {string} file */
async function inPage(folder, file) {
  const result = await runWithShims(path.join(folder, 'exercise.test.js'), {
    node: String(node),
    preload: shims.preload,
    env: { EXERCISE: `./${file}` },
  })
  const events = parseEvents(result.stdout)
  const verdict = judge(events, { ...result })
  return { ...verdict, tests: testResults(events), output: result.output }
}

/**
 * @param {import('../../common/verdict.js').TestResult[]} results
 * @param {boolean} hasReasons
 */
const told = (results, hasReasons) =>
  results.map(({ name, passed, code, message, generated, got, expected }) => ({
    name,
    passed,
    ...(hasReasons
      ? {
          code,
          generated,
          message: steady(message),
          got: steady(got),
          expected: steady(expected),
        }
      : {}),
  }))

describe('the exercises of the book, with our built-ins', {
  skip: node ? false : reason,
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
}, () => {
  before(async () => {
    shims = await prepareShims()
  })
  after(() => shims.remove())

  test('there are some', () => {
    assert.ok(exercises.length > 0)
  })

  for (const { name, folder } of sampled(exercises, 4)) {
    const chapter = path.basename(path.dirname(path.dirname(folder)))
    for (const file of ['exercise.js', 'solution.js']) {
      test(`${chapter}/${name}: ${file} fares as in Node`, async () => {
        const [ours, theirs] = await Promise.all([
          inPage(folder, file),
          runExercise(folder, { node: String(node), file: `./${file}` }),
        ])
        assert.equal(ours.verdict, theirs.verdict, ours.reason + ours.output)
        const hasReasons = !THROWING.includes(`${chapter}/${name}`)
        assert.deepEqual(
          told(ours.tests, hasReasons),
          told(theirs.tests, hasReasons),
        )
      })
    }
  }
})
