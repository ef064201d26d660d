/**
 * Every program that the built site runs, run there and by Node.js: both
 * print the same. The exercises have a test of their own
 * (site/playground/exercises.browser.test.js).
 */
import assert from 'node:assert/strict'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { translationLanguages } from '../book-model/languages.js'
import { pagesInChromium } from '../browsers/pages.js'
import { Tabs } from '../browsers/tabs.js'
import { chromium } from '../processes/toolchain.js'
import {
  comparable,
  pagesWithPrograms,
  programsOnSite,
  runInNode,
  runTime,
} from './programs.fixture.js'
import { serveSite } from './serve-site.fixture.js'

const { path: browserPath, reason } = chromium()

/** How many pages are open at once: half of the time they wait. */
const concurrency = 1 + os.availableParallelism()

describe('the programs of the pages', {
  skip: browserPath ? false : reason,
  concurrency,
}, () => {
  const site = pagesInChromium(serveSite)
  const tabs = new Tabs(() => site.browser, { timezoneId: 'UTC' })
  const all = pagesWithPrograms()

  test('there are some', () => {
    assert.ok(all.length > 0, 'no listing has "run", no question an output')
  })

  test('every language has the buttons that the English texts ask for', () => {
    const folders = ['', ...translationLanguages().map(({ code }) => code)]
    for (const folder of folders) {
      for (const { page, programs } of all) {
        const there = programsOnSite(path.join(folder, page))
        assert.deepEqual(there, programs, path.join(folder, page))
      }
    }
  })

  for (const { page: address, programs } of all) {
    test(`${address} prints what Node.js prints`, () =>
      tabs.use(async (page) => {
        page.setDefaultTimeout(runTime)
        await page.goto(`${site.url}/${address}`)
        await answerQuestions(page)
        for (const program of programs) await compare(page, program)
      }))
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
  const expected = await runInNode(program)
  await figure.locator('[data-action="run"]').click()
  const output = figure.locator('.run-output[data-ended]')
  await output.waitFor()
  const ended = await output.getAttribute('data-ended')
  const fault = (await output.locator('.run-fault').textContent()) ?? ''
  /** @param {string} stream */
  const printed = async (stream) =>
    (await output.locator(`.run-printed .${stream}`).allTextContents()).join('')
  const why = `${program} (${ended}) ${fault}`
  assert.equal(
    comparable(await printed('stdout')),
    comparable(expected.stdout),
    why,
  )
  if (ended === 'error') {
    // What Node.js prints of it has a line of the program above.
    const summary = await output.locator('.run-error strong').textContent()
    assert.ok(expected.stderr.includes(`\n${summary}`), why)
    assert.equal(expected.status, 1, why)
    return
  }
  assert.equal(ended, 'exit', why)
  assert.equal(await printed('stderr'), expected.stderr, why)
  assert.equal(expected.status, 0, why)
}
