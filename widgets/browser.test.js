import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { axeFindings } from '../tools/lib/axe.js'
import { pagesInChromium, sideways } from '../tools/lib/pages.js'
import { serveFolder } from '../tools/lib/static-server.js'
import { chromium } from '../tools/lib/toolchain.js'
import { widgetNames } from './build.js'
import { themes, writeFixture } from './fixture.js'

/** @typedef {import('playwright-core').Page} Page */

/**
 * In bytes after gzip: the first load is site.js alone. What runs code is
 * loaded on first use, and the editor when something is edited.
 *
 * @type {[name: RegExp, most: number][]}
 */
const BUDGETS = [
  [/^site\.js$/, 14_000],
  // With the program that it runs.
  [/^widgets\/request-lab\.js$/, 20_000],
  [/^widgets\//, 15_000],
  [/^playground\/editor\.js$/, 150_000],
  [/^playground\/sandbox\.js$/, 200_000],
  [/^playground\//, 30_000],
]

const folder = mkdtempSync(path.join(tmpdir(), 'widgets-'))
const built = await writeFixture(folder)
after(() => rmSync(folder, { recursive: true }))

test('what is loaded is small', (t) => {
  assert.ok(built.length >= 3, `only ${built.length} files were built`)
  for (const { file } of built) {
    const name = path.relative(folder, file)
    const bytes = gzipSync(readFileSync(file)).length
    const most = BUDGETS.find(([pattern]) => pattern.test(name))?.[1] ?? 0
    t.diagnostic(`${name}: ${bytes} bytes after gzip`)
    assert.ok(bytes < most, `${name}: got ${bytes} bytes, at most ${most}`)
  }
})

test('a file that has not changed is not written again', async () => {
  const again = await writeFixture(folder)
  assert.deepEqual(
    again.filter(({ written }) => written),
    [],
  )
})

/** @param {import('playwright-core').Locator} locator */
const text = async (locator) => (await locator.textContent()) ?? ''

/**
 * Puts a text in, and waits for the frame in which it is answered.
 *
 * @param {import('playwright-core').Locator} field
 * @param {string} value
 */
async function type(field, value) {
  await field.fill(value)
  await field.evaluate(() => new Promise(requestAnimationFrame))
}

const { path: browserPath, reason } = chromium()

describe('in a browser', {
  skip: browserPath ? false : reason,
  concurrency: 3,
}, () => {
  const pages = pagesInChromium(() => serveFolder(folder))

  /**
   * @param {string} file
   * @param {(page: Page) => Promise<void>} use
   * @param {import('../tools/lib/pages.js').PageOptions} [options]
   */
  const withPage = (file, use, options) =>
    pages.withPage(file, use, {
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })

  /** @param {Page} page */
  async function loadAll(page) {
    for (const name of widgetNames()) {
      await page.locator(`[data-widget="${name}"]`).scrollIntoViewIfNeeded()
      await page.locator(`${name} .widget-title`).waitFor()
    }
  }

  for (const theme of themes) {
    test(`${theme}: axe finds nothing serious, before and after use`, async () => {
      await withPage('en.html', async (page) => {
        await page.evaluate((name) => {
          document.documentElement.className = `js ${name}`
        }, theme)
        await loadAll(page)
        assert.deepEqual(await axeFindings(page), [])
        await page.getByLabel('wrong').check()
        await page.getByRole('button', { name: 'Check' }).click()
        await page.getByRole('button', { name: 'A quiet run' }).click()
        await page.getByRole('button', { name: 'Folded field' }).click()
        await page.getByText('Hint 1').click()
        for (const name of ['trie-visualiser', 'radix-visualiser']) {
          const tree = page.locator(name)
          await tree.getByRole('button', { name: 'Refused' }).click()
          await tree.getByRole('button', { name: 'To the end' }).click()
          await tree.getByText('router.toString()').click()
        }
        await page.getByRole('button', { name: 'Everything wrong' }).click()
        assert.deepEqual(await axeFindings(page), [])
      })
    })
  }

  test('pt-BR: the widgets speak Portuguese, and axe finds nothing serious', async () => {
    await withPage('pt-BR.html', async (page) => {
      await loadAll(page)
      const words = await text(page.locator('main'))
      assert.match(words, /Audite um relatório do wrk/)
      assert.match(words, /208\.938/)
      assert.match(words, /completa no byte 44/)
      assert.match(words, /A busca começa na raiz da árvore de GET/)
      assert.match(words, /Regras violadas: 0/)
      assert.deepEqual(await axeFindings(page), [])
    })
  })

  test('at 390 px nothing makes the page scroll sideways', async () => {
    await withPage(
      'en.html',
      async (page) => {
        await loadAll(page)
        assert.equal(await sideways(page), 0)
      },
      { width: 390 },
    )
  })

  test('a widget keeps its text alternative, folded', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const words = page.getByText('The auditor in words.')
      assert.equal(await words.isVisible(), false)
      const box = page.locator('[data-widget="report-auditor"]')
      await box.getByText('About this tool').click()
      assert.equal(await words.isVisible(), true)
    })
  })

  test('a widget that cannot be loaded leaves its words, and says why', async () => {
    await withPage(
      'broken.html',
      async (page) => {
        const box = page.locator('[data-widget="no-such-widget"]')
        await box.scrollIntoViewIfNeeded()
        await box.locator('.widget-failed').waitFor()
        assert.match(await text(box), /could not be loaded .+In words\./s)
      },
      { expected: /^Failed to load resource: .* 404 / },
    )
  })

  test('the print page has no widgets, and everything open', async () => {
    await withPage('print.html', async (page) => {
      await page.getByText('The inspector in words.').scrollIntoViewIfNeeded()
      assert.equal(await page.locator('.widget').count(), 0)
      assert.ok(await page.getByText('Count the bytes.').isVisible())
      assert.ok(await page.getByText('Because it is not.').isVisible())
    })
  })

  test('the auditor works by keyboard', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const auditor = page.locator('report-auditor')
      const findings = () =>
        auditor
          .locator('[data-finding]')
          .evaluateAll((all) =>
            all.map((one) => one.getAttribute('data-finding')),
          )
      assert.ok((await findings()).includes('client-limited'))
      await auditor.getByRole('button').first().focus()
      await page.keyboard.press('Enter')
      assert.ok((await findings()).includes('littles-law'))
      assert.equal(
        await text(
          auditor.locator('[data-finding="littles-law"] code').first(),
        ),
        'info littles-law',
      )
      assert.equal(await auditor.locator('pre[tabindex]').count(), 0)
      for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Requests/sec: fast')
      const status = auditor.getByRole('status')
      assert.match(
        await text(status),
        /not a whole report of wrk\. Got "Requests/,
      )
      assert.deepEqual(await findings(), [])
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      assert.match(await text(status), /^Paste/)
    })
  })

  test('the inspector works by keyboard', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const inspector = page.locator('byte-inspector')
      const status = inspector.getByRole('status')
      assert.match(await text(status), /complete at byte 44: GET \/hello/)
      await inspector.getByRole('slider').focus()
      await page.keyboard.press('ArrowLeft')
      assert.match(await text(status), /incomplete/)
      await page.keyboard.press('Home')
      assert.match(await text(status), /Nothing has arrived/)
      await page.keyboard.press('End')
      await page.keyboard.press('Tab')
      const name = inspector.locator('.part-name')
      assert.equal(await text(name), 'method: GET (bytes 0–2)')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      assert.equal(await text(name), 'request target: /hello (bytes 4–9)')
      await page.keyboard.press('End')
      assert.match(await text(name), /^empty line: end of the head: CR LF/)
      const selected = inspector.getByRole('option', { selected: true })
      assert.equal(await selected.count(), 1)
      await inspector.getByLabel('Lines end in CR LF').focus()
      await page.keyboard.press('Space')
      assert.match(await text(status), /refused with 400 at byte 19/)
      assert.equal(await inspector.locator('.at-fault').count(), 1)
    })
  })

  test('the event loop can be stepped through by keyboard', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const stepper = page.locator('loop-stepper')
      const sentence = () => text(stepper.locator('.sentence'))
      assert.match(await sentence(), /^Line 1 leaves .* in: timers/)
      const forward = stepper.getByRole('button', { name: 'Step', exact: true })
      await forward.focus()
      await page.keyboard.press('Enter')
      assert.match(await sentence(), /^Line 2 leaves .* in: nextTick/)
      assert.equal(
        await text(stepper.locator('[aria-current]').first()),
        "process.nextTick(() => console.log('nextTick'))",
      )
      await stepper.getByRole('button', { name: 'To the end' }).press('Enter')
      const output = stepper.locator('.output')
      assert.equal(await text(output), 'main\nmicrotask\nnextTick\ntimer')
      assert.match(await sentence(), /the process ends/)
      assert.equal(await forward.getAttribute('aria-disabled'), 'true')
      await stepper.getByRole('button', { name: '4-await.js' }).press('Space')
      assert.equal(await text(stepper.locator('.count')), 'step 1 of 15')
      await stepper.getByRole('button', { name: 'Play' }).press('Enter')
      await stepper.getByRole('button', { name: 'Pause' }).waitFor()
      await stepper.locator('.count', { hasText: 'step 2 of' }).waitFor()
      await stepper.getByRole('button', { name: 'Pause' }).press('Enter')
      await stepper.getByRole('button', { name: 'Play' }).waitFor()
    })
  })

  test('a text is taken apart, and cut, by keyboard', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const explorer = page.locator('encoding-explorer')
      const lengths = () => explorer.locator('.lengths dd').allTextContents()
      const decoded = () => explorer.locator('.decoded dd').allTextContents()
      assert.deepEqual(await lengths(), ['4', '4', '4', '5'])
      assert.deepEqual(await decoded(), [
        '“jo\ufffd” + “\ufffdo”',
        '“jo” + “ão”',
      ])
      await explorer.getByLabel('The first chunk ends').focus()
      await page.keyboard.press('ArrowRight')
      assert.deepEqual(await decoded(), ['“joã” + “o”', '“joã” + “o”'])
      await explorer.getByLabel('A text', { exact: true }).fill('€')
      assert.deepEqual(await lengths(), ['1', '1', '1', '3'])
    })
  })

  test('the tank overflows when nobody waits', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const tank = page.locator('tank-simulator')
      const sentence = () => text(tank.locator('.sentence'))
      assert.match(await sentence(), /At most, it held 70 KiB/)
      await tank.getByLabel('the producer waits').focus()
      await page.keyboard.press('Space')
      assert.match(await sentence(), /Tick 40: 420 KiB .* held 420 KiB/)
      await tank.getByLabel('The consumer takes').focus()
      await page.keyboard.press('End')
      assert.match(await sentence(), /held 30 KiB/)
    })
  })

  test('a path is looked up in a trie by keyboard, and goes wrong', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const trie = page.locator('trie-visualiser')
      const sentence = () => text(trie.locator('.sentence'))
      const outcome = () => text(trie.locator('.outcome'))
      assert.match(await sentence(), /^The lookup begins at the root/)
      const forward = trie.getByRole('button', { name: 'Step', exact: true })
      await forward.press('Enter')
      assert.match(await sentence(), /^\/users matches\. .*\/me\/settings$/)
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
      assert.match(await sentence(), /^Back to \/users/)
      await page.keyboard.press('ArrowLeft')
      assert.match(await sentence(), /below \/me nothing matches/)
      assert.equal(await text(trie.locator('.current .label')), '/me')
      assert.equal(await outcome(), '')
      await trie.getByRole('button', { name: 'To the end' }).press('Enter')
      assert.equal(
        await outcome(),
        'find answers /users/:id/settingsreq.params.id"me"',
      )
      await trie.getByLabel('without backtracking').focus()
      await page.keyboard.press('Space')
      assert.match(await outcome(), /404.* GET \/users\/:id\/settings$/)
      // It stays where it has ended.
      assert.equal(await text(trie.locator('.current .label')), '/me')
      assert.deepEqual(await trie.locator('.failed .label').allTextContents(), [
        '/me',
      ])
      assert.equal(await text(trie.locator('.part.left code')), '/settings')
      assert.match(await sentence(), /without backtracking there is no second/)
      await type(trie.getByLabel('A path to look up'), '/users/')
      assert.equal(await sentence(), 'No way leads on.')
      assert.match(await outcome(), /null: 404/)
      await type(trie.getByLabel('A path to look up'), 'users')
      assert.match(await sentence(), /begins with a slash/)
    })
  })

  test('a trie is grown route by route, and refuses in the router’s words', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const trie = page.locator('trie-visualiser')
      const change = () => text(trie.locator('.change'))
      const nodes = trie.locator('.tree .node')
      assert.equal(await nodes.count(), 6)
      await trie.getByLabel('Routes added so far').focus()
      await page.keyboard.press('Home')
      assert.equal(await change(), 'No route yet.')
      assert.equal(await nodes.count(), 1)
      await page.keyboard.press('ArrowRight')
      assert.match(await change(), /^\/users\/me\/posts was added\. .* 3\.$/)
      assert.equal(await trie.locator('[data-change="new"]').count(), 3)
      await trie.getByRole('button', { name: 'Watch it grow' }).press('Enter')
      await trie.getByRole('button', { name: 'Pause' }).first().waitFor()
      await trie.getByRole('button', { name: 'Watch it grow' }).waitFor()
      assert.equal(await nodes.count(), 6)
      await type(trie.getByLabel('Routes, one per line'), '/:id\nGET /:name')
      assert.match(
        await text(trie.locator('.problems')),
        /GET \/:name conflicts with GET \/:id: both answer/,
      )
      assert.match(await change(), /refused/)
      assert.equal(
        await text(trie.locator('.stage > span')),
        '1 of 2, refused: 1',
      )
      assert.match(
        await text(trie.locator('.problems')),
        /^Not in the tree: 1\. .*:\/:name: GET/,
      )
      const many = Array.from({ length: 101 }, (_, index) => `/r${index}`)
      await type(trie.getByLabel('Routes, one per line'), many.join('\n'))
      assert.equal(
        await text(trie.locator('.problems')),
        '101 routes are too many for one picture: the tree has the first 100.',
      )
      assert.equal(await nodes.count(), 101)
    })
  })

  test('nodes of a radix tree are split, and values decoded', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const radix = page.locator('radix-visualiser')
      const labels = () => radix.locator('.tree .label').allTextContents()
      await type(radix.getByLabel('Routes, one per line'), '/hello')
      assert.deepEqual(await labels(), ['GET', '/hello'])
      await type(radix.getByLabel('Routes, one per line'), '/hello\n/hey')
      assert.deepEqual(await labels(), ['GET', '/he', 'llo', 'y'])
      await type(radix.getByLabel('A path to look up'), '/hey')
      await radix.getByRole('button', { name: 'To the start' }).click()
      assert.match(await text(radix.locator('.sentence')), /table .* has \/hey/)
      // What a route has done is told when the growth is looked at.
      assert.equal(await radix.locator('[data-change]').count(), 0)
      await radix.getByLabel('Routes added so far').press('Home')
      for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
      const [split, ...others] = await radix
        .locator('[data-change="split"] .label')
        .allTextContents()
      assert.deepEqual([split, ...others], ['llo'])
      await radix.getByRole('button', { name: 'To the end' }).press('Enter')
      await radix.getByRole('button', { name: 'To the start' }).press('Enter')
      assert.equal(await radix.locator('[data-change]').count(), 0)
      await radix.getByRole('button', { name: 'Escapes' }).press('Enter')
      await radix.getByRole('button', { name: 'To the end' }).press('Enter')
      assert.match(
        await text(radix.locator('.outcome')),
        /req\.params\.file"a\/b\.txt" sent as a%2Fb\.txt$/,
      )
      await type(radix.getByLabel('A path to look up'), '/users/%zz')
      assert.match(await text(radix.locator('.sentence')), /^Bad escape: got/)
      assert.match(await text(radix.locator('.outcome')), /400/)
    })
  })

  test('a table of routes is shared by its address', async () => {
    await withPage('en.html#radix', async (page) => {
      await loadAll(page)
      const radix = page.locator('radix-visualiser')
      await type(radix.getByLabel('Routes, one per line'), '/a/:b\n/c d')
      await type(radix.getByLabel('A path to look up'), '/a/x%20y')
      await radix.getByRole('button', { name: 'Copy a link' }).click()
      await radix.locator('.linked', { hasText: 'Copied' }).waitFor()
      assert.match(page.url(), /\?route=.*#radix$/)
      await page.reload()
      await loadAll(page)
      assert.equal(
        await radix.getByLabel('A path to look up').inputValue(),
        '/a/x%20y',
      )
      assert.equal(
        await radix.getByLabel('Routes, one per line').inputValue(),
        '/a/:b\n/c d',
      )
      // The other tree is not meant.
      const trie = page.locator('trie-visualiser')
      assert.match(
        await trie.getByLabel('Routes, one per line').inputValue(),
        /^\/users\/me/,
      )
    })
  })

  test('the path of an address is looked up, and that is said', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      for (const name of ['trie-visualiser', 'radix-visualiser']) {
        const tree = page.locator(name)
        const path = tree.getByLabel('A path to look up')
        const cut = tree.locator('.cut')
        await type(tree.getByLabel('Routes, one per line'), '/users/me/posts')
        for (const asked of [
          '/users/me/posts?x=1',
          '/users/me/posts#top',
          'https://example.com:8080/users/me/posts?x=/#top',
        ]) {
          await type(path, asked)
          assert.match(
            await text(tree.locator('.outcome')),
            /^find answers \/users\/me\/posts$/,
            asked,
          )
          assert.match(await text(cut), /^Only \/users\/me\/posts is looked up/)
        }
        await type(path, '/users/me/posts')
        assert.equal(await text(cut), '')
      }
    })
  })

  test('another table keeps the choice of no backtracking', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const trie = page.locator('trie-visualiser')
      const greedy = trie.getByLabel('without backtracking')
      const [end, github, users] = ['To the end', 'GitHub', '/users/me or'].map(
        (name) => trie.getByRole('button', { name }),
      )
      await github.click()
      assert.equal(await greedy.isChecked(), false)
      await end.click()
      assert.match(await text(trie.locator('.outcome')), /:release_id\/assets/)
      await greedy.check()
      await users.click()
      await github.click()
      assert.equal(await greedy.isChecked(), true)
      await end.click()
      assert.match(await text(trie.locator('.outcome')), /That would be a 404/)
    })
  })

  test('text that is put in at once is answered once', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      for (const name of ['trie-visualiser', 'radix-visualiser']) {
        const tree = page.locator(name)
        const routes = tree.getByLabel('Routes, one per line')
        await routes.fill('')
        const counts = await routes.evaluate(async (area) => {
          const frame = () => new Promise(requestAnimationFrame)
          await frame()
          const counts = { events: 0, drawings: 0 }
          const list = /** @type {Element} */ (
            area.closest('.route-tree')?.querySelector('.tree-scroller > ul')
          )
          area.addEventListener('input', () => counts.events++)
          new MutationObserver(() => counts.drawings++).observe(list, {
            childList: true,
          })
          area.focus()
          const lines = Array.from({ length: 60 }, (_, i) => `/r${i}/:id/x`)
          document.execCommand('insertText', false, lines.join('\n'))
          await frame()
          return counts
        })
        assert.ok(counts.events > 60, `only ${counts.events} events`)
        assert.equal(counts.drawings, 1)
        assert.equal(await text(tree.locator('.stage > span')), '60 of 60')
      }
    })
  })

  test('a table that is chosen is not answered as what was typed before it', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const trie = page.locator('trie-visualiser')
      await trie.evaluate((host) => {
        const area = /** @type {HTMLElement} */ (host.querySelector('textarea'))
        const blog = /** @type {HTMLElement} */ (
          host.querySelector('[data-preset="blog"]')
        )
        area.focus()
        document.execCommand('insertText', false, '/typed')
        blog.click()
        return new Promise(requestAnimationFrame)
      })
      assert.match(await text(trie.locator('.count')), /^step 1 of/)
      assert.equal(
        await trie.locator('[aria-pressed="true"]').textContent(),
        'A blog',
      )
    })
  })

  test('where a tree goes on beyond its box, that side is marked', async () => {
    await withPage(
      'en.html',
      async (page) => {
        await loadAll(page)
        for (const name of ['trie-visualiser', 'radix-visualiser']) {
          const tree = page.locator(name)
          const box = tree.locator('.tree')
          const scroller = tree.locator('.tree-scroller')
          const more = () => box.getAttribute('data-more')
          /** @param {number} x @param {number} y */
          const scroll = async (x, y) => {
            await scroller.evaluate(
              (one, [left, top]) => {
                one.scrollTo({ left, top })
                // The frame of the event, and then the next one.
                return new Promise((done) =>
                  requestAnimationFrame(() => requestAnimationFrame(done)),
                )
              },
              [x, y],
            )
          }
          await type(tree.getByLabel('Routes, one per line'), '/a')
          await scroll(0, 0)
          assert.equal(await more(), '')
          assert.equal(await scroller.getAttribute('tabindex'), null)
          await tree.getByRole('button', { name: 'GitHub' }).click()
          await scroll(0, 0)
          assert.equal(await more(), 'right bottom')
          assert.equal(await scroller.getAttribute('tabindex'), '0')
          await scroll(9999, 9999)
          assert.equal(await more(), 'left top')
        }
      },
      { width: 390 },
    )
  })

  test('a message is built by keyboard, and judged', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      const builder = page.locator('message-builder')
      const summary = () => text(builder.locator('.summary'))
      const broken = () =>
        builder
          .locator('.broken[data-rule]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-rule')))
      const wire = () => builder.locator('.wire code').allTextContents()
      assert.equal((await wire())[0], 'GET /hello HTTP/1.1CRLF')
      assert.match(await summary(), /^Rules broken: 0\. To consider: 0/)
      await builder.getByRole('button', { name: 'POST with JSON' }).focus()
      await page.keyboard.press('Enter')
      assert.match(await text(builder.locator('.wire')), /joãc3 a3o/)
      const body = builder.getByLabel('Body')
      await body.fill('{"name":"joão!"}')
      assert.deepEqual(await broken(), ['bytes'])
      assert.equal(await text(builder.locator('.beyond')), '}')
      await builder
        .getByRole('button', { name: 'Count the bytes' })
        .press('Enter')
      assert.deepEqual(await broken(), [])
      assert.match(await builder.getByLabel('Fields').inputValue(), /: 17$/)
      await builder.getByLabel('Fields').fill('x : 1')
      assert.deepEqual(await broken(), ['host', 'space', 'framing'])
      assert.match(
        await text(builder.locator('.parser')),
        /400 – expected a colon/,
      )
      await builder
        .getByRole('button', { name: 'Response', exact: true })
        .press('Space')
      assert.match((await wire())[0], /^HTTP\/1\.1 201 Created/)
      await builder.getByLabel('Status').fill('204')
      assert.deepEqual(await broken(), ['no-body', 'no-length'])
      await builder
        .getByRole('button', { name: 'Everything wrong' })
        .press('Enter')
      assert.equal(await builder.locator('.wire .injected').count(), 1)
      await builder.getByLabel('every byte in hexadecimal').press('Space')
      assert.match((await wire())[0], /^P50O4fS53T54␣20/)
    })
  })

  test('keys inside of widgets, quizzes and code are not mdBook’s', async () => {
    await withPage('en.html', async (page) => {
      await loadAll(page)
      /** @param {string} selector */
      const heard = async (selector) => {
        await page.locator(selector).first().focus()
        for (const key of ['s', 'ArrowRight']) await page.keyboard.press(key)
        return page.evaluate(() => {
          const { keys } = /** @type {any} */ (globalThis)
          return keys.splice(0)
        })
      }
      assert.deepEqual(await heard('report-auditor button'), [])
      assert.deepEqual(await heard('byte-inspector .part'), [])
      assert.deepEqual(await heard('.quiz .check'), [])
      assert.deepEqual(await heard('.listing pre'), [])
      assert.deepEqual(await heard('.language-switch'), ['s', 'ArrowRight'])
    })
  })

  test('a quiz says what is right, and why of every option', async () => {
    await withPage('en.html', async (page) => {
      const quiz = page.locator('.quiz')
      const verdict = quiz.locator('.verdict')
      const why = quiz.getByText('Because it is not.')
      assert.equal(await why.isVisible(), false)
      await quiz.locator('.check').focus()
      await page.keyboard.press('Enter')
      assert.equal(await text(verdict), 'Choose an answer first.')
      assert.equal(await why.isVisible(), false)
      await quiz.getByLabel('wrong').focus()
      await page.keyboard.press('Enter')
      assert.equal(await text(verdict), 'Choose an answer first.')
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      assert.match(await text(verdict), /^Not right/)
      const outcomes = () =>
        quiz
          .locator('.why')
          .evaluateAll((all) =>
            all.map((one) => one.getAttribute('data-outcome')),
          )
      assert.deepEqual(await outcomes(), ['wrong', 'missed'])
      assert.ok(await why.isVisible())
      assert.ok(await quiz.getByText('Because it is.').isVisible())
      await quiz.getByLabel('wrong').press('ArrowDown')
      assert.equal(await text(verdict), '')
      await quiz.locator('.check').press('Enter')
      assert.equal(await text(verdict), 'Right.')
      assert.deepEqual(await outcomes(), ['open', 'right'])
    })
  })

  test('copying takes the program without removed lines, and commands only', async () => {
    await withPage('en.html', async (page) => {
      /** @param {string} selector */
      const copy = async (selector) => {
        await page.locator(`${selector} .clip-button`).click()
        await page.locator(`${selector} .tooltipped`).waitFor()
        return page.evaluate(() => navigator.clipboard.readText())
      }
      assert.equal(
        await copy('.listing'),
        "const a = 1\nconst b = 'three' // a comment\n",
      )
      assert.equal(
        await copy('.transcript'),
        'node server.js &\ncurl \\\nhttp://localhost:8080/hello\n',
      )
      assert.match(await copy('main > pre'), /^wide wide/)

      // What is marked by hand. One test: pages share a clipboard.
      /** @param {string[]} ends selectors of what is marked: first and last */
      const copyMarked = async (...ends) => {
        await page.evaluate(([first, last]) => {
          const start = document.querySelector(first)
          const end = document.querySelector(last)
          if (!start || !end) throw new Error(`no ${first} or no ${last}`)
          const range = document.createRange()
          range.setStart(start, 0)
          range.setEnd(end, end.childNodes.length)
          getSelection()?.removeAllRanges()
          getSelection()?.addRange(range)
        }, ends)
        await page.keyboard.press('Control+C')
        return page.evaluate(() => navigator.clipboard.readText())
      }
      const code = '.listing pre > code'
      const program = "const a = 1\nconst b = 'three' // a comment"
      assert.equal(await copyMarked(code, code), program)
      assert.equal(await copyMarked('.removed', '.removed'), 'const b = 2')
      assert.equal(
        await copyMarked('.transcript .command', '.transcript .command'),
        'node server.js &',
      )
      assert.match(
        await copyMarked('.transcript .command', '.transcript .output'),
        /^\$ node server\.js &\nListening/,
      )
    })
  })

  test('the language switch leads to the heading that is being read', async () => {
    await withPage('en.html', async (page) => {
      const link = page.locator('.language-switch')
      const hash = () =>
        link.evaluate((one) => /** @type {HTMLAnchorElement} */ (one).hash)
      await page.evaluate(() => {
        location.hash = '#second'
      })
      await page.locator('.language-switch[href$="#second"]').waitFor()
      assert.equal(await hash(), '#second')
      await page.evaluate(() => scrollTo(0, 0))
      await link.dispatchEvent('pointerdown')
      assert.equal(await hash(), '')
      await page.evaluate(() =>
        document.querySelector('#second')?.scrollIntoView(),
      )
      await link.dispatchEvent('pointerdown')
      assert.equal(await hash(), '#second')
    })
  })

  test('the sidebar’s toggle and what scrolls are reached by keyboard', async () => {
    await withPage('en.html', async (page) => {
      await page.getByRole('button', { name: 'Toggle' }).press('Enter')
      assert.equal(await page.locator('#box').isChecked(), true)
      const plain = page.locator('main > pre > code')
      assert.equal(await plain.getAttribute('tabindex'), '0')
    })
  })
})
