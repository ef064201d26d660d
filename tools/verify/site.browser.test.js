/**
 * The built site as a reader's browser sees it: every page in every language.
 * It tests what `mdbook build` wrote last.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { chapters, pages, siteFile } from '../book-model/chapters.js'
import { axeFindings } from '../browsers/axe.js'
import { pagesInChromium } from '../browsers/pages.js'
import { Tabs } from '../browsers/tabs.js'
import { root, siteDir, translationsDir } from '../lib/paths.js'
import { sampled } from '../lib/sample.js'
import { patienceInMs } from '../processes/pace.js'
import { chromium } from '../processes/toolchain.js'
import { testSearch } from './search.fixture.js'
import { serveSite } from './serve-site.fixture.js'

/** @typedef {import('playwright-core').Page} Page */

/** What our scripts of the first load may weigh, in bytes after gzip. */
const scriptBudget = 30_000

/** How many pages are open at once: half of the time they wait. */
const concurrency = 1 + os.availableParallelism()

const languages = [
  'en',
  ...readdirSync(translationsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name),
]
const files = pages().map(({ file }) => siteFile(file))

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

/** @typedef {{ colorScheme: 'light' | 'dark', width: number }} View */

/** How a page is looked at; the height of a window matters to nothing here. */
const desk = /** @type {View} */ ({ colorScheme: 'light', width: 1280 })
const phone = /** @type {View} */ ({ colorScheme: 'dark', width: 390 })
const height = 800

/** @param {View} view */
const nameOf = ({ colorScheme, width }) => `${colorScheme} at ${width} px`

/** What axe can find in one view and not in another: colours and shapes. */
const ofView = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
]

/**
 * What is the same on every page takes axe longer than all the rest: it is
 * looked at on those pages that are seen in both views.
 */
const alike = ['#mdbook-sidebar', 'pre code']

/** @param {string} file */
function sizeOf(file) {
  return existsSync(file) ? readFileSync(file).length : 0
}

const { path: browserPath, reason } = chromium()

