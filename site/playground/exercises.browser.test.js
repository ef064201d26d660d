// @reads code/ src/
/**
 * Every exercise of the book, in two browsers and under Node: starter and
 * solution get the same verdict, by the same tests.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { inBrowsers } from '../../browser-node/sandbox/browsers.fixture.js'
import { chapters } from '../../tools/book-model/chapters.js'
import { directives } from '../../tools/book-model/markdown.js'
import { playgroundFiles } from '../../tools/book-model/playground-files.js'
import {
  exercisesIn,
  runExercise,
} from '../../tools/exercise-runner/exercise.js'
import { srcDir } from '../../tools/lib/paths.js'
import { patience } from '../../tools/processes/pace.js'
import { nodePath } from '../../tools/processes/toolchain.js'
import { resultOf } from './exercise-result.js'

/** @import { TestResult } from '../../common/verdict.js' */

const node = nodePath(26) ?? process.execPath

/** How long the tests of an exercise may take, in seconds. */
const limit = patience(20)

/**
 * @param {import('../../tools/book-model/chapters.js').Chapter} chapter
 * @returns {{ name: string, isLocal: boolean }[]} what its pages have; local:
 *   they say that no page can run it
 */
const exercisesOn = ({ pages }) =>
  pages
    .flatMap((page) =>
      directives(readFileSync(path.join(srcDir, page), 'utf8')),
    )
    .filter(({ name }) => name === 'exercise')
    .map(({ target, rest }) => ({
      name: target,
      isLocal: rest.includes('local'),
    }))

/** Starter and solution of each exercise that a page can run. */
const runs = chapters().flatMap((chapter) => {
  const local = exercisesOn(chapter)
    .filter(({ isLocal }) => isLocal)
    .map(({ name }) => name)
  const files = playgroundFiles(chapter.codeDir)
  return exercisesIn(chapter.codeDir)
    .filter(({ name }) => !local.includes(name))
    .flatMap(({ name, folder }) =>
      ['exercise.js', 'solution.js'].map((file) => {
        const base = `exercises/${name}`
        const text = files[`${base}/${file}`]
        return {
          title: `${chapter.id}/${name}: ${file}`,
          folder,
          file,
          program: {
            chapter: chapter.id,
            files: { ...files, [`${base}/exercise.js`]: text },
            entry: `${base}/exercise.test.js`,
          },
        }
      }),
    )
})

/** @type {Map<string, ReturnType<typeof runExercise>>} */
const underNode = new Map()

/** @param {(typeof runs)[0]} run */
function expectedOf({ title, folder, file }) {
  const result =
    underNode.get(title) ?? runExercise(folder, { node, file, timeout: limit })
  underNode.set(title, result)
  return result
}

describe('the exercises of the book', () => {
  test('are those that its pages have, in every chapter', () => {
    const here = new Set(runs.map(({ title }) => title.split(':')[0]))
    const asked = chapters().flatMap((chapter) =>
      exercisesOn(chapter)
        .filter(({ isLocal }) => !isLocal)
        .map(({ name }) => `${chapter.id}/${name}`),
    )
    assert.ok(asked.length > 0, 'no page has an exercise')
    assert.deepEqual([...here].sort(), asked.sort())
  })
})

inBrowsers('the exercises, as under Node', (run, take) => {
  for (const one of take(runs)) {
    test(one.title, async () => {
      const there = expectedOf(one)
      const { events, outcome } = await run(one.program, limit)
      const here = resultOf(events, outcome)
      const expected = await there
      const why = [
        outcome.ended,
        outcome.error?.stack,
        ...here.tests.map((test) => test.passed || test.stack || test.message),
        ...events.map((event) => ('text' in event ? event.text : '')),
      ]
      assert.deepEqual(
        { verdict: here.verdict, tests: told(here.tests) },
        { verdict: expected.verdict, tests: told(expected.tests) },
        why.filter((text) => text && text !== true).join('\n'),
      )
      assert.deepEqual(
        said(here.tests, expected.tests),
        said(expected.tests, here.tests),
      )
    })
  }
})

/** @param {TestResult[]} tests */
const told = (tests) =>
  tests.map(({ name, passed }) => `${passed ? '✓' : '✗'} ${name}`)

/**
 * What the assertions say that failed in both.
 *
 * @param {TestResult[]} tests
 * @param {TestResult[]} others
 */
const said = (tests, others) =>
  tests
    .filter((test, index) => isAsserted(test) && isAsserted(others[index]))
    .map(({ message, got, expected }) =>
      steady(JSON.stringify({ message, got, expected })),
    )

/** @param {TestResult} test */
const isAsserted = ({ code }) => code === 'ERR_ASSERTION'

/**
 * @param {string} text JSON of a message, and of what was got and expected
 * @returns {string} without what differs from run to run, or by the engine
 */
function steady(text) {
  // The starter of the fuzzer of chapter 08 makes up its texts by chance.
  if (/'q=\w+'/.test(text)) return 'by chance'
  return (
    text
      .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, 'DATE')
      .replaceAll(/\b(port |127\.0\.0\.1:|localhost:)\d{4,5}\b/g, '$1PORT')
      .replace(/Actual message: .*(?=","got")/, 'Actual message')
      // The words of `JSON.parse` are the engine's.
      .replace(/It threw: .*?(?=","got")/, 'It threw')
  )
}
