/**
 * Every exercise of the book, in the page and under Node: starter and solution
 * get the same verdict, by the same tests.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { playgroundFiles } from '../../tools/book/playground.js'
import { chapters } from '../../tools/lib/chapters.js'
import { launchChromium } from '../../tools/lib/chromium.js'
import { exercisesIn, runExercise } from '../../tools/lib/exercise.js'
import { scan } from '../../tools/lib/markdown.js'
import { srcDir } from '../../tools/lib/paths.js'
import { serveFolder } from '../../tools/lib/static-server.js'
import { chromium, nodePath } from '../../tools/lib/toolchain.js'
import { buildWidgets } from '../build.js'
import { resultOf } from './exercise-result.js'

/** @import { TestResult } from '../../tools/lib/verdict.js' */
/** @import { Outcome, Program, RunEvent } from './sandbox.js' */

const { path: browserPath, reason } = chromium()
const node = nodePath(26) ?? process.execPath

/** How long the tests of an exercise may take, in seconds. */
const patience = 60

/**
 * @param {import('../../tools/lib/chapters.js').Chapter} chapter
 * @returns {string[]} the names of those that say that no page can run them
 */
const localOnes = ({ pages }) =>
  pages
    .flatMap((page) => scan(readFileSync(path.join(srcDir, page), 'utf8')))
    .filter((block) => block.type === 'directive')
    .filter(({ name, rest }) => name === 'exercise' && rest.includes('local'))
    .map(({ target }) => target)

describe('the exercises, in the page as under Node', {
  skip: browserPath ? false : reason,
  concurrency: 3,
}, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'exercises-'))
  /** @type {import('playwright-core').Browser} */
  let browser
  /** @type {Awaited<ReturnType<typeof serveFolder>>} */
  let server
  before(async () => {
    await buildWidgets({ outDir: folder })
    const html = '<!doctype html><title>Exercises</title>'
    writeFileSync(path.join(folder, 'index.html'), html)
    server = await serveFolder(folder)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    rmSync(folder, { recursive: true })
  })

  /**
   * @param {Program} program
   * @returns {Promise<{ events: RunEvent[], outcome: Outcome }>}
   */
  async function runInPage(program) {
    const page = await browser.newPage()
    try {
      await page.goto(`${server.url}/index.html`)
      return await page.evaluate(
        async ([url, started, timeout]) => {
          const { runProgram } = await import(String(url))
          /** @type {RunEvent[]} */
          const events = []
          const outcome = await runProgram(started, {
            onEvent: (/** @type {RunEvent} */ event) => events.push(event),
            timeout,
          })
          return { events, outcome }
        },
        /** @type {const} */ ([
          `${server.url}/playground/sandbox.js`,
          program,
          patience * 1000,
        ]),
      )
    } finally {
      await page.close()
    }
  }

  for (const chapter of chapters()) {
    const local = localOnes(chapter)
    const files = playgroundFiles(chapter.codeDir)
    for (const { name, folder: own } of exercisesIn(chapter.codeDir)) {
      if (local.includes(name)) continue
      const base = `exercises/${name}`
      for (const file of ['exercise.js', 'solution.js']) {
        test(`${chapter.id}/${name}: ${file}`, async () => {
          const there = runExercise(own, { node, file, timeout: patience })
          const { events, outcome } = await runInPage({
            chapter: chapter.id,
            files: {
              ...files,
              [`${base}/exercise.js`]: files[`${base}/${file}`],
            },
            entry: `${base}/exercise.test.js`,
          })
          const here = resultOf(events, outcome)
          const expected = await there
          const why = [
            outcome.ended,
            outcome.error?.stack,
            ...here.tests.map((one) => one.passed || one.stack || one.message),
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
    }
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
 * @param {string} text
 * @returns {string} without what differs from run to run: dates, ports, and
 *   the texts that the fuzzer of chapter 08 makes up
 */
const steady = (text) =>
  text
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, 'DATE')
    .replaceAll(/\b(port |127\.0\.0\.1:|localhost:)\d{4,5}\b/g, '$1PORT')
    .replaceAll(/'q=[^']*'/g, 'TEXT')
