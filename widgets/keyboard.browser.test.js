/** Each widget does what it is for, by keyboard alone. */
import assert from 'node:assert/strict'
import { simulate } from '../code/ch14/steps/06-imbalance.js'
import { loadAll, text, widgetPages } from './pages.fixture.js'
import { compare, play } from './pool-simulator/model.js'
import { summarize, whoWaits } from './who-blocks-whom/who-waits.js'

const { test, withPage } = widgetPages()

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
      await text(auditor.locator('[data-finding="littles-law"] code').first()),
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

test('lines are put in order by keyboard, and run', async () => {
  await withPage(
    'en.html',
    async (page) => {
      await loadAll(page)
      const puzzle = page.locator('order-puzzle')
      const state = () => text(puzzle.locator('.state'))
      const order = () => puzzle.locator('.placed code').allTextContents()
      const left = () => puzzle.locator('.pool button').allTextContents()
      await puzzle.getByRole('button', { name: 'A missing await' }).focus()
      await page.keyboard.press('Enter')
      const lines = ['query begins', 'query ends', 'timer starts']
      assert.deepEqual(await left(), [...lines, 'timer stops'])
      await puzzle.locator('.pool button').first().focus()
      for (let i = 0; i < 4; i++) await page.keyboard.press('Enter')
      assert.equal(await state(), '“timer stops” is number 4 of 4.')
      assert.deepEqual(await left(), [])
      // The last one that was chosen has the focus.
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      assert.equal(await state(), '“timer stops” is now number 3 of 4.')
      const up = puzzle.getByRole('button', { name: 'Move “timer starts” up' })
      await up.focus()
      for (let i = 0; i < 5; i++) await page.keyboard.press('Enter')
      assert.equal(await state(), '“timer starts” is now number 1 of 4.')
      assert.equal(await up.getAttribute('aria-disabled'), 'true')
      await page.keyboard.press('Delete')
      assert.deepEqual(await left(), ['timer starts'])
      assert.deepEqual(await order(), [
        'query begins',
        'query ends',
        'timer stops',
      ])
      await puzzle.getByRole('button', { name: 'Run it' }).press('Enter')
      await puzzle.locator('table').waitFor()
      assert.equal(await state(), '1 of 4 lines came where you expected them.')
      const cells = (/** @type {number} */ column) =>
        puzzle.locator(`tbody td:nth-child(${column})`).allTextContents()
      const printed = await cells(3)
      assert.deepEqual(await cells(2), [...(await order()), '–'])
      // A run is right about itself: the same order, once more.
      await puzzle.getByRole('button', { name: 'Start over' }).press('Enter')
      assert.deepEqual([await order(), await cells(3)], [[], []])
      for (const line of printed) {
        const name = `Add “${line}” to your order`
        await puzzle.getByRole('button', { name }).press('Enter')
      }
      await puzzle.getByRole('button', { name: 'Run it' }).press('Space')
      await puzzle.locator('table').waitFor()
      assert.equal(await state(), 'All 4 lines came in your order.')
      assert.match(await text(puzzle), /The client gets: 200 done/)
    },
    { schemes: ['data', 'blob', 'about'] },
  )
})

test('shapes are explored by keyboard', async () => {
  await withPage('en.html', async (page) => {
    await loadAll(page)
    const explorer = page.locator('shape-explorer')
    const sentence = () => text(explorer.locator('.sentence'))
    const shapes = () => explorer.locator('.shape').allTextContents()
    const yours = () => text(explorer.locator('tr.yours th'))
    assert.match(await sentence(), /^2 shapes\. .* polymorphic/)
    assert.deepEqual(await shapes(), ['shape 1: a, b', 'shape 2: c'])
    assert.equal(await yours(), '2 shapes')
    const keys = explorer.getByLabel('Keys of object c, in their order')
    await keys.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('id, name')
    assert.deepEqual(await shapes(), ['shape 1: a, b, c'])
    assert.match(await sentence(), /^1 shape\. .* monomorphic/)
    const way = explorer.getByLabel('How object c gets them')
    await way.selectOption('deleted')
    assert.match(await sentence(), /No shape: c\./)
    assert.equal(await explorer.locator('tr.yours').count(), 0)
    assert.match(await text(explorer), /c\.name = 0; delete c\.id/)
    await explorer.getByRole('button', { name: 'Five shapes' }).focus()
    await page.keyboard.press('Enter')
    assert.match(await sentence(), /^5 shapes\. .* megamorphic/)
    assert.equal(await yours(), '5 shapes')
    const add = explorer.getByRole('button', { name: 'Add an object' })
    for (let i = 0; i < 4; i++) await add.press('Enter')
    assert.equal(await explorer.locator('.recipe').count(), 8)
    assert.equal(await add.getAttribute('aria-disabled'), 'true')
    await explorer.getByRole('button', { name: 'Remove object h' }).focus()
    await page.keyboard.press('Space')
    assert.equal(await explorer.locator('.recipe').count(), 7)
    // The object before it has the focus now.
    await page.keyboard.press('End')
    await page.keyboard.type('x')
    const last = explorer.getByLabel('Keys of object g, in their order')
    assert.equal(await last.inputValue(), 'idx')
  })
})

