/** For tests: programs in the sandbox, in each browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe } from 'node:test'
import { launchChromium } from '../../tools/browsers/chromium.js'
import { launchFirefox } from '../../tools/browsers/firefox.js'
import { serveFolder } from '../../tools/browsers/static-server.js'
import { Tabs } from '../../tools/browsers/tabs.js'
import { sampled } from '../../tools/lib/sample.js'
import { chromium, firefox } from '../../tools/processes/toolchain.js'
import { buildSandbox } from '../build.js'

/** @import { Outcome, Program, RunEvent } from '../sandbox.js' */

/**
 * @typedef {{ events: RunEvent[], outcome: Outcome }} Run
 *
 * @typedef {object} Browser
 * @property {(program: Program, patience: number) => Promise<Run>} run in a
 *   page, for so many seconds
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

/**
 * @param {Program} program
 * @param {number} patience seconds
 */
const script = (program, patience) =>
  `(${inPage})(${JSON.stringify({ program, timeout: patience * 1000 })})`

/** @type {Record<string, (url: string) => Promise<Browser>>} */
const launch = {
  async Chromium(url) {
    const browser = await launchChromium()
    const tabs = new Tabs(() => browser)
    return {
      run: (program, patience) =>
        tabs.use(async (page) => {
          await page.goto(url)
          return JSON.parse(
            String(await page.evaluate(script(program, patience))),
          )
        }),
      close: () => browser.close(),
    }
  },
  async Firefox(url) {
    const browser = await launchFirefox()
    await browser.open(url)
    return {
      run: async (program, patience) =>
        JSON.parse(await browser.evaluate(script(program, patience))),
      close: () => browser.close(),
    }
  },
}

const browsers = [
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
]

/**
 * Describes what holds in every browser, or says why one is left out.
 *
 * @param {string} title
 * @param {(run: Browser['run'], take: <T>(items: readonly T[]) => T[]) => void}
 *   define the tests; take: those of many alike that this browser is to see
 */
export function inBrowsers(title, define) {
  for (const { name, tool, concurrency } of browsers) {
    describe(`${title}, in ${name}`, {
      skip: tool.path ? false : tool.reason,
      concurrency,
    }, () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
      /** @type {Browser} */
      let browser
      /** @type {Awaited<ReturnType<typeof serveFolder>>} */
      let server
      before(async () => {
        await buildSandbox(path.join(folder, 'playground/sandbox.js'))
        writeFileSync(
          path.join(folder, 'index.html'),
          '<!doctype html><title>Programs</title>',
        )
        server = await serveFolder(folder)
        browser = await launch[name](`${server.url}/index.html`)
      })
      after(async () => {
        await browser?.close()
        await server?.close()
        rmSync(folder, { recursive: true })
      })
      define(
        (program, patience) => browser.run(program, patience),
        (items) => sampled(items, 4),
      )
    })
  }
}
