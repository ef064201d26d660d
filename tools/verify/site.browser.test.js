/**
 * The built site as a reader's browser sees it: every page in every language.
 * It tests what `mdbook build` wrote last.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { pages } from '../lib/chapters.js'
import { launchChromium } from '../lib/chromium.js'
import { root, siteDir, translationsDir } from '../lib/paths.js'
import { serveFolder } from '../lib/static-server.js'
import { chromium } from '../lib/toolchain.js'

/** @typedef {import('playwright-core').Page} Page */

const axe = readFileSync(
  path.join(root, 'node_modules/axe-core/axe.min.js'),
  'utf8',
)

/** What our scripts of the first load may weigh, in bytes after gzip. */
const scriptBudget = 30_000

/** How many pages are open at once: half of the time they wait. */
const concurrency = Math.max(3, os.availableParallelism() + 1)

const languages = [
  'en',
  ...readdirSync(translationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name),
]
const files = pages().map(({ file }) =>
  file.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'),
)

/**
 * @param {string} language
 * @param {string} file
 */
const address = (language, file) =>
  language === 'en' ? `/${file}` : `/${language}/${file}`

/** A page with several headings: what can be switched and searched. */
const longest = files
  .map((file) => ({ file, size: sizeOf(path.join(siteDir, file)) }))
  .sort((a, b) => b.size - a.size)[0].file

/** @param {string} file */
function sizeOf(file) {
  return existsSync(file) ? readFileSync(file).length : 0
}

const { path: browserPath, reason } = chromium()

