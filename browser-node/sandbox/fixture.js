/** For tests: a page that can run programs, and a server that keeps a record. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchChromium } from '../../tools/browsers/chromium.js'
import { buildSandbox } from '../build.js'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../sandbox.js').Program} Program */
/** @typedef {import('../sandbox.js').Outcome} Outcome */
/** @typedef {import('../sandbox.js').RunEvent} RunEvent */

/**
 * @typedef {object} Ran
 * @property {RunEvent[]} events
 * @property {Outcome} outcome
 * @property {number} longestWait the longest that the page did not answer, ms
 */

const page = `<!doctype html>
<meta charset="utf-8">
<title>A page</title>
<link rel="icon" href="data:,">
<p id="secret">secret</p>
<script type="module">
import { runProgram } from '/playground/sandbox.js'
window.run = async (program, options) => {
  let longestWait = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longestWait = Math.max(longestWait, now - last)
    last = now
  }, 10)
  const events = []
  const onEvent = (event) => events.push(event)
  const outcome = await runProgram(program, { ...options, onEvent })
  clearInterval(timer)
  return { events, outcome, longestWait }
}
window.isReady = true
</script>
`

/**
 * @returns {Promise<{ url: string, requests: string[],
 *   newPage: () => Promise<Page>, close: () => Promise<void> }>} requests:
 *   what the server was asked for beyond the page and the sandbox
 */
export async function startSandbox() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
  await buildSandbox(path.join(folder, 'playground/sandbox.js'))
  writeFileSync(path.join(folder, 'page.html'), page)
  /** @type {Record<string, string>} */
  const known = {
    '/page.html': 'text/html',
    '/playground/sandbox.js': 'text/javascript',
  }
  /** @type {string[]} */
  const requests = []
  const server = http.createServer((request, response) => {
    const { url = '' } = request
    if (known[url] === undefined) requests.push(url)
    // All that asks may have it: nothing but the sandbox keeps it from that.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', known[url] ?? 'text/javascript')
    response.end(
      known[url] ? readFileSync(path.join(folder, url)) : 'export default 1',
    )
  })
  server.on('upgrade', (request, socket) => {
    requests.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined))
  })
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const url = `http://127.0.0.1:${port}`
  const browser = await launchChromium()
  return {
    url,
    requests,
    async newPage() {
      const opened = await browser.newPage()
      await opened.goto(`${url}/page.html`)
      await opened.waitForFunction('window.isReady')
      return opened
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * @param {Page} page
 * @param {Program} program
 * @param {{ timeout?: number }} [options]
 * @returns {Promise<Ran>}
 */
export function run(page, program, options = {}) {
  return page.evaluate(
    ([program, options]) =>
      /** @type {any} */ (globalThis).run(program, options),
    /** @type {const} */ ([program, options]),
  )
}

/**
 * @param {string} text of main.js
 * @param {Record<string, string>} [files] those beside it
 * @returns {Program}
 */
export function programOf(text, files = {}) {
  return {
    chapter: 'ch07',
    files: { ...files, 'main.js': text },
    entry: 'main.js',
  }
}

/**
 * @param {Ran} ran
 * @param {'stdout' | 'stderr'} [stream]
 * @returns {string} what the program printed
 */
export function printed({ events }, stream = 'stdout') {
  return events
    .filter((event) => event.type === 'output' && event.stream === stream)
    .map((event) => /** @type {{ text: string }} */ (event).text)
    .join('')
}
