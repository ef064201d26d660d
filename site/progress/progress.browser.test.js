/**
 * A reader's progress, on pages that mdBook and the tools have made: sidebar,
 * panel, storage, and the terminal at the other end of an export.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import {
  emptyProgress,
  formatProgress,
  parseProgress,
  withHints,
  withPassed,
} from '../../common/progress.js'
import { axeFindings } from '../../tools/browsers/axe.js'
import {
  pagesInChromium,
  serveBook,
  sideways,
} from '../../tools/browsers/pages.js'
import { chromium } from '../../tools/processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../../tools/testing/temporary-project.js'

/** @typedef {import('playwright-core').Page} Page */

const { path: browserPath, reason } = chromium()

const SUMMARY = `# Summary

- [Zero](ch00-zero/README.md)
  - [Check yourself](ch00-zero/exercises.md)
- [One](ch01-one/README.md)
`

const EXERCISES = `# Check yourself

## Quiz

{{#quiz}}

## Double

{{#exercise 91-double}}

{{#hint}}
Two times.
{{/hint}}

## Halve

{{#exercise 92-halve}}

{{#hint}}
A half.
{{/hint}}

{{#hint}}
The other half.
{{/hint}}
`

const QUIZ = {
  questions: [
    {
      id: 'sum',
      type: 'choice',
      prompt: 'One and one?',
      options: [
        { text: 'two', correct: true, why: 'So it is.' },
        { text: 'three', why: 'Count again.' },
      ],
    },
  ],
}

/** @param {string} name */
const exercise = (name) => ({
  [`code/ch00/exercises/${name}/exercise.js`]: 'export const f = () => 0\n',
  [`code/ch00/exercises/${name}/solution.js`]: 'export const f = () => 1\n',
  [`code/ch00/exercises/${name}/exercise.test.js`]: `import assert from 'node:assert/strict'
import { test } from 'node:test'
const { f } = await import(process.env.EXERCISE ?? './exercise.js')
test('one', () => assert.equal(f(), 1))
`,
})

const monday = new Date('2026-11-16T10:00:00Z')
const [DOUBLE, HALVE] = ['ch00/91-double', 'ch00/92-halve']
const passed = formatProgress(withPassed(emptyProgress(), DOUBLE, monday))

/** What a browser does that has been told to store nothing. */
const FORBID = `Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('The operation is insecure.', 'SecurityError') },
})`

/** What a browser does that has no room left. */
const FULL = `Storage.prototype.setItem = () => {
  throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError')
}`

