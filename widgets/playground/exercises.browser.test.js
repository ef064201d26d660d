/**
 * Every exercise of the book, in two browsers and under Node: starter and
 * solution get the same verdict, by the same tests.
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
import { launchFirefox } from '../../tools/lib/firefox.js'
import { scan } from '../../tools/lib/markdown.js'
import { srcDir } from '../../tools/lib/paths.js'
import { serveFolder } from '../../tools/lib/static-server.js'
import { chromium, firefox, nodePath } from '../../tools/lib/toolchain.js'
import { buildWidgets } from '../build.js'
import { resultOf } from './exercise-result.js'

/** @import { TestResult } from '../../tools/lib/verdict.js' */
/** @import { Outcome, Program, RunEvent } from './sandbox.js' */

const node = nodePath(26) ?? process.execPath

/** How long the tests of an exercise may take, in seconds. */
const patience = 60

/**
 * @typedef {{ events: RunEvent[], outcome: Outcome }} Run
 *
 * @typedef {object} Browser
 * @property {(program: Program) => Promise<Run>} run in a page
 * @property {() => Promise<void>} close
 */

/**
 * Runs in the page, as text.
 *
 * @param {{ program: Program, timeout: number }} options timeout in ms
 */
async function inPage({ program, timeout }) {
  const sandbox = '/playground/sandbox.js'
  const { runProgram } = await import(sandbox)
  /** @type {RunEvent[]} */
  const events = []
  const outcome = await runProgram(program, {
    onEvent: (/** @type {RunEvent} */ event) => events.push(event),
    timeout,
  })
  return JSON.stringify({ events, outcome })
}

/** @param {Program} program */
const script = (program) =>
  `(${inPage})(${JSON.stringify({ program, timeout: patience * 1000 })})`

/** @type {Record<string, (url: string) => Promise<Browser>>} */
const launch = {
  async Chromium(url) {
    const browser = await launchChromium()
    return {
      async run(program) {
        const page = await browser.newPage()
        try {
          await page.goto(url)
          return JSON.parse(String(await page.evaluate(script(program))))
        } finally {
          await page.close()
        }
      },
      close: () => browser.close(),
    }
  },
  async Firefox(url) {
    const browser = await launchFirefox()
    await browser.open(url)
    return {
      run: async (program) =>
        JSON.parse(await browser.evaluate(script(program))),
      close: () => browser.close(),
    }
  },
}

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

/** Starter and solution of each exercise that a page can run. */
const runs = chapters().flatMap((chapter) => {
  const local = localOnes(chapter)
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
    underNode.get(title) ??
    runExercise(folder, { node, file, timeout: patience })
  underNode.set(title, result)
  return result
}

const folder = mkdtempSync(path.join(tmpdir(), 'exercises-'))
after(() => rmSync(folder, { recursive: true }))
await buildWidgets({ outDir: folder })
writeFileSync(
  path.join(folder, 'index.html'),
  '<!doctype html><title>Exercises</title>',
)

for (const { name, tool, concurrency } of [
  { name: 'Chromium', tool: chromium(), concurrency: 3 },
  // It has one page only, and is driven over a WebSocket.
  {
    name: 'Firefox',
    tool:
      'WebSocket' in globalThis
        ? firefox()
        : { path: null, reason: 'this needs Node.js 22 or later' },
    concurrency: 1,
  },
]) {
  describe(`the exercises in ${name}, as under Node`, {
    skip: tool.path ? false : tool.reason,
    concurrency,
  }, () => {
    /** @type {Browser} */
    let browser
    /** @type {Awaited<ReturnType<typeof serveFolder>>} */
    let server
    before(async () => {
      server = await serveFolder(folder)
      browser = await launch[name](`${server.url}/index.html`)
    })
    after(async () => {
      await browser?.close()
      await server?.close()
    })

    for (const run of runs) {
      test(run.title, async () => {
        const there = expectedOf(run)
        const { events, outcome } = await browser.run(run.program)
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
  })
}

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
  return text
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, 'DATE')
    .replaceAll(/\b(port |127\.0\.0\.1:|localhost:)\d{4,5}\b/g, '$1PORT')
    .replace(/Actual message: .*(?=","got")/, 'Actual message')
}
