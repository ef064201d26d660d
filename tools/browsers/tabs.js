/** For tests: tabs of Chromium that are used again, and remember nothing. */
import { patienceInMs } from '../processes/pace.js'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ page: Page, uses: number }} Tab */

/** A tab's memory grows: after so many uses it is closed, if not before. */
const mostUses = 20

/** What `emulateMedia` takes back. */
const asItWas = { media: null, colorScheme: null }

/**
 * A process for each page, with nothing in its caches, is most of what opening
 * one costs.
 */
export class Tabs {
  /** @type {Tab[]} that are not used now */
  #idle = []
  #browser
  #options
  #mostUses

  /**
   * @param {() => import('playwright-core').Browser} browser asked when one is
   *   needed
   * @param {import('playwright-core').BrowserContextOptions & {
   *   uses?: number }} [options] uses: how often a tab is used
   */
  constructor(browser, { uses = mostUses, ...options } = {}) {
    this.#browser = browser
    this.#options = options
    this.#mostUses = uses
  }

  /**
   * Lends a tab on which no page is open and whose storage is empty.
   *
   * @template T
   * @param {(page: Page) => Promise<T>} use
   * @returns {Promise<T>}
   */
  async use(use) {
    const tab = this.#idle.pop() ?? (await this.#open())
    const context = tab.page.context()
    try {
      const result = await use(tab.page)
      tab.uses++
      if (tab.uses === this.#mostUses) await context.close()
      else this.#idle.push(await clean(tab))
      return result
    } catch (error) {
      // Its state is unknown.
      await context.close()
      throw error
    }
  }

  /** @returns {Promise<Tab>} */
  async #open() {
    const context = await this.#browser().newContext({
      reducedMotion: 'reduce',
      ...this.#options,
    })
    context.setDefaultTimeout(patienceInMs(20))
    return { page: await context.newPage(), uses: 0 }
  }
}

/**
 * Takes away what a test has left: routes, listeners, other tabs, and what the
 * page stored.
 *
 * @param {Tab} tab
 */
async function clean(tab) {
  const { page } = tab
  const context = page.context()
  page.removeAllListeners()
  await page.unrouteAll()
  await Promise.all(
    context.pages().map((other) => other !== page && other.close()),
  )
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  if (origin !== 'null') {
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'all',
    })
    await session.detach()
  }
  await page.emulateMedia(asItWas)
  return tab
}
