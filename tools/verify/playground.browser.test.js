/**
 * Every program that the built site runs, run there and by Node.js: both
 * print the same. The exercises have a test of their own
 * (widgets/playground/exercises.browser.test.js).
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pages } from '../lib/chapters.js'
import { launchChromium } from '../lib/chromium.js'
import { codeDir, siteDir } from '../lib/paths.js'
import { serveFolder } from '../lib/static-server.js'
import { chromium, nodePath } from '../lib/toolchain.js'

/** How long a program may take to run and be shown, in ms. */
const patience = 30_000

/**
 * @typedef {object} Shown
 * @property {string} page path of the site
 * @property {string[]} programs `ch07/steps/1-order.js`, in the page's order
 */

/** @returns {Shown[]} the English pages that run something */
function pagesWithPrograms() {
  return pages()
    .map(({ file }) =>
      file.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'),
    )
    .map((page) => ({ page, programs: programsOf(page) }))
    .filter(({ programs }) => programs.length > 0)
}

/** @param {string} page */
function programsOf(page) {
  const file = path.join(siteDir, page)
  if (!existsSync(file)) return []
  return [
    ...readFileSync(file, 'utf8').matchAll(
      /<figure class="listing"[^>]* data-run="([^"]+)"/g,
    ),
  ].map(([, program]) => program)
}

/**
 * @param {string} program
 * @returns {{ output: string, failed: boolean }} what Node.js prints
 */
function runInNode(program) {
  const [chapter, ...file] = program.split('/')
  const { stdout, status, error } = spawnSync(
    nodePath(26) ?? process.execPath,
    [file.join('/')],
    {
      cwd: path.join(codeDir, chapter),
      encoding: 'utf8',
      timeout: patience,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' },
    },
  )
  if (error) throw error
  return { output: stdout, failed: status !== 0 }
}

/**
 * What no two runs have in common: times, and the number of a process.
 *
 * @param {string} output
 */
const comparable = (output) =>
  output
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')
    .replaceAll(/"pid":\d+/g, '"pid":0')
    .replaceAll(/file:\/\/\/\S*?\/(ch\d\d\/)/g, 'file:///$1')
    .replaceAll(/\n {4}at [^\n"]*/g, '')
    .replaceAll(/\\n {4}at [^"]*?(?=")/g, '')

const { path: browserPath, reason } = chromium()

describe('the programs of the pages', {
  skip: browserPath ? false : reason,
}, () => {
  /** @type {import('playwright-core').Browser} */
  let browser
  /** @type {Awaited<ReturnType<typeof serveFolder>>} */
  let server

  before(async () => {
    assert.ok(
      existsSync(path.join(siteDir, 'index.html')),
      'book/html/index.html is missing: run `mdbook build` first',
    )
    server = await serveFolder(siteDir)
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const all = pagesWithPrograms()

  test('there are some', () => {
    assert.ok(all.length > 0, 'no page has a figure with data-run')
  })

  for (const { page: address, programs } of all) {
    test(`${address} prints what Node.js prints`, async () => {
      const page = await browser.newPage({ timezoneId: 'UTC' })
      page.setDefaultTimeout(patience)
      try {
        await page.goto(`${server.url}/${address}`)
        await answerQuestions(page)
        for (const program of programs) await compare(page, program)
      } finally {
        await page.close()
      }
    })
  }
})

/**
 * A question runs its program when it is answered.
 *
 * @param {import('playwright-core').Page} page
 */
async function answerQuestions(page) {
  for (const question of await page
    .locator('.question:has(figure[data-run])')
    .all()) {
    await question.locator('.option input').first().check()
    await question.locator('.check').click()
    await question.locator('.run-output[data-ended]').waitFor()
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} program
 */
async function compare(page, program) {
  const figure = page.locator(`[data-run="${program}"]:has(.run-bar)`).first()
  const expected = runInNode(program)
  await figure.locator('[data-action="run"]').click()
  const output = figure.locator('.run-output[data-ended]')
  await output.waitFor()
  const ended = await output.getAttribute('data-ended')
  const shown = await output.locator('.run-printed').textContent()
  const fault = await output.locator('.run-fault').textContent()
  assert.equal(
    comparable(shown ?? ''),
    comparable(expected.output),
    `${program} (${ended}) ${fault}`,
  )
  assert.equal(
    ended,
    expected.failed ? 'error' : 'exit',
    `${program}: ${fault}`,
  )
}
