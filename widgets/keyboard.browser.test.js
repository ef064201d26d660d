/** Each widget does what it is for, by keyboard alone. */
import assert from 'node:assert/strict'
import { simulate } from '../code/ch14/steps/06-imbalance.js'
import { play } from '../code/ch19/steps/06-cache.js'
import {
  bandOf,
  beginOf,
  columnsOf,
  runsOf,
  unanswered,
} from './failure-drill/model.js'
import { loadAll, text, widgetPages } from './pages.fixture.js'
import { SETUPS, summarize, whoWaits } from './who-blocks-whom/model.js'

/** @import { Page } from 'playwright-core' */

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
    others: /^Em 50 ordens .* 1,84 vezes o que lhe caberia .* 2,18\.$/,
    again: /^Tick 40: as conexões .* vezes as requisições que lhe caberiam/,
  },
})) {
  test(`${language}: connections are dealt out by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const simulator = page.locator('imbalance-simulator')
      const status = simulator.getByRole('status')
      /** @type {import('../code/ch14/steps/06-imbalance.js').Options} */
      const options = { seed: 3 }
      const agrees = async () => {
        const { total } = simulate(options)
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
      const start = simulator.locator('[data-action="first"]')
      await start.press('Enter')
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
      Object.assign(options, { workers: 8, customers: 31, busy: 4 })
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
    cluster: 'a cluster',
    pool: 'a pool of threads',
  },
  'pt-BR': {
    all: /^A requisição curta 60 .* 56 tiveram que esperar\..* 208 ms\.$/,
    step: /^A requisição curta 2 chega aos 5 ms, encontra o processo 2 livre/,
    cluster: 'um cluster',
    pool: 'um pool de threads',
  },
})) {
  test(`${language}: who blocks whom is found out by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const widget = page.locator('who-blocks-whom')
      const status = widget.getByRole('status')
      /** @param {import('./who-blocks-whom/model.js').Setup} setup @param {number} [lanes] */
      const agrees = async (setup, lanes) => {
        const spans = whoWaits(setup, lanes)
        const drawn = widget.locator('.lanes .lane')
        for (let lane = 0; lane < (await drawn.count()); lane++) {
          const its = spans.filter((span) => span.lane === lane)
          const bars = drawn.nth(lane).locator('.short, .long')
          assert.equal(await bars.count(), its.length)
        }
        const some = await widget.locator('.wait.some').count()
        assert.equal(some, summarize(spans).waited)
        return drawn.count()
      }
      const press = async (/** @type {string} */ name, key = 'Enter') => {
        const button = widget.getByRole('button', { name, exact: true })
        await button.press(key)
        assert.equal(await button.getAttribute('aria-pressed'), 'true')
      }
      assert.match(await text(status), words.all)
      assert.equal(await agrees(SETUPS[0]), 1)
      await press(words.cluster, 'Space')
      assert.equal(await agrees('cluster'), 2)
      await widget.locator('[data-action="first"]').press('Enter')
      await page.keyboard.press('ArrowRight')
      assert.match(await text(status), words.step)
      assert.equal(await widget.locator('.lane .later').count(), 61)
      await press(words.pool)
      assert.equal(await agrees('pool'), 3)
      await widget.getByRole('slider').press('End')
      assert.equal(await agrees('pool', 6), 7)
    })
  })
}

