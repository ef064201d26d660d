/** The widgets that draw a tree of routes. */
import assert from 'node:assert/strict'
import { loadAll, text, type, widgetPages } from '../pages.fixture.js'

const { test, withPage } = widgetPages()

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
    assert.match(await text(radix.locator('.sentence')), /begins at the root/)
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
