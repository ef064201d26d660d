/**
 * The browser code on the book's own pages: what mdBook, its scripts and the
 * preprocessor make of them is not what a fixture has.
 */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { pagesInChromium, serveBook } from '../tools/browsers/pages.js'
import { chromium } from '../tools/processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../tools/testing/temporary-project.js'

/** @typedef {import('playwright-core').Page} Page */

const { path: browserPath, reason } = chromium()

const SUMMARY = `# Summary

- [Zero](ch00-zero/README.md)
- [One](ch01-one/README.md)
`

const PAGE = `# Zero

{{#listing steps/after.js from=steps/before.js}}

\`\`\`console
$ node steps/after.js 'a b' \\
> two
# a line of output
$ echo "$HOME" | cat
/root
\`\`\`

<div data-widget="report-auditor">

In words.

</div>

## Below the widget

${'A paragraph.\n\n'.repeat(60)}
`

const BEFORE = `import net from 'node:net'

/** @param {string} text */
function greet(text) {
  return text
}

console.log(greet('hello'), 1)
`
const AFTER = `/** @param {string} text */
function greet(text) {
  // A comment.
  return text.replaceAll('a', () => '<b>')
}

console.log(greet('hello'), 1)
`

describe('a page of the book', {
  skip: browserPath ? false : reason,
}, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md': SUMMARY,
      'src/ch00-zero/README.md': PAGE,
      'src/ch01-one/README.md': '# One\n\nText.\n',
      'code/ch00/steps/before.js': BEFORE,
      'code/ch00/steps/after.js': AFTER,
    },
    { after },
    bookMachinery,
  )
  const pages = pagesInChromium(() => serveBook(book))

  /**
   * @param {import('../tools/browsers/pages.js').PageOptions} options
   * @param {string} hash
   * @param {(page: Page) => Promise<void>} use
   */
  function withPage(options, hash, use) {
    const useLoaded = async (/** @type {Page} */ page) => {
      await page.waitForLoadState('networkidle')
      await use(page)
    }
    return pages.withPage(`ch00-zero/index.html${hash}`, useLoaded, {
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'no-preference',
      ...options,
    })
  }

  /**
   * @param {Page} page
   * @param {string} figure
   */
  async function clickCopy(page, figure) {
    await page.locator(figure).hover()
    await page.locator(`${figure} .clip-button`).click()
    await page.locator(`${figure} .tooltipped`).waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }

  test('copies a listing as the file is, without removed lines', async () => {
    await withPage({}, '', async (page) => {
      assert.equal(await page.locator('.line.removed').count(), 3)
      assert.equal(await clickCopy(page, '.listing'), AFTER)
    })
  })

  test('the copy button keeps within a caption of one line', async () => {
    await withPage({}, '', async (page) => {
      const room = await page.locator('.listing').evaluate((listing) => {
        const caption = listing.querySelector('figcaption')
        const path = listing.querySelector('.listing-path')
        const button = listing.querySelector('.clip-button')
        if (!caption || !path || !button) throw new Error('parts are missing')
        caption.replaceChildren(path)
        const end = caption.getBoundingClientRect().bottom
        return end - button.getBoundingClientRect().bottom
      })
      assert.ok(room > 0, `${room} px below the button`)
    })
  })

  test('copies the commands of a transcript, without prompts and output', async () => {
    await withPage({}, '', async (page) => {
      assert.equal(
        await clickCopy(page, '.transcript'),
        'node steps/after.js \'a b\' \\\ntwo\necho "$HOME" | cat\n',
      )
    })
  })

  for (const width of [1280, 390]) {
    test(`at ${width} px a heading below a widget is where its address leads`, async () => {
      const viewport = { width, height: 900 }
      await withPage({ viewport }, '#below-the-widget', async (page) => {
        const heading = page.locator('#below-the-widget')
        const top = () =>
          heading.evaluate((one) => one.getBoundingClientRect().top)
        await page.locator('report-auditor .findings').waitFor()
        assert.equal(await page.locator('.widget-waiting').count(), 0)
        const there = await top()
        assert.ok(there >= 0 && there < 200, `the heading is at ${there} px`)
      })
    })
  }

  test('a widget that grows leaves readers alone who have scrolled', async () => {
    await withPage({}, '', async (page) => {
      /** @type {() => void} */
      let letLoad = () => {}
      const mayLoad = new Promise((resolve) => {
        letLoad = () => resolve(undefined)
      })
      await page.route('**/widgets/report-auditor.js', async (route) => {
        await mayLoad
        await route.continue()
      })
      await page.goto(
        `${pages.url}/ch00-zero/index.html?again#below-the-widget`,
      )
      const heading = page.locator('#below-the-widget')
      const top = () =>
        heading.evaluate((one) => one.getBoundingClientRect().top)
      await page.mouse.move(700, 400)
      await page.mouse.wheel(0, -400)
      await page.waitForFunction(
        () =>
          (document.querySelector('#below-the-widget')?.getBoundingClientRect()
            .top ?? 0) > 300,
      )
      letLoad()
      await page.locator('report-auditor .findings').waitFor()
      await page.locator('.widget-waiting').waitFor({ state: 'detached' })
      const there = await top()
      assert.ok(there > 200, `the heading is at ${there} px`)
    })
  })

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`without JavaScript, ${colorScheme}: code is legible`, async () => {
      await withPage(
        { javaScriptEnabled: false, colorScheme },
        '',
        async (page) => {
          const contrasts = await page
            .locator('.listing code, .listing code span, .transcript span')
            .evaluateAll(measureContrast)
          assert.ok(contrasts.length > 20, `only ${contrasts.length} elements`)
          assert.deepEqual(
            contrasts.filter(({ contrast }) => contrast < 4.5),
            [],
          )
        },
      )
    })
  }
})

/**
 * Runs in the page. WCAG's contrast of the text of each element with what is
 * behind it.
 *
 * @param {(SVGElement | HTMLElement)[]} elements
 * @returns {{ text: string, contrast: number }[]}
 */
function measureContrast(elements) {
  /** @param {string} colour */
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  /** @param {string} colour */
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  /** @param {Element | null} element */
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one)
      if (channels(backgroundColor)[3] !== 0) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  return elements.map((element) => {
    const values = [getComputedStyle(element).color, behind(element)]
    const [dark, light] = values.map(luminance).sort((a, b) => a - b)
    return {
      text: `${element.className}: ${element.textContent?.slice(0, 30)}`,
      contrast: (light + 0.05) / (dark + 0.05),
    }
  })
}
