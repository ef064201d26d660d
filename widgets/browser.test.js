/** What holds for every widget. */
import assert from 'node:assert/strict'
import { axeFindings } from '../tools/browsers/axe.js'
import { sideways } from '../tools/browsers/pages.js'
import { themes } from './fixture.js'
import { loadAll, text, widgetPages } from './pages.fixture.js'

const { test, withPage } = widgetPages()

for (const theme of themes) {
  test(`${theme}: axe finds nothing serious, before and after use`, async () => {
    await withPage('en.html', async (page) => {
      await page.evaluate((name) => {
        document.documentElement.className = `js ${name}`
      }, theme)
      await loadAll(page)
      assert.deepEqual(await axeFindings(page), [])
      await page.getByLabel('wrong').check()
      await page.locator('.quiz .check').click()
      await page.getByRole('button', { name: 'A quiet run' }).click()
      await page.getByRole('button', { name: 'Folded field' }).click()
      await page.getByText('Hint 1').click()
      for (const tree of await page.locator('route-tree').all()) {
        await tree.getByRole('button', { name: 'GitHub' }).click()
        await tree.getByRole('button', { name: 'To the end' }).click()
      }
      const workers = page.locator('imbalance-simulator')
      await workers.getByRole('button', { name: 'shared' }).click()
      await workers.getByRole('button', { name: 'Step back' }).click()
      const lanes = page.locator('who-blocks-whom')
      await lanes.getByRole('button', { name: 'a cluster' }).click()
      await lanes.getByRole('button', { name: 'Step back' }).click()
      const lab = page.locator('attack-lab')
      await lab.getByRole('button', { name: 'Guesses' }).click()
      await lab.getByRole('button', { name: 'To the end' }).click()
      const caches = page.locator('cache-timeline')
      await caches.getByRole('button', { name: 'no-store' }).click()
      await caches.getByRole('button', { name: 'Step', exact: true }).click()
      const frames = page.locator('frame-decoder')
      await frames.getByRole('button', { name: 'Without a mask' }).click()
      const drill = page.locator('failure-drill')
      await drill.getByText('All that happens, and when').click()
      await drill.getByRole('button', { name: 'To the end' }).click()
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
    assert.match(words, /o worker 4 tem 2,07 vezes .* caberiam/)
    assert.match(words, /De todas as 60 curtas, 56 tiveram que esperar/)
    assert.match(words, /A loja da Aino responde 200, e a loja consertada, 422/)
    assert.match(words, /Visitas que recebem uma versão antiga: 1\./)
    assert.match(words, /o último da mensagem, com máscara, tamanho 5/)
    assert.match(words, /Ainda não aconteceu nada\. A cada 100 ms/)
    assert.match(words, /A loja da Aino responde 200, e a loja consertada, 422/)
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

test('what a finger moves or opens is tall enough, and no key is named', async () => {
  await withPage(
    'en.html',
    async (page) => {
      await loadAll(page)
      const controls = page.locator(
        'main :is(input[type="range"], summary, select, .widget button)',
      )
      const low = await controls.evaluateAll((all) =>
        all
          .map((one) => ({
            what: `${one.tagName} ${one.textContent?.trim()}`,
            height: one.getBoundingClientRect().height,
          }))
          .filter(({ height }) => height > 0 && height < 24),
      )
      assert.deepEqual(low, [])
      assert.ok((await page.locator('input[type="range"]').count()) > 3)
      const check = page.locator('.quiz .check').first()
      assert.ok(await check.isVisible())
      assert.equal(await check.locator('kbd').isVisible(), false)
    },
    { width: 390, hasTouch: true, isMobile: true },
  )
})

test('every widget says first what to do', async () => {
  await withPage('en.html', async (page) => {
    await loadAll(page)
    const widgets = await page.locator('[data-widget]').count()
    assert.ok(widgets > 10)
    assert.equal(await page.locator('.widget-title + .lead').count(), widgets)
  })
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
