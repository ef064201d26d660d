/** The trees of routes, in a page. */
import assert from 'node:assert/strict'
import { loadAll, text, type, widgetPages } from '../pages.fixture.js'

const { test, withPage } = widgetPages()

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {'trie' | 'radix'} name */
async function treeOn(page, name) {
  await loadAll(page)
  const tree = page.locator(`[data-tree="${name}"] route-tree`)
  return {
    tree,
    routes: tree.getByLabel('Routes for GET'),
    path: tree.getByLabel('The path to look up'),
    step: tree.getByRole('button', { name: 'Step', exact: true }),
    end: tree.getByRole('button', { name: 'To the end' }),
    sentence: () => text(tree.locator('.sentence')),
    outcome: () => text(tree.locator('.outcome')),
    labels: () => tree.locator('.tree .label').allTextContents(),
  }
}

test('a lookup is stepped through by keyboard, and turns back', async () => {
  await withPage('en.html', async (page) => {
    const { tree, path, step, end, sentence, outcome } = await treeOn(
      page,
      'trie',
    )
    assert.match(
      await sentence(),
      /begins at the root .* \/users\/me\/settings/,
    )
    await step.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    assert.equal(await text(tree.locator('.node.current .label')), '/me')
    await page.keyboard.press('ArrowRight')
    assert.match(await sentence(), /^\/settings is left, and below \/me/)
    await page.keyboard.press('ArrowRight')
    assert.match(await sentence(), /^Back to \/users, where there is another/)
    await end.press('Enter')
    assert.match(await outcome(), /:id\/settingsreq\.params\.id"me"$/)
    await tree.getByLabel('without backtracking').press('Space')
    assert.match(await sentence(), /without backtracking there is no second/)
    assert.match(await outcome(), /404\. And yet .* \/users\/:id\/settings$/)
    await type(path, '/users/me/posts?page=2')
    assert.match(await outcome(), /^find answers \/users\/me\/posts$/)
    await type(path, 'users')
    assert.match(await sentence(), /begins with a slash/)
  })
})

test('going back from the lookup shows how the tree grew', async () => {
  await withPage('en.html', async (page) => {
    const { tree, routes, sentence } = await treeOn(page, 'trie')
    assert.equal(await tree.locator('.tree .node').count(), 6)
    await tree.getByRole('button', { name: 'To the start' }).press('Enter')
    assert.match(await sentence(), /^\/users\/me\/posts was added\. .* 3\.$/)
    assert.equal(await tree.locator('[data-change="new"]').count(), 3)
    await type(routes, '/:id\nGET /:name')
    assert.match(
      await text(tree.locator('.problems')),
      /^GET \/:name conflicts with GET \/:id: both answer/,
    )
    await tree.getByRole('button', { name: 'To the start' }).press('Enter')
    await page.keyboard.press('ArrowRight')
    assert.match(await sentence(), /^\/:name was refused, .* conflicts with/)
  })
})

test('a radix tree begins with its first route, and splits its nodes', async () => {
  await withPage('en.html', async (page) => {
    const { tree, routes, path, step, end, sentence, outcome, labels } =
      await treeOn(page, 'radix')
    assert.match(await sentence(), /^\/issues\/:number\/comments was added/)
    await step.press('Enter')
    assert.match(await sentence(), /A node was split where the paths part/)
    assert.equal(await tree.locator('[data-change="split"]').count(), 1)
    await type(routes, '/hello\n/hey')
    assert.deepEqual(await labels(), ['GET', '/he', 'llo', 'y'])
    await tree.getByRole('button', { name: 'Escapes' }).press('Enter')
    await end.press('Enter')
    assert.match(
      await outcome(),
      /req\.params\.file"a\/b\.txt" sent as a%2Fb\.txt$/,
    )
    await type(path, '/users/%zz')
    assert.match(await sentence(), /^Bad escape: got/)
    assert.match(await outcome(), /400/)
  })
})

test('text that is put in at once is answered once', async () => {
  await withPage('en.html', async (page) => {
    const { routes, labels } = await treeOn(page, 'trie')
    await type(routes, '')
    const counts = await routes.evaluate(async (area) => {
      const frame = () => new Promise(requestAnimationFrame)
      const counts = { events: 0, drawings: 0 }
      const list = /** @type {Element} */ (
        area.closest('route-tree')?.querySelector('.tree-scroller > ul')
      )
      area.addEventListener('input', () => counts.events++)
      new MutationObserver(() => counts.drawings++).observe(list, {
        childList: true,
      })
      area.focus()
      const lines = Array.from({ length: 120 }, (_, i) => `/r${i}`)
      document.execCommand('insertText', false, lines.join('\n'))
      await frame()
      return counts
    })
    assert.ok(counts.events > 100, `only ${counts.events} events`)
    assert.equal(counts.drawings, 1)
    // The root, and as many routes as are drawn.
    assert.equal((await labels()).length, 101)
  })
})

test('where a tree goes on beyond its box, that side is marked', async () => {
  await withPage(
    'en.html',
    async (page) => {
      const { tree, routes } = await treeOn(page, 'radix')
      const scroller = tree.locator('.tree-scroller')
      const more = () => tree.locator('.tree').getAttribute('data-more')
      await type(routes, '/a')
      assert.equal(await more(), '')
      assert.equal(await scroller.getAttribute('tabindex'), null)
      await tree.getByRole('button', { name: 'GitHub' }).click()
      await tree.getByRole('button', { name: 'To the end' }).click()
      await scroller.evaluate((one) => {
        one.scrollTo({ left: 9999, top: 9999 })
        // The frame of the event, and then the next one.
        return new Promise((done) =>
          requestAnimationFrame(() => requestAnimationFrame(done)),
        )
      })
      assert.equal(await more(), 'left top')
      assert.equal(await scroller.getAttribute('tabindex'), '0')
    },
    { width: 390 },
  )
})