test('requests are counted by keyboard, as three readers do', async () => {
  await withPage('en.html', async (page) => {
    await loadAll(page)
    const quiz = page.locator('smuggling-quiz')
    const state = () => text(quiz.locator('.state'))
    const captions = () => quiz.locator('.reading .caption').allTextContents()
    const compare = quiz.getByRole('button', { name: 'Compare' })
    await compare.press('Enter')
    assert.equal(await state(), 'Choose an answer to each of the three first.')
    const options = (/** @type {string} */ name) =>
      quiz.getByRole('group', { name }).getByRole('radio')
    await options('reader A').first().press('Space')
    await options('reader B').first().press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await options('our engine').first().press('Space')
    await page.keyboard.press('ArrowDown')
    await compare.press('Enter')
    assert.match(await state(), /^2 of 3 right\. This is Orsolya’s night/)
    assert.deepEqual(await captions(), [
      'Reader A: 1 request. ✓ As you said',
      'Reader B: 2 requests. ✗ Not what you said',
      'Our engine: refuses it. ✓ As you said',
    ])
    assert.match(
      await text(quiz.locator('.refused')),
      /chunkedCRLFCRLF400 Content-Length beside Transfer-Encoding$/,
    )
    const score = () => text(quiz.locator('.score'))
    assert.equal(await score(), 'So far: 2 of 3 answers right.')
    // A second try does not count.
    await compare.press('Enter')
    assert.equal(await options('reader B').first().isDisabled(), true)
    assert.equal(await score(), 'So far: 2 of 3 answers right.')
    await quiz.getByRole('button', { name: 'Next stream' }).press('Enter')
    assert.equal(await captions().then(({ length }) => length), 0)
    await quiz.getByRole('button', { name: 'Stream 3' }).press('Space')
    for (const name of ['reader A', 'reader B']) {
      await options(name).last().press('Space')
    }
    await options('our engine').first().press('Space')
    await compare.press('Space')
    assert.match(await state(), /^3 of 3 right\./)
    assert.equal(await score(), 'So far: 5 of 6 answers right.')
    const first = quiz.getByRole('button', { name: 'Stream 1 · 2/3 right' })
    await first.press('Enter')
    assert.equal(await captions().then(({ length }) => length), 3)
    await quiz.getByRole('button', { name: 'Start over' }).press('Enter')
    assert.equal(await score(), '')
    assert.equal(await options('reader A').first().isDisabled(), false)
  })
})