for (const [language, words] of Object.entries({
  en: {
    first: /^Minus three mugs\. Aino’s shop answers 200, .* 422\.$/,
    cookie: /^Eero subscribes .* 200, and the mended one 200\.$/,
    forged: /^He sends it back .* the signature doesn’t fit a 100\./,
    guesses: /^The last guess: number 43 .* 11 .* 200, .* 429\./,
  },
  'pt-BR': {
    first: /^Menos três canecas\. A loja da Aino responde 200, .* 422\.$/,
    cookie: /^O Eero assina .* responde 200, e a loja consertada, 200\.$/,
    forged: /^Ele o envia de volta .* a assinatura não vale para 100\./,
    guesses: /^A última tentativa: a de número 43 .* 11 .* 200, .* 429\./,
  },
})) {
  test(`${language}: attacks are gone through by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const lab = page.locator('attack-lab')
      const sentence = () => text(lab.locator('.sentence'))
      assert.match(await sentence(), words.first)
      const attacks = lab.locator('[role="group"] [aria-pressed]')
      assert.equal(await attacks.count(), 8)
      await attacks.first().focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      assert.equal(await attacks.nth(1).getAttribute('aria-pressed'), 'true')
      assert.match(await sentence(), words.cookie)
      for (let i = 0; i < 7; i++) await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      assert.match(await sentence(), words.forged)
      const [open, closed] = await lab.locator('section').allTextContents()
      assert.match(open, /cookie: discount=100\n.*"total":0/s)
      assert.match(closed, /cookie: discount=100\.random-1\n.*"total":12/s)
      assert.match(await text(lab.locator('.lines .added')), /verify/)
      await attacks.last().press('Space')
      await lab.locator('[data-action="last"]').press('Enter')
      assert.match(await sentence(), words.guesses)
    })
  })
}

for (const [language, words] of Object.entries({
  en: {
    first: /^At 0 s, Ana opens the page: the browser has no copy; .*version 1/,
    old: /^At 50 s, Bo .* nobody is asked\. .* has been old for 10 s\.$/,
    none: 'nothing at all',
  },
  'pt-BR': {
    first: /^Aos 0 s, Ana abre a página: o navegador não tem cópia; .*versão 1/,
    old: /^Aos 50 s, Bo .* ninguém é consultado\. .* desatualizada há 10 s\.$/,
    none: 'nada',
  },
})) {
  test(`${language}: caches are watched by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const widget = page.locator('cache-timeline')
      const status = widget.getByRole('status')
      const agrees = async (/** @type {string} */ control, change = 40) => {
        const stops = play(control, change).flatMap(({ answer }) => answer.way)
        assert.equal(await widget.locator('.mark').count(), stops.length)
        const said = await text(widget.locator('.others'))
        const old = play(control, change).filter(({ isOld }) => isOld).length
        assert.match(said, new RegExp(`: ${old}\\.$`))
      }
      assert.match(await text(status), words.first)
      await agrees('max-age=60')
      await widget.locator('[data-action="forward"]').press('Enter')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      assert.match(await text(status), words.old)
      for (const control of ['no-cache', 'private, max-age=60', 'no-store']) {
        const button = widget.getByRole('button', {
          name: control,
          exact: true,
        })
        await button.press('Enter')
        assert.equal(await button.getAttribute('aria-pressed'), 'true')
        await agrees(control)
      }
      await widget.getByRole('button', { name: words.none }).press('Space')
      await widget.getByRole('slider').press('Home')
      await agrees('', 5)
    })
  })
}

for (const [language, words] of Object.entries({
  en: {
    hello: /Frame 1: text, the last .* 5: “Hello”\.The server: It has a text/,
    waits: /The rest of it hasn’t arrived\.The server: It waits for the rest/,
    made: /text, more to come.*continuation, the last .*It has a text: “two”/,
    refused: /It closes with 1002: Got a frame without a mask/,
    field: 'Frame 1, mask 1, length 5 (byte 1)',
    bare: 'Without a mask',
  },
  'pt-BR': {
    hello:
      /Frame 1: texto, o último .* 5: “Hello”\.O servidor: Ele já tem um texto/,
    waits: /O resto do frame ainda não chegou\.O servidor: Ele espera o resto/,
    made: /texto, vem mais.*continuação, o último .*Ele já tem um texto: “two”/,
    refused: /Ele fecha com 1002: Got a frame without a mask/,
    field: 'Frame 1, máscara 1, tamanho 5 (byte 1)',
    bare: 'Sem máscara',
  },
})) {
  test(`${language}: frames are made and taken apart by keyboard`, async () => {
    await withPage(`${language}.html`, async (page) => {
      await loadAll(page)
      const decoder = page.locator('frame-decoder')
      const status = decoder.getByRole('status')
      assert.match(await text(status), words.hello)
      const [pieces, arrived] = await decoder.getByRole('slider').all()
      await arrived.press('ArrowLeft')
      assert.match(await text(status), words.waits)
      await page.keyboard.press('End')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      assert.equal(await text(decoder.locator('.part-name')), words.field)
      const bare = decoder.getByRole('button', { name: words.bare })
      await bare.press('Space')
      assert.equal(await bare.getAttribute('aria-pressed'), 'true')
      assert.match(await text(status), words.refused)
      await decoder.locator('input[type="text"]').press('Control+A')
      await page.keyboard.type('two')
      await pieces.press('ArrowRight')
      assert.match(await text(status), words.made)
      assert.equal(await bare.getAttribute('aria-pressed'), 'false')
      const hex = decoder.locator('textarea')
      await hex.press('Control+A')
      await page.keyboard.type('8')
      assert.match(await text(status), /“8”/)
    })
  })
}