describe('the site', {
  skip: browserPath ? false : reason,
  concurrency,
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

  /**
   * Opens a page and collects what must not happen on it.
   *
   * @param {string} pathname
   * @param {{ dark?: boolean, width?: number }} options
   * @param {(page: Page, seen: { problems: string[], scripts: string[] }) =>
   *   Promise<void>} use
   */
  async function withPage(pathname, { dark = false, width = 1280 }, use) {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(15_000)
    /** @type {string[]} */
    const problems = []
    /** @type {string[]} */
    const scripts = []
    try {
      const page = await context.newPage()
      await page.route(
        (url) => url.origin !== server.url && url.protocol.startsWith('http'),
        (route) => {
          problems.push(`a request to ${route.request().url()}`)
          return route.abort()
        },
      )
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        problems.push(`console ${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
      page.on('response', (response) => {
        const url = response.url()
        if (response.status() >= 400) {
          problems.push(`${response.status()} for ${url}`)
        }
        if (url.endsWith('.js')) scripts.push(new URL(url).pathname)
      })
      await page.goto(server.url + pathname, { waitUntil: 'networkidle' })
      await use(page, { problems, scripts })
    } finally {
      await context.close()
    }
  }

  /**
   * Brings every widget near, as scrolling does, and waits for it.
   *
   * @param {Page} page
   */
  async function loadWidgets(page) {
    for (const box of await page.locator('[data-widget]').all()) {
      await box.scrollIntoViewIfNeeded()
      const name = (await box.getAttribute('data-widget')) ?? ''
      await box.locator(name).waitFor({ state: 'visible' })
    }
    await page.evaluate(() => window.scrollTo(0, 0))
  }

  /**
   * @param {Page} page
   * @returns {Promise<string[]>} serious and critical findings
   */
  async function axeFindings(page) {
    await page.evaluate(axe)
    const { violations } = await page.evaluate(async () => {
      const { run } = /** @type {any} */ (window).axe
      const report = await run(document, { resultTypes: ['violations'] })
      return { violations: report.violations }
    })
    return violations
      .filter((/** @type {any} */ { impact }) =>
        ['serious', 'critical'].includes(impact),
      )
      .flatMap((/** @type {any} */ { id, help, nodes }) =>
        nodes.map(
          (/** @type {any} */ node) =>
            `${id} (${help}) at ${node.target.join(' ')}: ` +
            `${node.any[0]?.message ?? node.html}`,
        ),
      )
  }

  /** @param {Page} page */
  const overflow = (page) =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return null
      const wide = [...document.querySelectorAll('main *')]
        .filter((e) => e.getBoundingClientRect().right > clientWidth + 1)
        .slice(0, 3)
        .map((e) => e.outerHTML.slice(0, 120))
      return `${scrollWidth} px wide in ${clientWidth} px: ${wide.join(' · ')}`
    })

  for (const language of languages) {
    for (const file of files) {
      const pathname = address(language, file)

      test(`${pathname} works, in light and at 1280 px`, async () => {
        await withPage(pathname, {}, async (page, { problems }) => {
          assert.equal(await page.locator('main h1').count(), 1)
          await loadWidgets(page)
          assert.deepEqual(await axeFindings(page), [])
          assert.equal(await overflow(page), null)
          assert.deepEqual(problems, [])
        })
      })

      test(`${pathname} works, in dark and at 390 px`, async () => {
        const phone = { dark: true, width: 390 }
        await withPage(pathname, phone, async (page, { problems }) => {
          const isDark = await page.evaluate(() => {
            const { backgroundColor } = getComputedStyle(
              document.documentElement,
            )
            const [r, g, b] = backgroundColor.match(/\d+/g)?.map(Number) ?? []
            return r + g + b < 384
          })
          assert.ok(isDark, 'the dark colour scheme is not dark')
          await loadWidgets(page)
          assert.deepEqual(await axeFindings(page), [])
          assert.equal(await overflow(page), null)
          assert.deepEqual(problems, [])
        })
      })
    }

    test(`${language}: each page says its language and its twins`, () => {
      for (const file of files) {
        const pathname = address(language, file)
        const html = readFileSync(path.join(siteDir, pathname), 'utf8')
        assert.match(html, new RegExp(`<html lang="${language}"`), pathname)
        const links = [
          ...html.matchAll(
            /<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g,
          ),
        ].map(([, code, href]) => ({ code, href }))
        const codes = links.map(({ code }) => code).sort()
        assert.deepEqual(codes, [...languages, 'x-default'].sort(), pathname)
        for (const { code, href } of links) {
          const twin = address(code === 'x-default' ? 'en' : code, file)
          const target = new URL(href, `http://book${pathname}`).pathname
          assert.ok(
            target.endsWith(twin) && existsSync(path.join(siteDir, twin)),
            `${pathname}: hreflang ${code} leads to ${href}`,
          )
        }
      }
    })

    test(`${language}: each edit link leads to a file that is there`, () => {
      for (const file of files) {
        const html = readFileSync(
          path.join(siteDir, address(language, file)),
          'utf8',
        )
        const edit = /href="https:[^"]*\/edit\/[^/"]+\/([^"]+)"/.exec(html)
        assert.ok(edit, `${file} has no edit link`)
        const source = edit[1]
        assert.ok(existsSync(path.join(root, source)), `no file ${source}`)
        const own = `translations/${language}/`
        const isOwn = language === 'en' || source.startsWith(own)
        const translated = existsSync(
          path.join(root, own, file.replace(/html$/, 'md')),
        )
        assert.ok(isOwn || !translated, `${file} leads to ${source}`)
      }
    })

    test(`${language}: our scripts of the first load are small`, async () => {
      const pathname = address(language, longest)
      await withPage(pathname, {}, async (_page, { scripts }) => {
        // mdBook's own carry a hash in their names.
        const ours = scripts.filter((name) => !/-[0-9a-f]{8}\./.test(name))
        const sizes = ours.map((name) => ({
          name,
          bytes: gzipSync(readFileSync(path.join(siteDir, name))).length,
        }))
        const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
        assert.ok(total > 0, 'no script of ours was loaded')
        assert.ok(
          total < scriptBudget,
          `${total} bytes, expected < ${scriptBudget}: ${JSON.stringify(sizes)}`,
        )
      })
    })

    test(`${language}: the controls are reached by keyboard, and show it`, async () => {
      const pathname = address(language, longest)
      await withPage(pathname, {}, async (page) => {
        const wanted = new Map([
          ['the contents', '#mdbook-sidebar a'],
          ['the themes', '#mdbook-theme-toggle'],
          ['the search', '#mdbook-search-toggle'],
          ['the language switch', 'a.language-switch'],
          ['the edit link', 'a[rel=edit]'],
          ['a heading of the page', 'main h2 a.header'],
        ])
        const hidden = []
        for (let i = 0; i < 150 && wanted.size > 0; i++) {
          await page.keyboard.press('Tab')
          const state = await page.evaluate(
            (selectors) => {
              const active = document.activeElement
              const index = selectors.findIndex((s) => active?.matches(s))
              if (!active || index === -1) return null
              const { outlineStyle, boxShadow } = getComputedStyle(active)
              const shown = outlineStyle !== 'none' || boxShadow !== 'none'
              return { index, shown }
            },
            [...wanted.values()],
          )
          if (!state) continue
          const name = [...wanted.keys()][state.index]
          if (!state.shown) hidden.push(name)
          wanted.delete(name)
        }
        assert.deepEqual([...wanted.keys()], [], 'not reached by Tab')
        assert.deepEqual(hidden, [], 'reached, but the focus is not visible')
      })
    })

    const others = languages.filter((other) => other !== language)
    for (const other of others) {
      test(`${language} → ${other}: the same page, the same heading`, async () => {
        const pathname = address(language, longest)
        await withPage(pathname, {}, async (page) => {
          const ids = await page
            .locator('main h2[id]')
            .evaluateAll((all) => all.map(({ id }) => id))
          const id = ids[Math.floor(ids.length / 2)]
          await page.goto(`${server.url}${pathname}#${id}`)
          await page.locator(`a.language-switch[lang="${other}"]`).click()
          await page.waitForURL(`${server.url}${address(other, longest)}**`)
          assert.equal(new URL(page.url()).hash, `#${id}`)
          const top = await page
            .locator(`[id="${id}"]`)
            .evaluate((heading) => heading.getBoundingClientRect().top)
          assert.ok(top >= 0 && top < 400, `the heading is at ${top} px`)
          assert.equal(await page.getAttribute('html', 'lang'), other)
        })
      })
    }
  }

  /**
   * @param {string} pathname
   * @param {string} query
   * @returns {Promise<string[]>} the pages that the search finds
   */
  async function search(pathname, query) {
    /** @type {string[]} */
    let found = []
    await withPage(pathname, {}, async (page, { problems }) => {
      await page.keyboard.press('s')
      await page.locator('#mdbook-searchbar').waitFor({ state: 'visible' })
      // mdBook searches on key events.
      await page.locator('#mdbook-searchbar').pressSequentially(query)
      const results = page.locator('#mdbook-searchresults > li a')
      const header = page.locator('#mdbook-searchresults-header')
      await header.getByText(`'${query}'`).waitFor({ timeout: 10_000 })
      found = await results.evaluateAll((all) =>
        all.map((link) => /** @type {HTMLAnchorElement} */ (link).pathname),
      )
      assert.deepEqual(problems, [])
    })
    return [...new Set(found)].sort()
  }

  test('en: the search finds a word', async () => {
    assert.notDeepEqual(await search('/index.html', 'request'), [])
  })

  if (languages.includes('pt-BR')) {
    test('pt-BR: the search finds words in any form, with or without accents', async () => {
      const forms = ['requisição', 'requisicao', 'requisições', 'requisicoes']
      const found = await Promise.all(
        forms.map((form) => search('/pt-BR/index.html', form)),
      )
      found.forEach((results, i) => {
        assert.notDeepEqual(results, [], `"${forms[i]}" finds nothing`)
      })
      for (const results of found) assert.deepEqual(results, found[0])
    })
  }

  for (const language of languages) {
    test(`${language}: the print page works`, async () => {
      const pathname = address(language, 'print.html')
      // mdBook opens the print dialog by itself on this page.
      await withPage(pathname, {}, async (page, { problems }) => {
        assert.ok((await page.locator('main h1').count()) >= files.length)
        assert.deepEqual(problems, [])
      })
    })
  }
})
