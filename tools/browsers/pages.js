/** For tests: pages in Chromium, for as long as a suite's tests run. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { launchChromium } from './chromium.js'
import { serveFolder } from './static-server.js'
import { Tabs } from './tabs.js'

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof serveFolder>>} Server */

/**
 * @typedef {import('playwright-core').BrowserContextOptions & {
 *   width?: number,
 *   schemes?: string[],
 *   expected?: RegExp,
 *   script?: string | (() => void),
 *   prepare?: (page: Page) => unknown,
 * }} PageOptions width: of the window, in px; schemes: what the page may ask
 *   for besides its own server, without colons, `data` if left out; expected:
 *   errors that are no failure; script: runs in each document before its own;
 *   prepare: done before the page opens
 */

/** A server and a browser, whose tabs are used again. */
class ChromiumPages {
  /** @type {Browser | undefined} */
  #browser
  /** @type {Server | undefined} */
  #server
  /** @type {Map<string, Tabs>} by what their contexts are made with */
  #tabs = new Map()

  /** @param {() => ReturnType<typeof serveFolder>} serve */
  async open(serve) {
    this.#server = await serve()
    this.#browser = await launchChromium()
  }

  async close() {
    await this.#browser?.close()
    await this.#server?.close()
  }

  /** Of the server, without a slash at its end. */
  get url() {
    return /** @type {Server} */ (this.#server).url
  }

  get browser() {
    return /** @type {Browser} */ (this.#browser)
  }

  /**
   * @param {import('playwright-core').BrowserContextOptions} options
   * @param {boolean} isForOnce what a tab runs in each document stays with it
   */
  #tabsFor(options, isForOnce) {
    const browser = () => this.browser
    if (isForOnce) return new Tabs(browser, { ...options, uses: 1 })
    const key = JSON.stringify(options)
    const there = this.#tabs.get(key) ?? new Tabs(browser, options)
    this.#tabs.set(key, there)
    return there
  }

  /**
   * Opens a page, and fails when it throws or logs an error, or asks another
   * server.
   *
   * @param {string} file below the server's root
   * @param {(page: Page) => Promise<void>} use
   * @param {PageOptions} [options]
   */
  async withPage(file, use, options = {}) {
    const { width = 1280, schemes = ['data'], ...rest } = options
    const { viewport = { width, height: 900 }, ...more } = rest
    const { expected, script, prepare, colorScheme, ...ofContext } = more
    await this.#tabsFor(ofContext, Boolean(script)).use(async (page) => {
      if (viewport) await page.setViewportSize(viewport)
      if (colorScheme) await page.emulateMedia({ colorScheme })
      const problems = problemsOf(page, this.url, schemes)
      if (script) await page.addInitScript(script)
      await prepare?.(page)
      await page.goto(`${this.url}/${file}`)
      await use(page)
      assert.deepEqual(
        problems.filter((problem) => !expected?.test(problem)),
        [],
      )
    })
  }
}

/**
 * To be called in a suite: begins a server and a browser before its tests, and
 * ends them afterwards.
 *
 * @param {() => ReturnType<typeof serveFolder>} serve
 */
export function pagesInChromium(serve) {
  const pages = new ChromiumPages()
  before(() => pages.open(serve))
  after(() => pages.close())
  return pages
}

/**
 * @param {Page} page
 * @param {string} server its URL
 * @param {string[]} schemes that it may ask for besides
 * @returns {string[]} grows with each error, and each request that it may not
 *   make
 */
function problemsOf(page, server, schemes) {
  /** @type {string[]} */
  const problems = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('request', (request) => {
    const url = request.url()
    // The origin of a blob: URL is the server's, too.
    if (url.startsWith(`${server}/`)) return
    if (schemes.some((scheme) => url.startsWith(`${scheme}:`))) return
    problems.push(`asked for ${url}`)
  })
  return problems
}

/**
 * Builds a project's book, with print.html, and serves it.
 *
 * @param {{ build: (env: Record<string, string>) => { status: number | null, output: string },
 *   path: (file: string) => string }} project
 * @returns {ReturnType<typeof serveFolder>}
 */
export function serveBook(project) {
  const { status, output } = project.build({
    MDBOOK_OUTPUT__HTML__PRINT__ENABLE: 'true',
  })
  assert.equal(status, 0, output)
  return serveFolder(project.path('book/html'))
}

/** What Chromium says of a module whose request was aborted. */
export const notLoaded =
  /^Failed to load resource: net::ERR_FAILED$|Failed to fetch dynamically/

/** @param {Page} page @returns {Promise<number>} px it is too wide */
export const sideways = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