describe('the site', {
  skip: browserPath ? false : reason,
  concurrency,
}, () => {
  const site = pagesInChromium(serveSite)

  /** @typedef {{ problems: string[], scripts: string[] }} Seen */

  const tabs = new Tabs(() => site.browser)

  /**
   * Uses a tab, and collects what must not happen in it.
   *
   * @param {(page: Page, seen: Seen) => Promise<void>} use
   */
  const withTab = (use) =>
    tabs.use(async (page) => {
      const seen = /** @type {Seen} */ ({ problems: [], scripts: [] })
      const { problems, scripts } = seen
      /** @param {{ url: () => string }} request */
      const asks = (request) => {
        const { origin, protocol } = new URL(request.url())
        const isOurs = origin === site.url || !/^(http|ws)/.test(protocol)
        if (!isOurs) problems.push(`a request to ${request.url()}`)
      }
      page.on('request', asks)
      page.on('websocket', asks)
      page.on('response', (response) => {
        const url = response.url()
        if (response.status() >= 400) {
          problems.push(`${response.status()} for ${url}`)
        }
        if (url.endsWith('.js')) scripts.push(new URL(url).pathname)
      })
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return
        problems.push(`console ${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
      await use(page, seen)
    })

  /**
   * Opens a page, as a reader who looks at it in this way.
   *
   * @param {Page} page
   * @param {string} pathname
   * @param {View} view
   */
  async function open(page, pathname, { colorScheme, width }) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.goto(site.url + pathname)
  }

  /**
   * Opens a page at a desk, and waits until it has loaded all that it wants.
   *
   * @param {string} pathname
   * @param {(page: Page, seen: Seen) => Promise<void>} use
   */
  const withPage = (pathname, use) =>
    withTab(async (page, seen) => {
      await open(page, pathname, desk)
      await page.waitForLoadState('networkidle')
      await use(page, seen)
    })

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
   * mdBook's pages scroll in a box of their own: what is too wide for that one
   * does not make the document any wider.
   *
   * @param {Page} page
   */
  const overflow = (page) =>
    page.evaluate(() => {
      /** @param {Element} element */
      const isInScroller = ({ parentElement: e }) => {
        for (; e && e.localName !== 'main'; e = e.parentElement) {
          if (getComputedStyle(e).overflowX !== 'visible') return true
        }
        return false
      }
      for (let e = document.querySelector('main'); e; e = e.parentElement) {
        const { scrollWidth, clientWidth } = e
        if (scrollWidth <= clientWidth) continue
        const right = e.getBoundingClientRect().left + clientWidth
        const wide = [...document.querySelectorAll('main *')]
          .filter((each) => each.getBoundingClientRect().right > right + 1)
          .filter((each) => !isInScroller(each))
          .slice(0, 3)
          .map((each) => each.outerHTML.slice(0, 120))
        return (
          `<${e.localName}> is ${scrollWidth} px wide in ${clientWidth} px: ` +
          wide.join(' · ')
        )
      }
      return null
    })

  /** @param {Page} page */
  const isDark = (page) =>
    page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.documentElement)
      const [r, g, b] = backgroundColor.match(/\d+/g)?.map(Number) ?? []
      return r + g + b < 384
    })

  // Some pages are seen, each in one language, and a part of them in both themes.
  const addresses = files.flatMap((file, j) => {
    const own = languages.map((language) => address(language, file))
    return j % 2 === 0 ? own : own.reverse()
  })
  const seen = new Set(sampled(addresses, 15))
  const both = new Set(sampled(addresses, 45))

  languages.forEach((language, i) => {
    files.forEach((file, j) => {
      const pathname = address(language, file)
      if (!seen.has(pathname)) return
      // What axe finds in any view is looked for in the first: in a wide
      // window for some pages, on a phone for the others.
      const isWide = (i + (j >> 1)) % 2 === 0
      const [first, second] = isWide ? [desk, phone] : [phone, desk]
      const views = both.has(pathname) ? [first, second] : [first]

      test(`${pathname} works in ${views.map(nameOf).join(', then ')}`, () =>
        withTab(async (page, { problems }) => {
          for (const view of views) {
            await open(page, pathname, view)
            assert.equal(await page.locator('main h1').count(), 1)
            assert.equal(await isDark(page), view === phone, nameOf(view))
            await loadWidgets(page)
            const rules = view === views[0] ? undefined : ofView
            const without = views.length > 1 ? [] : alike
            const findings = await axeFindings(page, { rules, without })
            assert.deepEqual(findings, [], `axe in ${nameOf(view)}`)
            assert.equal(await overflow(page), null, nameOf(view))
            // What comes late is seen too.
            await page.waitForLoadState('networkidle')
            assert.deepEqual(problems, [], nameOf(view))
          }
        }))
    })
  })

  for (const language of languages) {
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
      await withPage(pathname, async (_page, { scripts }) => {
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

    test(`${language}: the text is a Tab and Enter away`, async () => {
      await withPage(address(language, longest), async (page) => {
        await page.keyboard.press('Tab')
        assert.ok(await page.locator('.skip-link:focus').isVisible())
        await page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
        assert.equal(await page.locator('#mdbook-content :focus').count(), 1)
      })
    })

    test(`${language}: a theme that the book no longer has is one that it has`, async () => {
      const context = await site.browser.newContext({ colorScheme: 'light' })
      try {
        await context.addInitScript(() => {
          if (localStorage.length === 0) localStorage['mdbook-theme'] = 'navy'
        })
        const page = await context.newPage()
        await page.goto(site.url + address(language, longest))
        assert.ok(await isDark(page))
        await page.locator('#mdbook-theme-toggle').click()
        const names = page.locator('#mdbook-theme-list button')
        assert.equal(await names.count(), 3)
        assert.equal(
          await page.locator('.theme-selected').getAttribute('id'),
          'mdbook-theme-dark',
        )
        await names.nth(1).click()
        await page.reload()
        assert.equal(await isDark(page), false)
      } finally {
        await context.close()
      }
    })

    test(`${language}: the controls are reached by keyboard, and show it`, async () => {
      const pathname = address(language, longest)
      await withPage(pathname, async (page) => {
        const wanted = new Map([
          ['the contents', '#mdbook-sidebar a'],
          ['the themes', '#mdbook-theme-toggle'],
          ['the search', '#search-toggle'],
          ['the language switch', 'a.language-switch'],
          ['the edit link', 'a[rel=edit]'],
          ['a heading of the page', 'main h2 a.header'],
          ['a part of the contents', '#mdbook-sidebar summary'],
          ['a report of a mistake', 'main h2 a.report'],
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

    test(`${language}: the contents fold by part, and stay as they were put`, async () => {
      const context = await site.browser.newContext({
        viewport: { width: desk.width, height },
        reducedMotion: 'reduce',
      })
      try {
        const page = await context.newPage()
        page.setDefaultTimeout(patienceInMs(20))
        const [last] = chapters().slice(-1)
        const pathname = address(language, siteFile(last.pages[0]))
        await page.goto(site.url + pathname)
        const parts = page.locator('#mdbook-sidebar details')
        const areOpen = () =>
          parts.evaluateAll((all) =>
            all.map((one) => /** @type {HTMLDetailsElement} */ (one).open),
          )
        const count = await parts.count()
        assert.ok(count > 1, `${count} parts`)
        const named = new Set(pages().flatMap(({ part }) => part ?? []))
        const current = [...named].indexOf(last.part ?? '')
        /** @param {boolean[]} some of the first parts */
        const expected = (...some) =>
          Array.from({ length: count }, (_, i) => some[i] ?? i === current)
        assert.deepEqual(await areOpen(), expected())
        const within = '#mdbook-sidebar'
        assert.deepEqual(await axeFindings(page, { within }), [])
        for (const isOpen of [true, false]) {
          await parts.first().locator('summary').press('Enter')
          assert.deepEqual(await areOpen(), expected(isOpen), 'by keyboard')
          await page.reload()
          assert.deepEqual(await areOpen(), expected(isOpen), 'after a reload')
        }
      } finally {
        await context.close()
      }
    })

    test(`${language}: without JavaScript the contents are all open`, async () => {
      const context = await site.browser.newContext({
        viewport: { width: desk.width, height },
        javaScriptEnabled: false,
      })
      try {
        const page = await context.newPage()
        page.setDefaultTimeout(patienceInMs(20))
        await page.goto(site.url + address(language, 'index.html'))
        const links = page
          .frameLocator('.sidebar-iframe-outer')
          .locator('.part-chapters a')
        await links.last().waitFor()
        for (const link of await links.all()) assert.ok(await link.isVisible())
      } finally {
        await context.close()
      }
    })

    test(`${language}: from a heading, a report that names file and line`, async () => {
      await withPage(address(language, longest), async (page) => {
        const link = page.locator('main h2 a.report').first()
        const opacity = () =>
          link.evaluate((one) => getComputedStyle(one).opacity)
        assert.equal(await opacity(), '0')
        await page.locator('main h2 a.header').first().focus()
        await page.keyboard.press('Tab')
        assert.equal(await opacity(), '1')
        const focused = await page.evaluate(
          () => document.activeElement?.className,
        )
        assert.equal(focused, 'report')
        const box = await link.boundingBox()
        assert.ok(box && box.width > 10 && box.height > 10, 'too small to see')
        const { searchParams } = new URL(
          (await link.getAttribute('href')) ?? '',
        )
        const title = searchParams.get('title') ?? ''
        const [file, line] = title.split(':')
        const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
        assert.match(lines[Number(line) - 1], /^(## |\{\{#api )/, title)
      })
    })

    const others = languages.filter((other) => other !== language)
    for (const other of others) {
      test(`${language} → ${other}: the same page, the same heading`, async () => {
        const pathname = address(language, longest)
        await withPage(pathname, async (page) => {
          const ids = await page
            .locator('main h2[id]')
            .evaluateAll((all) => all.map(({ id }) => id))
          const id = ids[Math.floor(ids.length / 2)]
          await page.goto(`${site.url}${pathname}#${id}`)
          await page.locator(`a.language-switch[lang="${other}"]`).click()
          await page.waitForURL(`${site.url}${address(other, longest)}**`)
          assert.equal(new URL(page.url()).hash, `#${id}`)
          const top = await page
            .locator(`[id="${id}"]`)
            .evaluate((heading) => heading.getBoundingClientRect().top)
          assert.ok(top >= 0 && top < 400, `the heading is at ${top} px`)
          assert.equal(await page.getAttribute('html', 'lang'), other)
          await page.goto(`${site.url}/`)
          await page.locator(`html[lang="${other}"]`).waitFor()
        })
      })
    }
  }

  testSearch({ languages, withPage })
})
