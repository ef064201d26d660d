/** For tests: a page with one of every widget, in Chromium. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import nodeTest, { after, before } from 'node:test'
import { pagesInChromium } from '../tools/browsers/pages.js'
import { serveFolder } from '../tools/browsers/static-server.js'
import { patienceInMs } from '../tools/processes/pace.js'
import { chromium } from '../tools/processes/toolchain.js'
import { writeFixture } from './fixture.js'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const { path: browserPath, reason } = chromium()
const skip = browserPath ? false : reason

/**
 * To be called once in a file: its tests have the pages in common.
 *
 * @returns {{
 *   test: (name: string, run: () => Promise<void>) => void,
 *   withPage: (file: string, use: (page: Page) => Promise<void>,
 *     options?: import('../tools/browsers/pages.js').PageOptions) => Promise<void>,
 * }} test: is skipped where there is no browser
 */
export function widgetPages() {
  const test = (/** @type {string} */ name, /** @type {any} */ run) =>
    nodeTest(name, { skip }, run)
  if (skip) return { test, withPage: async () => {} }
  const folder = mkdtempSync(path.join(tmpdir(), 'widgets-'))
  before(() => writeFixture(folder))
  const pages = pagesInChromium(() => serveFolder(folder))
  after(() => rmSync(folder, { recursive: true }))
  return {
    test,
    withPage: (file, use, options) =>
      pages.withPage(file, use, {
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      }),
  }
}

/**
 * Waits until every widget is there.
 *
 * @param {Page} page
 */
export async function loadAll(page) {
  for (const box of await page.locator('[data-widget]').all()) await load(box)
}

/**
 * A widget loads when it comes into view, and a reload puts the page back to
 * where it was whenever it gets to it: so this goes there until it is seen.
 *
 * @param {Locator} box
 * @param {number} [tries]
 */
async function load(box, tries = 20) {
  await box.scrollIntoViewIfNeeded()
  try {
    await box.locator('.widget-title').waitFor({ timeout: patienceInMs(1) })
  } catch (error) {
    if (tries <= 1) throw error
    await load(box, tries - 1)
  }
}

/** @param {Locator} locator */
export const text = async (locator) => (await locator.textContent()) ?? ''

/**
 * Puts a text in, and waits for the frame in which it is answered.
 *
 * @param {Locator} field
 * @param {string} value
 */
export async function type(field, value) {
  await field.fill(value)
  await field.evaluate(() => new Promise(requestAnimationFrame))
}
