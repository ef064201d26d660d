// @reads code/

/** The demo's /live: an event stream and a WebSocket on one page. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { chapters } from '../book-model/chapters.js'
import { launchChromium } from '../browsers/chromium.js'
import { launchFirefox } from '../browsers/firefox.js'
import { patienceInMs } from '../processes/pace.js'
import { chromium, firefox } from '../processes/toolchain.js'

/** @typedef {import('../browsers/firefox.js').Firefox} Page */

const demo = pathToFileURL(
  path.join(chapters().at(-1)?.codeDir ?? '', 'server.js'),
).href

/** @returns {Promise<Page>} */
async function pageInChromium() {
  const browser = await launchChromium()
  const page = await browser.newPage()
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (script) => page.evaluate(script),
    close: () => browser.close(),
  }
}

/** @param {string} engine @param {number} [port] */
async function startDemo(engine, port = 0) {
  const { start } = await import(demo)
  process.env.VELOCY_ENGINE = engine
  return start({ port })
}

/**
 * Runs in the page: resolves when an element has such a line.
 *
 * @param {string} id
 * @param {string} text
 */
const untilShown = (id, text) =>
  new Promise((resolve) => {
    const lines = /** @type {HTMLElement} */ (document.getElementById(id))
    const look = () => {
      if (lines.textContent.split('\n').includes(text)) resolve(null)
    }
    new MutationObserver(look).observe(lines, { childList: true })
    look()
  })

/** Runs in the page. @param {string} text @returns {string} what isn't sent */
function say(text) {
  const input = /** @type {HTMLInputElement} */ (
    document.querySelector('input')
  )
  input.value = text
  input.form?.requestSubmit()
  return input.value
}

/** @param {Page} page @param {string} url @param {string} engine */
async function useBoth(page, url, engine) {
  /** @param {(...args: any[]) => unknown} f @param {string[]} args */
  const run = (f, ...args) =>
    page.evaluate(`(${f})(...${JSON.stringify(args)})`)
  const news = `<b>cancelled</b> on ${engine}`
  await fetch(`${url}/board`, { method: 'POST', body: news })
  await run(untilShown, 'board', news)

  const phone = new WebSocket(new URL('/ws', url))
  await once(phone, 'open')
  const heard = once(phone, 'message')
  const call = `<i>who is there?</i> on ${engine}`
  while (await run(say, call)) await later(50)
  assert.equal((await heard)[0].data, call)
  await run(untilShown, 'radio', call)
  phone.send(`all, on ${engine}`)
  await run(untilShown, 'radio', `all, on ${engine}`)
  phone.close()
}

for (const [name, tool, open] of /** @type {const} */ ([
  ['Chromium', chromium(), pageInChromium],
  ['Firefox', firefox(), launchFirefox],
])) {
  test(`${name}: board and radio live, and come back with the server`, {
    skip: tool.path ? false : tool.reason,
    timeout: patienceInMs(60),
  }, async (t) => {
    const page = await open()
    t.after(() => page.close())
    let app = await startDemo('net')
    t.after(() => app.close())
    await page.open(`${app.url}/live`)
    await useBoth(page, app.url, 'net')
    await app.close()
    app = await startDemo('http', Number(new URL(app.url).port))
    await useBoth(page, app.url, 'http')
  })
}
