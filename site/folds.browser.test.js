/** Listings whose lines are folded, and the signs of lines that are new. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { axeFindings } from '../tools/browsers/axe.js'
import { pagesInChromium, serveBook } from '../tools/browsers/pages.js'
import { chromium } from '../tools/processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../tools/testing/temporary-project.js'

/** @typedef {import('playwright-core').Page} Page */

const PROGRAM = `import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'

/**
 * Says hey.
 *
 * @param {string} name
 */
export function greet(name) {
  return [name].map((one) => {
    return one.replace('a', () => {
      return [
        'hey',
      ]
    })
  })
}
`

const CHANGED = PROGRAM.replace("'hey',", "'ho',")

const [FIRST_IMPORT] = PROGRAM.split('\n')

const PAGE = `# Zero

## Folded

{{#listing lib/greet.js}}

## Whole

{{#listing lib/greet.js unfolded}}

{{#listing lib/greet.js from=lib/before.js}}

## Imports

{{#listing lib/more.js from=lib/greet.js}}

{{#listing lib/greet.js from=lib/more.js}}
`

const { path: browserPath, reason } = chromium()

describe('a listing', { skip: browserPath ? false : reason }, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md': '# Summary\n\n- [Zero](ch00-zero/README.md)\n',
      'src/ch00-zero/README.md': PAGE,
      'code/ch00/lib/greet.js': CHANGED,
      'code/ch00/lib/before.js': PROGRAM,
      'code/ch00/lib/more.js': CHANGED.replace(
        FIRST_IMPORT,
        `${FIRST_IMPORT}\nimport zlib from 'node:zlib'`,
      ),
    },
    { after },
    bookMachinery,
  )
  const pages = pagesInChromium(() => serveBook(book))

  /**
   * @param {(page: Page) => Promise<void>} use
   * @param {import('../tools/browsers/pages.js').PageOptions} [options]
   * @param {string} [name]
   */
  const withPage = (use, options = {}, name = 'ch00-zero/index.html') =>
    pages.withPage(name, use, {
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })

  /** @param {Page} page @param {number} index */
  const listing = (page, index) => page.locator('.listing').nth(index)

  /** @param {Page} page @param {number} index @returns {Promise<string[]>} */
  const seen = (page, index) =>
    listing(page, index)
      .locator('.line, .fold-row')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ contentVisibilityAuto: true }))
          .map((one) => /** @type {HTMLElement} */ (one).innerText.trimEnd()),
      )

  test('is folded where it need not be read, and opens by Enter', async () => {
    await withPage(async (page) => {
      const folded = await seen(page, 0)
      assert.deepEqual(folded, [
        '3 imports',
        '',
        '/** Says hey … */ 5 lines',
        'export function greet(name) {',
        '  return [name].map((one) => {',
        "    return one.replace('a', () => {",
        '      return [',
        "        'ho',",
        '      ] }) }) } 4 lines',
      ])
      const toggle = page.locator('.fold-toggle').nth(1)
      assert.equal(await toggle.getAttribute('aria-expanded'), 'false')
      await toggle.focus()
      await page.keyboard.press('Enter')
      assert.equal(await toggle.getAttribute('aria-expanded'), 'true')
      assert.equal((await seen(page, 0)).length, folded.length + 5)
      assert.ok((await seen(page, 0)).includes(' * @param {string} name'))
      await page.keyboard.press('Enter')
      assert.deepEqual(await seen(page, 0), folded)
      await page.locator('.fold-toggle').first().click()
      assert.ok((await seen(page, 0)).includes("import net from 'node:net'"))
    })
  })

  test('has the sign of any line that is folded away', async () => {
    await withPage(async (page) => {
      for (const [index, words] of ['+ 4 imports', '− 3 imports'].entries()) {
        assert.equal((await seen(page, 3 + index))[0], words)
      }
    })
  })

  test('leaves no gap where it is folded', async () => {
    await withPage(async (page) => {
      const tops = await listing(page, 0)
        .locator('.line, .fold-row')
        .evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect()),
        )
      const heights = tops.slice(1).map(({ top }, i) => top - tops[i].top)
      const [first] = heights
      assert.ok(first > 10)
      for (const height of heights) assert.ok(Math.abs(height - first) < 1.5)
    })
  })

  test('is copied whole, however it is folded', async () => {
    await withPage(async (page) => {
      await listing(page, 0).hover()
      await listing(page, 0).locator('.clip-button').click()
      await listing(page, 0).locator('.tooltipped').waitFor()
      const read = () => page.evaluate(() => navigator.clipboard.readText())
      assert.equal(await read(), CHANGED)
      await page.evaluate(() => {
        const code = document.querySelector('.listing code')
        if (code) document.getSelection()?.selectAllChildren(code)
      })
      await page.keyboard.press('Control+C')
      assert.equal(await read(), CHANGED.trimEnd())
    })
  })

  test('shows all of it when its author says so', async () => {
    await withPage(async (page) => {
      const lines = await seen(page, 1)
      assert.deepEqual(lines, CHANGED.trimEnd().split('\n'))
      assert.equal(await listing(page, 1).locator('.fold-toggle').count(), 0)
    })
  })

  test('has signs that are text, and no part of what is copied', async () => {
    await withPage(async (page) => {
      const changed = listing(page, 2)
      const texts = () => changed.locator('.line').allTextContents()
      assert.ok((await texts()).includes("+         'ho',"))
      assert.ok((await texts()).includes("−         'hey',"))
      await changed.hover()
      await changed.locator('.clip-button').click()
      await changed.locator('.tooltipped').waitFor()
      const read = () => page.evaluate(() => navigator.clipboard.readText())
      assert.equal(await read(), CHANGED)
      const marked = async (/** @type {string} */ from) => {
        await page.evaluate((selector) => {
          const line = document.querySelector(selector)
          if (line) document.getSelection()?.selectAllChildren(line)
        }, from)
        await page.keyboard.press('Control+C')
        return read()
      }
      assert.equal(await marked('.line.added'), "        'ho',")
      assert.equal(await marked('.line.removed'), "        'hey',")
    })
  })

  test('is read as it stands without JavaScript', async () => {
    await withPage(
      async (page) => {
        const whole = CHANGED.trimEnd().split('\n')
        assert.deepEqual(await seen(page, 0), whole)
      },
      { javaScriptEnabled: false },
    )
  })

  test('is printed whole', async () => {
    await withPage(async (page) => {
      await page.emulateMedia({ media: 'print' })
      assert.deepEqual(await seen(page, 0), CHANGED.trimEnd().split('\n'))
    })
    await withPage(
      async (page) => {
        assert.equal(await page.locator('.fold-toggle').count(), 0)
      },
      {},
      'print.html',
    )
  })

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`is accessible, folded and open, ${colorScheme}`, async () => {
      await withPage(
        async (page) => {
          assert.deepEqual(await axeFindings(page, { within: 'main' }), [])
          for (const toggle of await page.locator('.fold-toggle').all()) {
            await toggle.click()
          }
          assert.deepEqual(await axeFindings(page, { within: 'main' }), [])
        },
        { colorScheme },
      )
    })
  }
})