describe('progress in the page', {
  skip: browserPath ? false : reason,
}, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md': SUMMARY,
      'src/ch00-zero/README.md': '# Zero\n\nText.\n',
      'src/ch00-zero/exercises.md': EXERCISES,
      'src/ch00-zero/quiz.json': JSON.stringify(QUIZ),
      'src/ch01-one/README.md': '# One\n\n{{#exercise 93-one}}\n',
      ...exercise('91-double'),
      ...exercise('92-halve'),
      ...Object.fromEntries(
        Object.entries(exercise('93-one')).map(([file, text]) => [
          file.replace('ch00', 'ch01'),
          text,
        ]),
      ),
    },
    { after },
    [...bookMachinery, 'translations/pt-BR'],
  )
  const pages = pagesInChromium(() => serveBook(book))

  /**
   * @typedef {import('../../tools/browsers/pages.js').PageOptions & {
   *   stored?: Record<string, string>, page?: string }} Options
   *
   * @param {Options} options
   * @param {(page: Page) => Promise<void>} use
   */
  function withPage(options, use) {
    const { stored = {}, page: file, ...rest } = options
    return pages.withPage(file ?? 'ch00-zero/exercises.html', use, {
      schemes: ['data', 'blob'],
      ...rest,
      async prepare(page) {
        if (Object.keys(stored).length > 0) {
          await page.goto(`${pages.url}/404.html`)
          await page.evaluate((entries) => {
            for (const [key, value] of Object.entries(entries)) {
              localStorage.setItem(key, value)
            }
          }, stored)
        }
      },
    })
  }

  /** @param {Page} page */
  const storedText = (page) =>
    page.evaluate(() => localStorage.getItem('velocy-progress'))

  /** @param {Page} page */
  const line = (page) => page.locator('.progress-line')

  /** @param {Page} page */
  const note = (page) => page.locator('.progress-note')

  /** @param {Page} page @param {string} chapter */
  const mark = (page, chapter) =>
    page.locator(
      `.chapter-link-wrapper:has(a[href*="${chapter}"][href$="index.html"]) .progress-mark`,
    )

  /** @param {Page} page */
  async function openPanel(page) {
    await line(page).click()
    const panel = page.locator('dialog.progress-panel')
    await panel.waitFor()
    return panel
  }

  /**
   * @param {Page} page
   * @param {string} name
   * @param {string} text
   */
  async function importFile(page, name, text) {
    const status = page.locator('.progress-status')
    await status.evaluate((said) => said.replaceChildren())
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import …' }).click()
    await (await chooser).setFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await page.waitForFunction(
      () => document.querySelector('.progress-status')?.textContent,
    )
    return status.textContent()
  }

  test('before anything is done nothing is stored, and nothing is marked', async () => {
    await withPage({}, async (page) => {
      assert.equal(await line(page).textContent(), 'Your progress: 0 of 3')
      assert.equal(await mark(page, 'ch00-zero').isVisible(), false)
      assert.equal(await storedText(page), null)
      assert.equal(await note(page).textContent(), '')
    })
  })

  test('an answer is recorded, and stays right', async () => {
    await withPage({}, async (page) => {
      const check = page.getByRole('button', { name: 'Check' })
      const quizzes = async () =>
        parseProgress((await storedText(page)) ?? '').quizzes
      await check.click()
      assert.equal(await storedText(page), null)
      await page.getByLabel('three').check()
      await check.click()
      assert.deepEqual(await quizzes(), { 'ch00/sum': { status: 'tried' } })
      await page.getByLabel('two').check()
      await check.click()
      const right = await quizzes()
      await page.getByLabel('three').check()
      await check.click()
      assert.deepEqual(await quizzes(), right)
      assert.match(JSON.stringify(right), /"status":"right","right":"20/)
      const panel = await openPanel(page)
      assert.match(
        (await panel.textContent()) ?? '',
        /Questions right: 1 of 1\./,
      )
    })
  })

  test('a hint that is opened is counted', async () => {
    await withPage({}, async (page) => {
      await page.locator('.hint').nth(2).locator('summary').click()
      await mark(page, 'ch00-zero').waitFor()
      await page.locator('.hint').nth(1).locator('summary').click()
      await page.waitForFunction(
        () => document.querySelectorAll('details.hint[open]').length === 2,
      )
      const { exercises } = parseProgress((await storedText(page)) ?? '')
      assert.deepEqual(exercises, { [HALVE]: { status: 'started', hints: 2 } })
      const words = await mark(page, 'ch00-zero').textContent()
      assert.equal(words, '0/20 of 2 exercises passed')
    })
  })

  test('what passes is marked in the sidebar, in words too', async () => {
    const all = withPassed(parseProgress(passed), HALVE, monday)
    for (const [text, words, count] of [
      [passed, '1/21 of 2 exercises passed', 1],
      [formatProgress(all), '✓all 2 exercises passed', 2],
    ]) {
      const stored = { 'velocy-progress': String(text) }
      await withPage({ stored }, async (page) => {
        assert.equal(await mark(page, 'ch00-zero').textContent(), words)
        assert.equal(await mark(page, 'ch01-one').isVisible(), false)
        assert.equal(
          await line(page).textContent(),
          `Your progress: ${count} of 3`,
        )
        assert.equal(
          await page.locator('.exercise-state').first().textContent(),
          '✓ passed',
        )
      })
    }
  })

  test('the panel: by keyboard, with the counts of each chapter and links', async () => {
    const text = formatProgress(withHints(parseProgress(passed), HALVE, 1))
    const stored = { 'velocy-progress': text }
    await withPage({ stored }, async (page) => {
      await line(page).focus()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: 'Your progress' })
      await panel.waitFor()
      const rows = await panel.locator('tbody tr').allInnerTexts()
      assert.deepEqual(
        rows.map((row) => row.split(/\s*\t\s*/)),
        [
          ['00. Zero', '1 of 2', '1', '0 of 1'],
          ['01. One', '0 of 1', '0', '–'],
        ],
      )
      // No key leaves it, and none of mdBook's does anything.
      const before = page.url()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('s')
      assert.equal(page.url(), before)
      for (let i = 0; i < 12; i++) {
        await page.keyboard.press('Tab')
        const isInside = await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest('dialog') !== null,
        )
        assert.ok(isInside, `Tab ${i + 1} leaves the dialog`)
      }
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      const focused = await page.evaluate(
        () => document.activeElement?.className,
      )
      assert.equal(focused, 'progress-line')
      await page.keyboard.press('Enter')
      await panel.getByRole('link', { name: '01. One' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/ch01-one\/index\.html$/)
    })
  })

  test('an export is read by the terminal', async () => {
    const stored = { 'velocy-progress': passed }
    await withPage({ stored }, async (page) => {
      await openPanel(page)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      const file = await download
      assert.equal(file.suggestedFilename(), 'velocy-progress.json')
      const target = book.path('from-page.json')
      await file.saveAs(target)
      assert.equal(readFileSync(target, 'utf8'), passed)
      const imported = await book.run('learn/cli.js', 'import', target)
      assert.equal(imported.status, 0, imported.output)
      const { output } = await book.run('learn/cli.js', 'list')
      assert.match(output, /✓ ch00\/91-double .* passed 2026-11-16/)
      assert.doesNotMatch(output, /✓ ch00\/92-halve/)
    })
  })

  test('an export of the terminal is read by the page, and added to its own', async () => {
    const other = book.path('other.json')
    book.write(
      'other.json',
      formatProgress(withPassed(emptyProgress(), 'ch01/93-one', monday)),
    )
    await book.run('learn/cli.js', 'import', other)
    const target = book.path('from-terminal.json')
    const exported = await book.run('learn/cli.js', 'export', target)
    assert.equal(exported.status, 0, exported.output)
    const text = formatProgress(withHints(emptyProgress(), HALVE, 2))
    await withPage({ stored: { 'velocy-progress': text } }, async (page) => {
      await openPanel(page)
      const words = await importFile(
        page,
        'mine.json',
        readFileSync(target, 'utf8'),
      )
      assert.equal(words, 'The progress in mine.json is added to yours.')
      assert.match(
        await mark(page, 'ch01-one').innerText(),
        /^✓\s*all 1 exercises passed/,
      )
      const { exercises } = parseProgress((await storedText(page)) ?? '')
      assert.equal(exercises[HALVE].hints, 2)
      assert.equal(exercises['ch01/93-one'].passed, monday.toISOString())
    })
  })

  test('a file that is no progress changes nothing, and says what it is', async () => {
    await withPage({ stored: { 'velocy-progress': passed } }, async (page) => {
      await openPanel(page)
      assert.equal(
        await importFile(page, 'package.json', '{ "name": "velocy" }'),
        'package.json is not a file of progress. Got: {"name":"velocy"}. Expected: "format": "velocy-progress".',
      )
      for (const bytes of ['hello', '\x89PNG\r\n\x1a\n\0\0']) {
        assert.equal(
          await importFile(page, 'hello.txt', bytes),
          'hello.txt is not a file of progress: it is not JSON.',
        )
      }
      assert.equal(await storedText(page), passed)
    })
    const newer = JSON.stringify({ ...emptyProgress(), version: 7 })
    await withPage({}, async (page) => {
      await openPanel(page)
      assert.equal(
        await importFile(page, 'later.json', newer),
        'later.json was written by a later version of the book. Got: "version": 7. Expected: "version": 1.',
      )
      assert.equal(await storedText(page), null)
    })
  })

  test('switched off, nothing is recorded or shown, until it is switched on', async () => {
    await withPage({ stored: { 'velocy-progress': passed } }, async (page) => {
      const panel = await openPanel(page)
      await page.getByRole('button', { name: 'Switch off' }).click()
      assert.equal(await panel.locator('table').count(), 0)
      await page.keyboard.press('Escape')
      assert.equal(await mark(page, 'ch00-zero').isVisible(), false)
      await page.getByLabel('two').check()
      await page.getByRole('button', { name: 'Check' }).click()
      await page.reload()
      assert.equal(
        await line(page).textContent(),
        'Your progress is switched off',
      )
      assert.equal(await mark(page, 'ch00-zero').isVisible(), false)
      assert.equal(
        await page.locator('.exercise-state').first().textContent(),
        '',
      )
      assert.equal(await storedText(page), passed)
      await openPanel(page)
      await page.getByRole('button', { name: 'Switch on' }).click()
      assert.equal(await mark(page, 'ch00-zero').isVisible(), true)
    })
  })

  test('erasing asks first, and leaves nothing of ours', async () => {
    const stored = {
      'velocy-progress': passed,
      [`velocy-draft:${HALVE}`]: 'mine',
      'velocy-progress.damaged-1': 'half',
      'mdbook-theme': 'navy',
    }
    await withPage({ stored }, async (page) => {
      const keys = () => page.evaluate(() => Object.keys(localStorage).sort())
      await openPanel(page)
      const before = await keys()
      // A listing that was changed: site/edits.js.
      await page.evaluate(() => {
        sessionStorage.setItem('velocy-listing:ch00/steps/one.js', 'mine')
        sessionStorage.setItem('other', 'kept')
      })
      const question = page.getByRole('alertdialog')
      await page.getByRole('button', { name: 'Erase …' }).click()
      await question.waitFor()
      // What keeps it has the focus.
      await page.keyboard.press('Enter')
      await question.waitFor({ state: 'detached' })
      assert.deepEqual(await keys(), before)
      await page.getByRole('button', { name: 'Erase …' }).click()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      assert.deepEqual(await keys(), before)
      await page.getByRole('button', { name: 'Erase …' }).click()
      await page.getByRole('button', { name: 'Erase it' }).click()
      await page.getByText('Everything is erased.').waitFor()
      const rest = await keys()
      assert.deepEqual(
        rest.filter((key) => key.startsWith('velocy-')),
        [],
      )
      assert.ok(rest.includes('mdbook-theme'))
      assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), [
        'other',
      ])
      assert.equal(await line(page).textContent(), 'Your progress: 0 of 3')
    })
  })

  for (const [name, script] of [
    ['is forbidden', FORBID],
    ['is full', FULL],
  ]) {
    test(`where storage ${name} it works for the page, and says so once`, async () => {
      await withPage({ script }, async (page) => {
        assert.equal(await note(page).textContent(), '')
        await page.getByLabel('two').check()
        await page.getByRole('button', { name: 'Check' }).click()
        await page.getByText('This browser stores nothing').waitFor()
        await page.locator('.hint summary').first().click()
        await mark(page, 'ch00-zero').waitFor()
        assert.equal(
          (await note(page).textContent())?.match(/stores nothing/g)?.length,
          1,
        )
        const panel = await openPanel(page)
        assert.match(
          (await panel.textContent()) ?? '',
          /stores nothing .*Questions right: 1 of 1\./,
        )
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export' }).click()
        assert.ok(await (await download).path())
      })
    })
  }

  test('damaged progress is kept aside, and the sidebar says where', async () => {
    await withPage({ stored: { 'velocy-progress': 'half' } }, async (page) => {
      assert.match(
        (await note(page).textContent()) ?? '',
        /could not be read .* kept under velocy-progress\.damaged-1/,
      )
      assert.equal(
        await page.evaluate(() =>
          localStorage.getItem('velocy-progress.damaged-1'),
        ),
        'half',
      )
    })
  })

  test('progress of a later version is left alone, and the sidebar says so', async () => {
    const text = JSON.stringify({ ...emptyProgress(), version: 2 })
    await withPage({ stored: { 'velocy-progress': text } }, async (page) => {
      assert.match((await note(page).textContent()) ?? '', /a later version/)
      await page.getByLabel('two').check()
      await page.getByRole('button', { name: 'Check' }).click()
      assert.equal(await storedText(page), text)
    })
  })

  test('two tabs show the same, and neither loses what the other has done', async () => {
    await withPage({}, async (page) => {
      const other = await page.context().newPage()
      await other.goto(`${pages.url}/ch00-zero/exercises.html`)
      await other.locator('.hint summary').first().click()
      await mark(page, 'ch00-zero').waitFor()
      await page.getByLabel('two').check()
      await page.getByRole('button', { name: 'Check' }).click()
      const all = parseProgress((await storedText(other)) ?? '')
      assert.equal(all.exercises[DOUBLE].hints, 1)
      assert.ok('ch00/sum' in all.quizzes)
    })
  })

  for (const [name, options] of /** @type {[string, Options][]} */ ([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['pt-BR', { page: 'pt-BR/ch00-zero/exercises.html' }],
  ])) {
    test(`${name}: axe finds nothing serious in sidebar and panel`, async () => {
      const stored = { 'velocy-progress': passed }
      await withPage({ ...options, stored }, async (page) => {
        assert.deepEqual(await axeFindings(page), [])
        const panel = await openPanel(page)
        if (name === 'pt-BR') {
          assert.match(
            (await panel.textContent()) ?? '',
            /Exercícios resolvidos: 1 de 3/,
          )
          assert.equal(
            await mark(page, 'ch00-zero').textContent(),
            '1/21 de 2 exercícios resolvidos',
          )
        }
        assert.deepEqual(await axeFindings(page), [])
        await panel.getByRole('button').last().click()
        await page.getByRole('alertdialog').waitFor()
        assert.deepEqual(await axeFindings(page), [])
      })
    })
  }

  for (const folder of ['', 'pt-BR/']) {
    test(`at 390 px the panel of ${folder}ch00-zero fits`, async () => {
      const viewport = { width: 390, height: 800 }
      const stored = { 'velocy-progress': passed }
      const name = `${folder}ch00-zero/exercises.html`
      await withPage({ viewport, stored, page: name }, async (page) => {
        const bar = {
          within: '#mdbook-menu-bar',
          impacts: ['minor', 'moderate'],
        }
        assert.deepEqual(await axeFindings(page, bar), [])
        await page.locator('#mdbook-sidebar-toggle').click()
        const panel = await openPanel(page)
        assert.equal(await sideways(page), 0)
        const box = await panel.boundingBox()
        assert.ok(box && box.x >= 0 && box.x + box.width <= 390, `got ${box}`)
        for (const part of [panel, panel.locator('.progress-table')]) {
          const hidden = await part.evaluate(
            (one) => one.scrollWidth - one.clientWidth,
          )
          assert.equal(hidden, 0)
        }
        assert.deepEqual(await axeFindings(page), [])
      })
    })
  }

  test('without JavaScript the page has nothing of it', async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator('.progress-line').count(), 0)
      assert.equal(await page.locator('.solve').count(), 0)
      assert.ok(await page.getByText('npm run learn -- ch00/91').isVisible())
    })
  })
})