test('a text is taken apart, and cut, by keyboard', async () => {
  await withPage('en.html', async (page) => {
    await loadAll(page)
    const explorer = page.locator('encoding-explorer')
    const lengths = () => explorer.locator('.lengths dd').allTextContents()
    const decoded = () => explorer.locator('.decoded dd').allTextContents()
    assert.deepEqual(await lengths(), ['4', '4', '4', '5'])
    assert.deepEqual(await decoded(), ['“jo\ufffd” + “\ufffdo”', '“jo” + “ão”'])
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

for (const [language, words] of Object.entries({
  en: {
    first: /8 each\), and yet worker 4 has 2\.07 .* 2 of 3, and they stay\.$/,
    limited: /44 or 45 each\), and so is the work: .* 1\.01 times/,
    shared: /worker 1 has got 76 of 178, and 1\.71 times/,
    step: /^Tick 2: .* \(8 or 9 each\)/,
    others: /^In 50 orders .* 1\.84 times its share, .* 2\.18\.$/,
    again: /^Tick 40: the connections .* times its share/,
  },
  'pt-BR': {
    first: /8 para cada um\), e mesmo assim o worker 4 tem 2,07 .* ficam\.$/,
    limited: /44 ou 45 para cada um\), e o trabalho também: .* 1,01 vezes/,
    shared: /worker 1 recebeu 76 de 178 e tem 1,71 vezes/,
    step: /^Tick 2: .* \(8 ou 9 para cada um\)/,
    others: /^Em 50 ordens .* 1,84 vezes a parte dele .* 2,18\.$/,
    again: /^Tick 40: as conexões .* vezes a parte dele/,
  },
})) {
  test(`${language}: connections are dealt out by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const simulator = page.locator('imbalance-simulator')
      const status = simulator.getByRole('status')
      const cells = async (/** @type {number} */ column) => {
        const all = simulator.locator(`tbody td:nth-child(${column})`)
        const texts = await all.allTextContents()
        return texts.map((said) => Number(said.replace(/\D/g, '')))
      }
      /** @type {import('../code/ch14/steps/06-imbalance.js').Options} */
      const options = { seed: 3 }
      const agrees = async () => {
        const { total, connections } = simulate(options)
        assert.deepEqual(await cells(4), total)
        const dealt = (await cells(2)).reduce((a, b) => a + b, 0)
        assert.equal(dealt, connections)
        const bars = await simulator.locator('.sum').allTextContents()
        const sums = bars.map((said) => Number(said.replace(/\D/g, '')))
        assert.deepEqual(sums, total)
        const heavy = await simulator.locator('.dots .heavy').count()
        assert.equal(heavy, options.busy ?? 3)
      }
      const press = async (/** @type {string} */ name, key = 'Enter') => {
        const button = simulator.getByRole('button', { name, exact: true })
        await button.press(key)
        return button
      }
      assert.match(await text(status), words.first)
      await agrees()
      const limit = await press('20')
      assert.equal(await limit.getAttribute('aria-pressed'), 'true')
      options.limit = 20
      assert.match(await text(status), words.limited)
      await agrees()
      const stepper = simulator.locator('.stepper button')
      await stepper.first().press('Enter')
      await page.keyboard.press('ArrowRight')
      assert.match(await text(status), words.step)
      assert.equal(await simulator.locator('.loads .later').count(), 4 * 38)
      await press('shared', 'Space')
      options.schedule = 'shared'
      assert.match(await text(status), words.shared)
      await agrees()
      const others = simulator.locator('.others:not(.waiting)')
      assert.match(await text(others), words.others)
      const sliders = simulator.getByRole('slider')
      await sliders.nth(0).focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowLeft')
      await sliders.nth(2).press('ArrowRight')
      await sliders.nth(3).press('Home')
      Object.assign(options, { workers: 8, customers: 31, busy: 4, rate: 1 })
      assert.equal(await simulator.locator('.dots .heavy').count(), 0)
      await page.keyboard.press('ArrowRight')
      options.rate = 2
      await agrees()
      await simulator.locator('[data-action="again"]').press('Enter')
      options.seed = 4
      await agrees()
      assert.match(await text(status), words.again)
    })
  })
}

for (const [language, words] of Object.entries({
  en: {
    all: /^Short request 60 .* 56 had to wait\. The longest wait is 208 ms\.$/,
    step: /^Short request 2 comes at 5 ms, finds process 2 free/,
    added: /^Long request 1 comes at 10 ms, finds process 1 free/,
    cluster: 'a cluster',
    pool: 'a pool of threads',
  },
  'pt-BR': {
    all: /^A requisição curta 60 .* 56 tiveram de esperar\..* 208 ms\.$/,
    step: /^A requisição curta 2 chega aos 5 ms, encontra o processo 2 livre/,
    added: /^A requisição longa 1 chega aos 10 ms, encontra o processo 1 livre/,
    cluster: 'um cluster',
    pool: 'um pool de threads',
  },
})) {
  test(`${language}: who blocks whom is found out by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const widget = page.locator('who-blocks-whom')
      const status = widget.getByRole('status')
      /** @type {Parameters<typeof whoWaits>[0]} */
      const options = { setup: 'one' }
      const agrees = async () => {
        for (const [row, setup] of ['one', 'cluster', 'pool'].entries()) {
          const spans = whoWaits({
            ...options,
            setup: /** @type {any} */ (setup),
          })
          const { waited, longest } = summarize(spans)
          const cells = widget.locator('tbody tr').nth(row).locator('td')
          assert.match(await text(cells.first()), new RegExp(`^${waited} `))
          assert.equal(await text(cells.nth(3)), String(longest))
        }
        const spans = whoWaits(options)
        const lanes = widget.locator('.lanes .lane')
        for (let lane = 0; lane < (await lanes.count()); lane++) {
          const its = spans.filter((span) => span.lane === lane)
          const bars = lanes.nth(lane).locator('.short, .long')
          assert.equal(await bars.count(), its.length)
        }
        const some = await widget.locator('.wait.some').count()
        assert.equal(some, summarize(spans).waited)
        return lanes.count()
      }
      const press = async (/** @type {string} */ name, key = 'Enter') => {
        const button = widget.getByRole('button', { name, exact: true })
        await button.press(key)
        assert.equal(await button.getAttribute('aria-pressed'), 'true')
      }
      assert.match(await text(status), words.all)
      assert.equal(await agrees(), 1)
      await press(words.cluster, 'Space')
      options.setup = 'cluster'
      assert.equal(await agrees(), 2)
      await widget.locator('.stepper button').first().press('Enter')
      await page.keyboard.press('ArrowRight')
      assert.match(await text(status), words.step)
      assert.equal(await widget.locator('.lane .later').count(), 61)
      await page.keyboard.press('ArrowRight')
      await widget.locator('[data-action="add"]').press('Enter')
      options.long = [10, 20, 40, 60]
      assert.match(await text(status), words.added)
      await agrees()
      await press(words.pool)
      options.setup = 'pool'
      assert.equal(await agrees(), 3)
      const [lanes, every] = await widget.getByRole('slider').all()
      await lanes.press('End')
      await every.press('ArrowRight')
      Object.assign(options, { lanes: 6, every: 6 })
      assert.equal(await agrees(), 7)
      assert.equal(await every.getAttribute('aria-valuetext'), '6 ms')
      await widget.locator('[data-action="none"]').press('Space')
      options.long = []
      await agrees()
      assert.equal(await widget.locator('.wait.some').count(), 0)
      await widget.locator('[data-action="three"]').press('Enter')
      options.long = [20, 40, 60]
      await agrees()
    })
  })
}