for (const [language, words] of Object.entries({
  en: {
    fault: 'no Redis',
    setting: 'limit open',
    before: /^Nothing has happened yet\. Every 100 ms/,
    first: /^At 2\.0 s, Redis is killed\./,
    right: /: that’s right\. .+ and missing: 0\.$/,
    known: /limit closednot seen yetlimit open\d+\d+\d+\d+ ms$/,
  },
  'pt-BR': {
    fault: 'sem Redis',
    setting: 'limite aberto',
    before: /^Ainda não aconteceu nada\. A cada 100 ms/,
    first: /^Aos 2,0 s, Redis leva um kill -9\./,
    right: /: você acertou\. .+ e sumidas: 0\.$/,
    known: /limite fechadoainda não vistalimite aberto\d+\d+\d+\d+ ms$/,
  },
})) {
  test(`${language}: a failure is guessed and watched by keyboard`, async () => {
    const moves = /** @type {const} */ ({ reducedMotion: 'no-preference' })
    const use = async (/** @type {Page} */ page) => {
      await loadAll(page)
      const drill = page.locator('failure-drill')
      const status = drill.getByRole('status')
      const run = runsOf('redis')[1]
      const press = async (/** @type {string} */ name, key = 'Enter') => {
        const button = drill.getByRole('button', { name, exact: true })
        await button.press(key)
        assert.equal(await button.getAttribute('aria-pressed'), 'true')
      }
      const columns = async () => {
        const drawn = await drill.locator('.clients .answered').count()
        return { drawn, late: await drill.locator('.clients .later').count() }
      }
      await press(words.fault)
      await press(words.setting, 'Space')
      assert.match(await text(status), words.before)
      const begin = columnsOf(run).slice(0, beginOf(run) + 1)
      const answered = begin.filter((column) => column.answered > 0).length
      assert.deepEqual(await columns(), { drawn: answered, late: 0 })
      const guesses = drill.locator('.guesses button')
      await guesses.nth(bandOf(unanswered(run))).press('Enter')
      const action = (/** @type {string} */ name) =>
        drill.locator(`[data-action="${name}"]`)
      const on = / (2[1-9]|[3-9]\d) [a-z]/
      await drill.locator('.count', { hasText: on }).waitFor()
      await action('last').press('Enter')
      assert.match(await text(status), words.right)
      assert.match(await text(drill.locator('.known')), words.known)
      await drill.locator('summary').press('Enter')
      await drill.locator('.events button').first().press('Space')
      assert.match(await text(status), words.first)
      await action('back').press('ArrowLeft')
      assert.match(await text(status), words.before)
      assert.ok((await columns()).late > 0)
    }
    await withPage(`${language}.html`, use, moves)
  })
}

test('a run that is not to move is there at once, to its end', async () => {
  const still = /** @type {const} */ ({ reducedMotion: 'reduce' })
  const use = async (/** @type {Page} */ page) => {
    await loadAll(page)
    const drill = page.locator('failure-drill')
    await drill.locator('.guesses button').first().press('Enter')
    assert.match(await text(drill.locator('.count')), / (\d+) of \1$/)
    assert.match(await text(drill.getByRole('status')), /You guessed none/)
  }
  await withPage('en.html', use, still)
})
