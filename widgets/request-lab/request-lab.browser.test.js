import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { playgroundFiles } from '../../tools/book-model/playground-files.js'
import { axeFindings } from '../../tools/browsers/axe.js'
import { pagesInChromium, sideways } from '../../tools/browsers/pages.js'
import { serveFolder } from '../../tools/browsers/static-server.js'
import { root } from '../../tools/lib/paths.js'
import { sampled } from '../../tools/lib/sample.js'
import { chromium } from '../../tools/processes/toolchain.js'
import { themes, writeFixture } from '../fixture.js'
import { presetsOf } from './presets.js'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const CHAPTERS = ['ch06', 'ch07', 'ch08', 'ch09', 'ch10']

const { path: browserPath, reason } = chromium()

describe('the request lab in a browser', {
  skip: browserPath ? false : reason,
  concurrency: 3,
}, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'request-lab-'))
  before(async () => {
    await writeFixture(folder)
    mkdirSync(path.join(folder, 'playground'), { recursive: true })
    for (const chapter of CHAPTERS) {
      const files = playgroundFiles(path.join(root, 'code', chapter))
      writeFileSync(
        path.join(folder, `playground/${chapter}.json`),
        JSON.stringify({ chapter, files }),
      )
      for (const language of ['en', 'pt-BR']) {
        const page = readFileSync(path.join(folder, `${language}.html`), 'utf8')
        writeFileSync(
          path.join(folder, `${chapter}.${language}.html`),
          page.replace('data-chapter="ch07"', `data-chapter="${chapter}"`),
        )
      }
    }
  })
  const pages = pagesInChromium(() => serveFolder(folder))
  after(() => rmSync(folder, { recursive: true }))

  /**
   * Opens the lab of a chapter.
   *
   * @param {string} file
   * @param {(lab: Locator, page: Page) => Promise<void>} use
   * @param {import('../../tools/browsers/pages.js').PageOptions} [options]
   */
  function withLab(file, use, options) {
    const useLab = async (/** @type {Page} */ page) => {
      await page.locator('[data-widget="request-lab"]').scrollIntoViewIfNeeded()
      const lab = page.locator('request-lab')
      await lab.locator('.widget-title').waitFor()
      await use(lab, page)
    }
    const schemes = ['data', 'blob', 'about']
    return pages.withPage(`${file}.html`, useLab, { schemes, ...options })
  }

  /** @param {Locator} lab @returns {Promise<string>} how the run has ended */
  async function answer(lab) {
    await lab.locator('.state:is(.done, .problem)').waitFor()
    return (await lab.locator('.state').textContent()) ?? ''
  }

  /** @param {Locator} lab */
  async function send(lab) {
    await lab.getByRole('button', { name: /^(Send|Enviar)$/ }).click()
    return answer(lab)
  }

  /** @param {Locator} lab */
  const results = (lab) => lab.locator('.results').innerText()

  /** @param {Locator} lab */
  const wire = (lab) => lab.locator('.wire .line > code').allTextContents()

  /** @param {Page} page @returns {Promise<string[]>} of whatever impact */
  const findings = (page) =>
    axeFindings(page, {
      within: '[data-widget="request-lab"]',
      impacts: ['minor', 'moderate', 'serious', 'critical'],
    })

  for (const chapter of sampled(CHAPTERS, 4)) {
    test(`${chapter}: every request to try is answered`, async () => {
      await withLab(`${chapter}.en`, async (lab) => {
        const expected = {
          options: 204,
          optionsAll: 204,
          notAllowed: 405,
          notFound: 404,
          emptySegment: 404,
          twoSegments: 404,
          almost: 404,
          badEscape: 400,
          badLine: 400,
          noHost: 400,
          tooLarge: 413,
          coding: 415,
          notModified: 304,
          notAcceptable: 406,
          two: '200, 200',
        }
        for (const { name } of presetsOf(chapter)) {
          await lab.locator(`[data-preset="${name}"]`).click()
          const status = /** @type {any} */ (expected)[name] ?? 200
          assert.match(await send(lab), new RegExp(`with ${status}, in`), name)
        }
      })
    })
  }

  test('by keyboard: the request, its route, and its bytes', async () => {
    await withLab('ch07.en', async (lab, page) => {
      await lab.getByRole('tab', { name: 'Form' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('GET')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('/bench/maria?id=7&s=/')
      await page.keyboard.press('Enter')
      assert.match(await answer(lab), /^Answered with 200, in \d+ bytes/)
      const text = await results(lab)
      assert.match(text, /\/bench\/maria leads to GET \/bench\/:name/)
      assert.match(text, /name: "maria"/)
      assert.match(text, /id: "7"/)
      const lines = await wire(lab)
      assert.equal(lines[0], 'HTTP/1.1 200 OK')
      assert.equal(lines.at(-1), '{"name":"maria","id":"7"}')
      assert.ok(lines.includes('content-length: 25'))
      await lab.getByText('The search in the tree').click()
      const steps = await lab.locator('.steps li').allTextContents()
      assert.match(steps.at(-1) ?? '', /so does a route: \/bench\/:name/)
      // Nothing of what was typed has reached mdBook.
      const keys = await page.evaluate(
        () => /** @type {any} */ (globalThis).keys,
      )
      assert.deepEqual(keys, [])
    })
  })

  test('the form and the text are kept in step, where they can agree', async () => {
    await withLab('ch07.en', async (lab, page) => {
      const raw = lab.getByLabel('The request, as text')
      await lab.getByLabel('Method').fill('POST')
      await lab.getByLabel('Request target').fill('/echo')
      await lab.getByRole('button', { name: 'Add a header field' }).click()
      await page.keyboard.type('X-Note')
      await page.keyboard.press('Tab')
      await page.keyboard.type('a: b')
      await lab.getByLabel('Body').fill('olá')
      await lab.getByRole('tab', { name: 'Form' }).focus()
      await page.keyboard.press('ArrowRight')
      assert.equal(
        await raw.inputValue(),
        'POST /echo HTTP/1.1\nHost: localhost\nX-Note: a: b\nContent-Length: 4\n\nolá',
      )
      assert.match(await send(lab), /with 200/)
      assert.equal((await wire(lab)).at(-1), 'olá')
      await raw.fill('GET /hey HTTP/1.1\nHost: b\n\n')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('ArrowLeft')
      assert.equal(await lab.getByLabel('Request target').inputValue(), '/hey')
      assert.equal(await lab.getByLabel('Body').inputValue(), '')
      await lab.getByRole('tab', { name: 'Text' }).click()
      await raw.fill('HELLO')
      await lab.getByRole('tab', { name: 'Form' }).click()
      assert.equal(await lab.getByLabel('Request target').inputValue(), '')
      assert.match(await lab.innerText(), /form cannot say what the text says/)
      assert.ok(await lab.getByLabel('Method').isDisabled())
    })
  })

  for (const [what, text, expected] of [
    ['nothing', '', /closed the connection without a whole answer: 0 bytes/],
    ['nonsense', '\0\0<script>alert(1)</script>', /with 400/],
    ['half a request', 'GET / HTTP/1.1', /with 400/],
    [
      'a body that does not come',
      'POST /echo HTTP/1.1\nHost: a\nContent-Length: 9\n\nab',
      /with 400/,
    ],
    [
      'markup',
      'POST /echo HTTP/1.1\nHost: a\nContent-Length: 11\n\n<img/src=x>',
      /with 200/,
    ],
    ['code', 'GET /bench/$`{x}\\ HTTP/1.1\nHost: a\n\n', /with 200/],
    [
      'much',
      `GET /bench/${'x'.repeat(3000)} HTTP/1.1\nHost: a\n\n`,
      /with 200/,
    ],
  ]) {
    test(`${what} does no harm`, async () => {
      await withLab('ch07.en', async (lab, page) => {
        await lab.getByRole('tab', { name: 'Text' }).click()
        await lab.getByLabel('The request, as text').fill(String(text))
        assert.match(await send(lab), /** @type {RegExp} */ (expected))
        assert.equal(await lab.locator('.results img, script').count(), 0)
        assert.equal(await page.locator('iframe').count(), 0)
      })
    })
  }

  test('an answer goes when its request does', async () => {
    await withLab('ch07.en', async (lab) => {
      const state = lab.locator('.state')
      for (const change of [
        () => lab.locator('[data-preset="badEscape"]').click(),
        () => lab.getByLabel('Request target').fill('/hey'),
        () => lab.getByRole('button', { name: 'Remove this' }).first().click(),
      ]) {
        await send(lab)
        await change()
        assert.equal(await state.textContent(), '')
        assert.equal(await results(lab), '')
      }
      await lab.getByRole('tab', { name: 'Text' }).click()
      await send(lab)
      await lab.getByLabel('The request, as text').press('End')
      await lab.getByLabel('The request, as text').pressSequentially('x')
      assert.equal(await results(lab), '')
    })
  })

  test('a request without a form is shown as text', async () => {
    await withLab('ch07.en', async (lab) => {
      await lab.locator('[data-preset="badLine"]').click()
      const raw = lab.getByLabel('The request, as text')
      assert.match(await raw.inputValue(), /^GET \/hello world HTTP/)
      assert.ok(await raw.isVisible())
      assert.match(
        (await lab.locator('.state').textContent()) ?? '',
        /shown as text/,
      )
    })
  })

  for (const [
    text,
    router,
    tells,
  ] of /** @type {[string, RegExp, boolean][]} */ ([
    ['', /still waiting for the empty line/, true],
    ['GET /hello HTTP/1.1\nHost: a', /still waiting for the empty line/, true],
    [
      'POST /echo HTTP/1.1\nHost: a\nContent-Length: 9\n\nab',
      /leads to POST \/echo/,
      true,
    ],
    ['nonsense\n\n', /refuses what breaks the rules/, false],
  ])) {
    test(`whether it waits for more: ${JSON.stringify(text)}`, async () => {
      await withLab('ch07.en', async (lab) => {
        await lab.getByRole('tab', { name: 'Text' }).click()
        await lab.getByLabel('The request, as text').fill(text)
        await send(lab)
        const told = await results(lab)
        assert.equal(told.includes('Your request is not whole'), tells)
        assert.match(told, router)
      })
    })
  }

  test('long requests are sent whole, or not at all', async () => {
    await withLab('ch07.en', async (lab) => {
      const target = lab.getByLabel('Request target')
      for (const [length, said] of /** @type {[number, RegExp][]} */ ([
        [10_000, /with 200/],
        [17_000, /with 431/],
        [20_000, /Not sent: the request has \d+ characters/],
      ])) {
        await target.fill(`/bench/${'x'.repeat(length)}`)
        assert.match(await send(lab), said)
      }
    })
  })

  test('Ctrl-Enter sends the text', async () => {
    await withLab('ch07.en', async (lab) => {
      await lab.getByRole('tab', { name: 'Text' }).click()
      await lab.getByLabel('The request, as text').press('Control+Enter')
      assert.match(await answer(lab), /with 200/)
    })
  })

  for (const [chapter, kind] of [
    ['ch06', 'table'],
    ['ch07', 'tree'],
  ]) {
    test(`${chapter}: HEAD is answered by what GET has`, async () => {
      await withLab(`${chapter}.en`, async (lab) => {
        await lab.locator('[data-preset="head"]').click()
        await send(lab)
        const text = await results(lab)
        assert.match(
          text,
          new RegExp(`no ${kind} for HEAD: the ${kind} of GET answers`),
        )
        assert.doesNotMatch(text, new RegExp(`the ${kind} of HEAD`, 'i'))
      })
    })
  }

  test('names and values stand on one line', async () => {
    await withLab('ch07.en', async (lab, page) => {
      await send(lab)
      const lines = await page.evaluate(() =>
        [...document.querySelectorAll('request-lab dl')].map(
          (list) => getComputedStyle(list).alignItems,
        ),
      )
      assert.deepEqual(lines, ['baseline'])
    })
  })

  test('a chapter that is not there is said to be missing', async () => {
    await withLab(
      'en',
      async (lab, page) => {
        await page.route('**/playground/ch07.json', (route) => route.abort())
        const said =
          'The lab could not be loaded. Once you are online, try again.'
        assert.equal(await send(lab), said)
        await page.unroute('**/playground/ch07.json')
        assert.match(await send(lab), /with 200/)
      },
      { expected: /^Failed to load resource: net::ERR_FAILED$/ },
    )
  })

  test('what the server prints is shown', async () => {
    await withLab('ch07.en', async (lab, page) => {
      await page.route('**/playground/ch07.json', async (route) => {
        const response = await route.fetch()
        const { chapter, files } = await response.json()
        files['server.js'] = files['server.js'].replace(
          'function bench(req, res) {',
          'function bench(req, res) {\n  console.log("seen"); throw new Error("broken")',
        )
        await route.fulfill({ json: { chapter, files } })
      })
      assert.match(await send(lab), /with 500/)
      const text = await results(lab)
      assert.match(text, /What the server printed/)
      assert.match(text, /Error: broken/)
      assert.match(text, /seen/)
    })
  })

  test('a run can be stopped', async () => {
    await withLab('ch07.en', async (lab, page) => {
      await page.route('**/playground/ch07.json', async (route) => {
        const response = await route.fetch()
        const { chapter, files } = await response.json()
        files['server.js'] += '\nwhile (true) {}\n'
        await route.fulfill({ json: { chapter, files } })
      })
      await lab.getByRole('button', { name: 'Send' }).click()
      await page.locator('iframe').waitFor({ state: 'attached' })
      await lab.getByRole('button', { name: 'Stop' }).click()
      assert.equal(await answer(lab), 'Stopped.')
      assert.equal(await page.locator('iframe').count(), 0)
    })
  })

  for (const theme of sampled(themes, 4)) {
    test(`${theme}: axe finds nothing, before and after use`, async () => {
      await withLab('ch09.en', async (lab, page) => {
        await page.evaluate((name) => {
          document.documentElement.className = `js ${name}`
        }, theme)
        assert.deepEqual(await findings(page), [])
        await send(lab)
        for (const summary of await lab.locator('summary').all()) {
          await summary.click()
        }
        assert.deepEqual(await findings(page), [])
        await lab.locator('[data-preset="badLine"]').click()
        await send(lab)
        assert.deepEqual(await findings(page), [])
      })
    })
  }

  test('pt-BR: it speaks Portuguese', async () => {
    await withLab('ch06.pt-BR', async (lab) => {
      await lab.locator('[data-preset="notAllowed"]').click()
      assert.match(await send(lab), /^Respondida com 405, em \d+ bytes/)
      const text = await results(lab)
      assert.match(text, /Não há tabela para PUT\./)
      assert.match(text, /Há uma rota para GET\./)
      assert.match(text, /A resposta, byte a byte/)
    })
  })

  test('at 390 px nothing makes the page scroll sideways', async () => {
    await withLab(
      'ch08.en',
      async (lab, page) => {
        await send(lab)
        for (const summary of await lab.locator('summary').all()) {
          await summary.click()
        }
        assert.equal(await sideways(page), 0)
      },
      { width: 390 },
    )
  })
})
