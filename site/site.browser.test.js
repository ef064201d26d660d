/** What every page has, on a page with one of everything. */
import assert from 'node:assert/strict'
import { loadAll, text, widgetPages } from '../widgets/pages.fixture.js'

const { test, withPage } = widgetPages()

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
    assert.equal(
      await page.locator('#mdbook-sidebar-toggle-anchor').isChecked(),
      true,
    )
    const plain = page.locator('main > pre > code')
    assert.equal(await plain.getAttribute('tabindex'), '0')
  })
})

test('Escape puts away contents that cover the page, and only those', async () => {
  await withPage('en.html', async (page) => {
    const toggle = page.getByRole('button', { name: 'Toggle' })
    const box = page.locator('#mdbook-sidebar-toggle-anchor')
    await page.setViewportSize({ width: 1200, height: 800 })
    await toggle.press('Enter')
    await page.keyboard.press('Escape')
    assert.equal(await box.isChecked(), true)
    await page.setViewportSize({ width: 400, height: 800 })
    await page.locator('main').click()
    await page.keyboard.press('Escape')
    assert.equal(await box.isChecked(), false)
    assert.ok(await toggle.evaluate((one) => one === document.activeElement))
    await page.keyboard.press('Escape')
    assert.equal(await box.isChecked(), false)
  })
})
