/** What readers look for in the built book, and what they find. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { axeFindings } from '../browsers/axe.js'
import { siteDir } from '../lib/paths.js'
import { searchFolder } from '../mdbook/site.js'
import { openSearch, placesOf } from '../testing/ask-search.js'

/** @typedef {import('playwright-core').Page} Page */

/**
 * What is typed, and the page that is among the first three found.
 *
 * @type {Record<string, [query: string, page: string][]>}
 */
const wanted = {
  en: [
    ['backpressure', 'ch03-bytes-streams/streams'],
    ['event loop', 'ch02-event-loop/'],
    ['router', 'ch06-first-router/index'],
    ['Router.add', 'ch0[6-9]|ch1[01]'],
    ['#insert', 'ch07-trie/'],
    ['RouteTable.add', 'ch06-first-router/'],
    ['MAX_PAIRS', 'ch08-urls/'],
    ['keep-alive', 'ch01-web-server/'],
    ['cluster', 'ch14-cluster/index'],
    ['worker threads', 'ch15-workers/index'],
    ['radix tree', 'ch09-radix/index'],
    ['middleware', 'ch11-middleware/index'],
    ['inline cache', 'ch12-v8/caches'],
    ['utf-8', 'ch03-bytes-streams/|ch10-request-response/types'],
    ['logger', 'ch04-logger/index'],
    ['prepared statements', 'ch17-databases/'],
    ['prefix tree', 'ch07-trie/'],
    ['routers', 'ch06-first-router/index'],
    ['routing', 'ch06-first-router/index'],
    ['qjxz router', 'ch06-first-router/index'],
    ['Kubernetes', 'ch21-beyond-one-machine/containers'],
    ['ERR_VELOCY_RANGE', 'reference/errors'],
    ['res.redirect', 'reference/req-res'],
  ],
  'pt-BR': [
    ['contrapressão', 'ch03-bytes-streams/streams'],
    ['contrapressao', 'ch03-bytes-streams/streams'],
    ['laço de eventos', 'ch02-event-loop/'],
    ['roteador', 'ch06-first-router/index'],
    ['rotea', 'ch06-first-router/index'],
    ['requisição', 'ch01-web-server/'],
    ['requisicoes', 'ch01-web-server/'],
    ['conexões', 'ch0[0-3]|ch14'],
    ['fluxo', 'ch03-bytes-streams/index'],
    ['Router.add', 'ch0[6-9]|ch1[01]'],
    ['MAX_PAIRS', 'ch08-urls/'],
    ['cluster', 'ch14-cluster/index'],
    ['threads', 'ch15-workers/index'],
    ['árvore radix', 'ch09-radix/index'],
    ['cache', 'ch05-http/caching'],
    ['latência', 'ch00-nodejs-faster/'],
    ['bancos de dados', 'ch17-databases/index'],
  ],
}

/** What the book has not a word of, though of the beginnings of some. */
const unknown = ['qjxz', 'graphql', 'terraform']

/** What is on the way to a word that is there. */
const typed = { en: ['routin', 'keepal'], 'pt-BR': ['requisiçõ', 'encerra'] }

/** Words of the quiz of chapter 06, which are nowhere else. */
const ofQuiz = '"a client that believes us would drop it"'

/**
 * @param {object} site
 * @param {string[]} site.languages
 * @param {(pathname: string, use: (page: Page, seen: { problems: string[] })
 *   => Promise<void>) => Promise<void>} site.withPage
 */
export function testSearch({ languages, withPage }) {
  /** @param {string} language */
  const folderOf = (language) =>
    language === 'en' ? siteDir : path.join(siteDir, language)

  test('what readers look for is among the first three found', async () => {
    for (const [language, queries] of Object.entries(wanted)) {
      if (!languages.includes(language)) continue
      const folder = folderOf(language)
      const ask = await openSearch(folder, language)
      for (const [query, page] of queries) {
        const places = placesOf(await ask(query), folder)
        assert.ok(
          places.slice(0, 3).some((place) => new RegExp(page).test(place)),
          `${language} "${query}": got ${places.slice(0, 3).join(', ')}, expected ${page}`,
        )
      }
      if (language !== 'en') continue
      assert.deepEqual((await ask(ofQuiz)).results, [], 'a quiz is found')
    }
  })

  test('a word that the book does not have finds nothing', async () => {
    for (const language of languages) {
      const ask = await openSearch(folderOf(language), language)
      for (const query of unknown) {
        const { results } = await ask(query)
        assert.deepEqual(results, [], `${language} "${query}"`)
      }
      for (const query of typed[/** @type {'en'} */ (language)] ?? []) {
        assert.ok((await ask(query)).count > 0, `${language} "${query}"`)
      }
    }
  })

  for (const language of languages) {
    const pathname = `/${language === 'en' ? '' : `${language}/`}index.html`
    const index = path.join(folderOf(language), searchFolder)
    test(`${language}: the search is used by keyboard`, async () => {
      assert.ok(existsSync(index), `${index} is missing`)
      await withPage(pathname, async (page, { problems }) => {
        await page.keyboard.press('/')
        const field = page.getByRole('combobox')
        await field.pressSequentially('router')
        const options = page.getByRole('option')
        await page.getByRole('status').getByText('“router”').waitFor()
        assert.equal(
          await options.first().getAttribute('aria-selected'),
          'true',
        )
        await page.keyboard.press('ArrowDown')
        const chosen = await field.getAttribute('aria-activedescendant')
        assert.equal(await options.nth(1).getAttribute('id'), chosen)
        const findings = await axeFindings(page, { within: '.search-dialog' })
        assert.deepEqual(findings, [])
        await page.keyboard.press('Escape')
        await field.waitFor({ state: 'detached' })
        await page.keyboard.press('s')
        assert.equal(await field.inputValue(), 'router')
        await options.first().waitFor()
        const href = await options.first().getAttribute('href')
        await page.keyboard.press('Enter')
        await page.waitForURL(String(href))
        assert.deepEqual(problems, [])
      })
    })
  }

  test('the search says what it waits for, and that it did not arrive', async () => {
    await withPage('/index.html', async (page) => {
      const script = '**/search/pagefind.js*'
      /** @type {(value?: unknown) => void} */
      let answer = () => {}
      const isAnswered = new Promise((resolve) => {
        answer = resolve
      })
      await page.route(script, async (route) => {
        await isAnswered
        await route.abort()
      })
      await page.locator('#search-toggle').click()
      const status = page.locator('.search-dialog').getByRole('status')
      await status.getByText('Loading the search index').waitFor()
      answer()
      await status.getByText('could not be loaded').waitFor()
      await page.unroute(script)
      await page.getByRole('combobox').fill('radix tree')
      await page.getByRole('option').first().waitFor()
      await status.getByText('sections found for “radix tree”').waitFor()
      await page.getByRole('combobox').fill('qjxz')
      await status.getByText('Nothing found for “qjxz”').waitFor()
    })
  })
}