for (const [language, words] of Object.entries({
  en: {
    first:
      /^After 5\.0 s: 3 of 3 clients busy, 100 callers waiting\. So far, 150 /,
    step: /^After 0\.1 s: 3 of 3 clients busy, 5 callers waiting\. None /,
    enough: /The pool has 5, and nothing waits\.$/,
    law: /L = 3\.99\.$/,
    random: 'at random',
  },
  'pt-BR': {
    first: /^Aos 5,0 s: 3 de 3 clientes ocupados, 100 na fila\. Até aqui, 150 /,
    step: /^Aos 0,1 s: 3 de 3 clientes ocupados, 5 na fila\. Nenhuma /,
    enough: /O pool tem 5, e nenhuma requisição espera\.$/,
    law: /L = 3,99\.$/,
    random: 'ao acaso',
  },
})) {
  test(`${language}: a pool gets a size by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const widget = page.locator('pool-simulator')
      const status = widget.getByRole('status')
      /** @type {Parameters<typeof play>[0]} */
      const options = {
        pattern: 'even',
        rate: 200,
        service: 20,
        size: 3,
        queue: 100,
        seed: 1,
      }
      const settled = widget.locator('.numbers:not(.waiting) table')
      const agrees = async () => {
        await settled.waitFor()
        const rows = await widget.locator('tbody tr').all()
        for (const [index, sums] of (await compare(options)).entries()) {
          const cells = rows[index].locator('td')
          const { longestQueue, refused, late } = sums
          assert.equal(await text(cells.nth(1)), String(longestQueue))
          assert.equal(await text(cells.last()), String(refused + late))
        }
        const { states } = await play(options)
        const busy = states.filter((state) => state.busy > 0).length
        assert.equal(await widget.locator('.busy .some').count(), busy)
        const shown = widget.locator('tbody .shown th')
        assert.equal(await text(shown), String(options.size))
      }
      await agrees()
      assert.match(await text(status), words.first)
      await widget.locator('.stepper button').first().press('Enter')
      await page.keyboard.press('ArrowRight')
      assert.match(await text(status), words.step)
      const [rate, service, size, queue] = await widget
        .getByRole('slider')
        .all()
      await size.press('ArrowRight')
      await size.press('ArrowRight')
      options.size = 5
      await settled.waitFor()
      assert.match(await text(status), words.enough)
      assert.match(await text(widget.locator('.law')), words.law)
      const again = widget.locator('[data-action="again"]')
      assert.equal(await again.getAttribute('aria-disabled'), 'true')
      const random = widget.getByRole('button', { name: words.random })
      await random.press('Space')
      assert.equal(await random.getAttribute('aria-pressed'), 'true')
      assert.equal(await again.getAttribute('aria-disabled'), 'false')
      options.pattern = 'random'
      await again.press('Enter')
      options.seed = 2
      await agrees()
      await rate.press('ArrowLeft')
      await service.press('ArrowRight')
      await queue.press('Home')
      Object.assign(options, { rate: 180, service: 25, queue: 0 })
      assert.equal(await service.getAttribute('aria-valuetext'), '25 ms')
      await agrees()
    })
  })
}

test('pointing into the lanes shows who comes there', async () => {
  await withPage('en.html', async (page) => {
    await loadAll(page)
    const widget = page.locator('who-blocks-whom')
    const lane = widget.locator('.lanes .lane')
    const { width } = (await lane.boundingBox()) ?? { width: 0 }
    const add = widget.locator('[data-action="add"]')
    await lane.click({ position: { x: (width * 151) / 316, y: 5 } })
    assert.equal(await text(add), 'Add a long one at 150 ms')
    for (let i = 0; i < 5; i++) await add.click()
    assert.equal(await add.getAttribute('aria-disabled'), 'true')
    await add.press('Enter')
    assert.equal(await widget.locator('.lane .long').count(), 8)
  })
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
