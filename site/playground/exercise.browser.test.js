/**
 * Exercises in the page, on pages that mdBook and the tools have made: editor,
 * tests, hints, solution, drafts, and what is recorded.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseProgress } from '../../common/progress.js'
import { axeFindings } from '../../tools/browsers/axe.js'
import {
  notLoaded,
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

/** In bytes after gzip, without the editor and the sandbox. */
const BUDGET = 25_000

const PAGE = `# Zero

## Double

{{#exercise 91-double}}

{{#hint}}
Two times.
{{/hint}}

{{#hint}}
Look at the sign.
{{/hint}}

## A file

{{#exercise 92-file local}}
`

const STARTER = `/** @param {number} n */
export function double(n) {
  return n
}
`
const SOLUTION = STARTER.replace('return n', 'return n * 2')
const TESTS = `import assert from 'node:assert/strict'
import { test } from 'node:test'
const file = process.env.EXERCISE ?? './exercise.js'
const { double } = await import(new URL(file, import.meta.url).href)

test('nothing stays nothing', () => {
  assert.equal(double(0), 0)
})

test('two are four', () => {
  assert.equal(double(2), 4)
})
`

const ID = 'ch00/91-double'

/** What a browser does that has been told to store nothing. */
const FORBID = `Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('The operation is insecure.', 'SecurityError') },
})`

describe('an exercise in the page', {
  skip: browserPath ? false : reason,
}, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [Zero](ch00-zero/README.md)\n- [One](ch01-one/README.md)\n',
      'src/ch00-zero/README.md': PAGE,
      'src/ch01-one/README.md': '# One\n\nText.\n',
      'code/ch00/exercises/91-double/exercise.js': STARTER,
      'code/ch00/exercises/91-double/solution.js': SOLUTION,
      'code/ch00/exercises/91-double/exercise.test.js': TESTS,
      'code/ch00/exercises/92-file/exercise.js': STARTER,
      'code/ch00/exercises/92-file/solution.js': SOLUTION,
      'code/ch00/exercises/92-file/exercise.test.js': TESTS,
    },
    { after },
    [...bookMachinery, 'translations/pt-BR'],
  )
  const pages = pagesInChromium(() => serveBook(book))

  /**
   * @typedef {import('../../tools/browsers/pages.js').PageOptions & {
   *   page?: string }} Options
   *
   * @param {Options} options
   * @param {(page: Page) => Promise<void>} use
   */
  function withPage(options, use) {
    const { page: file = 'ch00-zero/index.html', ...rest } = options
    return pages.withPage(file, use, {
      schemes: ['data', 'blob', 'about'],
      ...rest,
    })
  }

  /** @param {Page} page */
  async function open(page) {
    await page.locator('.solve').click()
    await page.locator('.workbench .cm-content').waitFor()
  }

  /** @param {Page} page */
  const summary = (page) => page.locator('.workbench-summary')

  /**
   * Replaces the text in the editor, as by pasting.
   *
   * @param {Page} page
   * @param {string} text
   */
  async function write(page, text) {
    await page.locator('.workbench .cm-content').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
  }

  /** @param {Page} page */
  async function runTests(page) {
    await page.getByRole('button', { name: 'Run the tests' }).click()
    await hasEnded(page)
    return summary(page).innerText()
  }

  /** @param {Page} page */
  const hasEnded = (page) =>
    page.waitForFunction(() => {
      const text = document.querySelector('.workbench-summary')?.textContent
      return text && !text.endsWith('…')
    })

  /** @param {Page} page */
  const code = (page) =>
    page
      .locator('.workbench .cm-line')
      .allInnerTexts()
      .then((lines) => lines.map((line) => line.replace(/\n$/, '')).join('\n'))

  /** @param {Page} page */
  const recorded = async (page) => {
    const text = await page.evaluate(() =>
      localStorage.getItem('velocy-progress'),
    )
    return text === null ? {} : parseProgress(text).exercises
  }

  /** @param {Page} page */
  const draft = (page) =>
    page.evaluate((id) => localStorage.getItem(`velocy-draft:${id}`), ID)

  test('nothing of it is loaded before it is opened, and it is small', async () => {
    await withPage({}, async (page) => {
      /** @type {string[]} */
      const asked = []
      page.on('request', (request) => asked.push(request.url()))
      await page.reload({ waitUntil: 'networkidle' })
      assert.deepEqual(
        asked.filter((url) => url.includes('/playground/')),
        [],
      )
    })
    const file = book.path('book/html/playground/exercise.js')
    const bytes = gzipSync(readFileSync(file)).length
    assert.ok(bytes < BUDGET, `got ${bytes} bytes, at most ${BUDGET}`)
  })

  test('the starter fails, in words and signs, with what was got and expected', async () => {
    await withPage({}, async (page) => {
      await open(page)
      assert.equal(await code(page), STARTER)
      assert.equal(
        await runTests(page),
        '1 of 2 tests pass. The first that fails: two are four',
      )
      const results = page.getByRole('list', { name: 'The tests' })
      const words = await results.getByRole('listitem').allInnerTexts()
      assert.deepEqual(
        words.map((text) => text.replaceAll(/\s+/g, ' ')),
        [
          '✓ Passed: nothing stays nothing',
          '✗ Failed: two are four got 2 expected 4 exercise.test.js, line 11',
        ],
      )
      await results
        .getByRole('button', { name: 'exercise.test.js, line 11' })
        .click()
      assert.match(
        await page.evaluate(() => document.activeElement?.textContent ?? ''),
        /assert\.equal\(double\(2\), 4\)/,
      )
      assert.deepEqual(await recorded(page), {
        [ID]: { status: 'started', hints: 0 },
      })
      assert.equal(
        await page.getByRole('button', { name: 'Our solution' }).isVisible(),
        false,
      )
    })
  })

  test('of very many tests those that fail are listed, and the rest is counted', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await write(
        page,
        `import { test } from 'node:test'
for (let i = 0; i < 150; i++) test('passes ' + i, () => {})
for (let i = 0; i < 60; i++) test('fails ' + i, () => { throw new Error() })
${SOLUTION}`,
      )
      assert.match(await runTests(page), /^152 of 212 tests pass\./)
      const results = page.getByRole('list', { name: 'The tests' })
      const words = await results.getByRole('listitem').allInnerTexts()
      assert.equal(words.length, 101)
      assert.equal(words.filter((text) => text.startsWith('✗')).length, 60)
      assert.equal(words.at(-1), '… +112')
    })
  })

  test('an error in a test leads to the line of the reader', async () => {
    await withPage({}, async (page) => {
      await open(page)
      const text = `export const double = (n) => {
  console.log('asked for', n)
  return n.twice()
}
`
      await write(page, text)
      assert.match(await runTests(page), /^0 of 2 tests pass/)
      assert.match(
        await page.locator('.test-results').innerText(),
        /TypeError: n\.twice is not a function/,
      )
      assert.match(
        await page.locator('.run-printed').innerText(),
        /asked for 0\nasked for 2/,
      )
      assert.match(
        await page.locator('.code-error').innerText(),
        /n\.twice is not a function/,
      )
      await page
        .getByRole('button', { name: 'exercise.js, line 3' })
        .first()
        .click()
      await page.keyboard.press('Home')
      await page.keyboard.insertText('// here ')
      assert.equal(
        (await code(page)).split('\n')[2],
        '  // here return n.twice()',
      )
    })
  })

  for (const [name, text, said] of /** @type {[string, string, RegExp][]} */ ([
    [
      'a syntax error',
      'export function double(n) {\n  return n +\n}\n',
      /SyntaxError: .*line [23]/,
    ],
    [
      'an import of what there is not',
      "import { nothing } from 'node:test'\nexport const double = nothing\n",
      /SyntaxError: .*nothing.*line 1/,
    ],
    [
      'an error at the top',
      "\nthrow new RangeError('too far')\nexport const double = 1\n",
      /RangeError: too far.*line 2/,
    ],
  ])) {
    test(`${name} is said before any test, with its line`, async () => {
      await withPage({}, async (page) => {
        await open(page)
        await write(page, text)
        const words = await runTests(page)
        assert.match(words, /^Your file could not be run:/)
        // Who hears the summary hears the error.
        assert.match((await summary(page).textContent()) ?? '', said)
        assert.match(
          (await page.locator('.workbench .run-fault').innerText()).replaceAll(
            '\n',
            ' ',
          ),
          said,
        )
        assert.equal(await page.locator('.test-results').count(), 0)
        assert.ok(await page.locator('.code-error').isVisible())
        // Not a question of the page, which is a bold line above a fold.
        const borders = await page
          .locator('.run-fault :is(p, details)')
          .evaluateAll((all) =>
            all.map((one) => getComputedStyle(one).borderInlineStartWidth),
          )
        assert.deepEqual(new Set(borders), new Set(['0px']))
      })
    })
  }

  test('a name that is exported no more is named', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await write(page, STARTER.replace('double', 'twice'))
      await runTests(page)
      await page
        .getByText('The tests import double, and your file does not export it')
        .waitFor()
    })
  })

  test('what a page does not have is said, with the command', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await write(page, `import 'node:dgram'\n${SOLUTION}`)
      assert.match(await runTests(page), /something that a page does not have/)
      const fault = await page.locator('.workbench .run-fault').innerText()
      assert.match(fault, /There is no node:dgram in a page/)
      // Said in the words of the page's language, without an error's name.
      const said = await summary(page).textContent()
      assert.match(said ?? '', /:\s+There is no node:dgram in a page\./)
      assert.match(fault, /npm run learn -- ch00\/91-double/)
    })
  })

  test('a solution passes, is recorded, and can be compared with ours', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await write(page, SOLUTION.replace('n * 2', 'n + n'))
      assert.equal(
        await runTests(page),
        'All 2 tests pass. You can look at our solution now.',
      )
      const { [ID]: entry } = await recorded(page)
      assert.equal(entry.status, 'passed')
      assert.match(entry.passed ?? '', /^20\d\d-/)
      assert.equal(
        await page.locator('.progress-line').textContent(),
        'Your progress: 1 of 2',
      )
      assert.equal(
        await page.locator('.exercise-state').first().textContent(),
        '✓ passed',
      )
      await page.getByRole('button', { name: 'Our solution' }).click()
      const shown = page.locator('.workbench-solution .code-block')
      assert.match(await shown.innerText(), /return n \* 2/)
      assert.ok((await shown.locator('.hljs-keyword').count()) > 0)
      await page.getByRole('button', { name: 'Your version' }).click()
      assert.match(await shown.innerText(), /return n \+ n/)
      // Also in the next page, and when it fails again.
      await page.reload()
      await open(page)
      await page.getByRole('button', { name: 'Our solution' }).waitFor()
      await write(page, STARTER)
      await runTests(page)
      assert.equal((await recorded(page))[ID].status, 'passed')
    })
  })

  test('a draft survives, and Reset asks before it goes with all the rest', async () => {
    await withPage({}, async (page) => {
      await open(page)
      assert.equal(await draft(page), null)
      await write(page, SOLUTION)
      await runTests(page)
      await write(page, '// mine\n')
      await page.reload()
      const solve = page.locator('.solve')
      assert.equal(await solve.textContent(), 'Go on here')
      await open(page)
      assert.equal(await code(page), '// mine\n')
      const reset = page.getByRole('button', { name: 'Reset …' })
      await reset.click()
      await page.getByRole('button', { name: 'Keep my text' }).click()
      assert.equal(await code(page), '// mine\n')
      await reset.click()
      await page.getByRole('button', { name: 'Put it back' }).click()
      await page.getByText('The starter is back.').waitFor()
      assert.equal(await code(page), STARTER)
      assert.equal(await draft(page), null)
      assert.deepEqual(await recorded(page), {})
      await page.reload()
      assert.equal(await solve.textContent(), 'Solve it here')
    })
  })

  test('a second tab follows what is typed in the first, and loses nothing', async () => {
    await withPage({}, async (page) => {
      const other = await page.context().newPage()
      await other.goto(page.url())
      await open(page)
      await open(other)
      await write(page, '// first\n')
      await other.getByText('You changed this text in another tab').waitFor()
      assert.equal(await code(other), '// first\n')
      await other.locator('.workbench .cm-content').focus()
      await other.keyboard.press('Control+End')
      await other.keyboard.insertText('// second')
      await page.getByText('You changed this text in another tab').waitFor()
      assert.equal(await code(page), '// first\n// second')
      await page.locator('.workbench .cm-content').focus()
      await page.keyboard.press('Control+Z')
      assert.equal(await code(page), '// first\n')
    })
  })

  test('text of another tab that was not told can be brought back', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await page.evaluate(
        (id) => localStorage.setItem(`velocy-draft:${id}`, '// theirs'),
        ID,
      )
      await write(page, '// mine')
      await page.getByText('This text was changed in another tab').waitFor()
      assert.equal(await draft(page), '// mine')
      await page.keyboard.press('Control+Z')
      assert.equal(await code(page), '// theirs')
    })
  })

  test('erased or switched off, the text in the editor stays', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await write(page, '// mine')
      await runTests(page)
      await page.locator('.progress-line').click()
      await page.getByRole('button', { name: 'Switch off' }).click()
      await page.getByRole('button', { name: 'Switch on' }).click()
      await page.getByRole('button', { name: 'Erase …' }).click()
      await page.getByRole('button', { name: 'Erase it' }).click()
      await page.keyboard.press('Escape')
      assert.equal(await code(page), '// mine')
    })
  })

  test('of a run below a long text there is something in sight', async () => {
    await withPage({ viewport: { width: 390, height: 600 } }, async (page) => {
      await open(page)
      await write(page, SOLUTION + '// more\n'.repeat(60))
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('Control+Enter')
      await hasEnded(page)
      const said = await summary(page).elementHandle()
      await page.waitForFunction((box) => {
        const bottom = box?.getBoundingClientRect().bottom ?? 0
        return bottom > 0 && bottom <= innerHeight
      }, said)
    })
  })

  test('all of the outline of the focus is to be seen', async () => {
    await withPage({}, async (page) => {
      await open(page)
      const ring = await page
        .locator('.workbench .cm-editor.cm-focused')
        .evaluate((editor) => {
          const { inset, borderWidth, zIndex } = getComputedStyle(
            editor,
            '::after',
          )
          return { inset, borderWidth, isAbove: Number(zIndex) > 200 }
        })
      // Within the editor, and above its line numbers, which have 200.
      assert.deepEqual(ring, {
        inset: '0px',
        borderWidth: '2px',
        isAbove: true,
      })
    })
  })

  test('hints lie below the editor, and are counted', async () => {
    await withPage({}, async (page) => {
      await open(page)
      const opened = () =>
        page
          .locator('details.hint')
          .evaluateAll((all) => all.map((one) => one.hasAttribute('open')))
      const hint = page.locator('.workbench details.hint > summary')
      await hint.nth(0).click()
      assert.deepEqual(await opened(), [true, false])
      // Between the editor and what the tests say.
      const places = await page
        .locator('.workbench')
        .evaluate((all) =>
          ['.run-editor', '.hint', '.workbench-summary'].map((selector) =>
            [...all.querySelectorAll('*')].indexOf(
              /** @type {Element} */ (all.querySelector(selector)),
            ),
          ),
        )
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      )
      assert.ok(!places.includes(-1))
      // A hint is counted a moment after it's open.
      /** @param {number} count */
      const untilCounted = (count) =>
        page.waitForFunction(
          (hints) =>
            localStorage
              .getItem('velocy-progress')
              ?.includes(`"hints": ${hints}`),
          count,
        )
      await untilCounted(1)
      assert.equal((await recorded(page))[ID].hints, 1)
      await page.reload()
      await open(page)
      await hint.nth(1).click()
      await untilCounted(2)
      assert.equal((await recorded(page))[ID].hints, 2)
      assert.deepEqual(await opened(), [false, true])
    })
  })

  test('a loop without end is stopped, and the page goes on', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await write(page, 'export const double = () => { for (;;); }\n')
      await page.getByRole('button', { name: 'Run the tests' }).click()
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByText('Stopped.').first().waitFor()
      await write(page, SOLUTION)
      assert.match(await runTests(page), /^All 2 tests pass/)
      assert.equal(await page.locator('iframe[sandbox]').count(), 0)
    })
  })

  test('by keyboard alone', async () => {
    await withPage({}, async (page) => {
      const address = page.url()
      await page.locator('.solve').focus()
      await page.keyboard.press('Enter')
      await page.waitForFunction(() =>
        document.activeElement?.matches('.cm-content'),
      )
      await page.keyboard.press('Control+A')
      await page.keyboard.insertText(SOLUTION)
      await page.keyboard.press('Control+Enter')
      await page.getByText('All 2 tests pass.').waitFor()
      // Keys that mdBook knows are for the text.
      await page.keyboard.type('s/')
      await page.keyboard.press('ArrowLeft')
      assert.match(await code(page), /s\//)
      assert.equal(page.url(), address)
      assert.equal(await page.locator('#mdbook-searchbar').isVisible(), false)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      const focused = () =>
        page.evaluate(() => document.activeElement?.textContent)
      assert.equal(await focused(), 'Run the tests')
      await page.keyboard.press('ArrowRight')
      assert.equal(page.url(), address)
      // The same key works on everything in the exercise.
      await page.keyboard.press('Control+Enter')
      await page
        .getByText('of 2 tests pass')
        .or(page.getByText('could not be run'))
        .first()
        .waitFor()
    })
  })

  test('where nothing can be stored it works, and says so', async () => {
    await withPage({ script: FORBID }, async (page) => {
      await open(page)
      await write(page, SOLUTION)
      assert.match(await runTests(page), /^All 2 tests pass/)
      await page
        .locator('.workbench')
        .getByText('This browser stores nothing for this page')
        .waitFor()
      assert.equal(
        await page.locator('.progress-line').textContent(),
        'Your progress: 1 of 2',
      )
    })
  })

  test('switched off it works, records nothing, and keeps no draft', async () => {
    // Scripts run in the sandbox, too, which has no storage.
    const script = `if (self === top) localStorage.setItem('velocy-progress-off', '')`
    await withPage({ script }, async (page) => {
      await open(page)
      await page.getByText('Progress is switched off: your text').waitFor()
      await write(page, SOLUTION)
      assert.match(await runTests(page), /^All 2 tests pass/)
      await page.getByRole('button', { name: 'Our solution' }).waitFor()
      const keys = await page.evaluate(() => Object.keys(localStorage))
      assert.deepEqual(
        keys.filter((key) => key.startsWith('velocy-')),
        ['velocy-progress-off'],
      )
    })
  })

  test('one that no page can run has no editor, and says how it is done', async () => {
    await withPage({}, async (page) => {
      const local = page.locator('.exercise[data-local]')
      assert.equal(await local.getByRole('button', { name: /here/ }).count(), 0)
      assert.match(await local.innerText(), /cannot be done in the page/)
      assert.match(await local.innerText(), /npm run learn -- ch00\/92-file/)
    })
  })

  test('an editor that does not arrive is said, and can be asked for again', async () => {
    await withPage({ expected: notLoaded }, async (page) => {
      let isOnline = false
      await page.route('**/playground/editor.js*', (route) =>
        isOnline ? route.continue() : route.abort(),
      )
      await page.locator('.solve').click()
      await page
        .getByText('The editor could not be loaded. Once you are online')
        .waitFor()
      isOnline = true
      await open(page)
      assert.equal(await code(page), STARTER)
    })
  })

  test('a sandbox that does not arrive is said, and can be asked for again', async () => {
    await withPage({ expected: notLoaded }, async (page) => {
      let isOnline = false
      await page.route('**/playground/sandbox.js*', (route) =>
        isOnline ? route.continue() : route.abort(),
      )
      await open(page)
      assert.match(await runTests(page), /^The tests could not be run\. Once/)
      isOnline = true
      assert.match(await runTests(page), /^1 of 2 tests pass/)
    })
  })

  test('the starter that is put back while the tests run stays the last word', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await write(page, 'export const double = () => { for (;;); }\n')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Reset …' }).click()
      await page.getByRole('button', { name: 'Put it back' }).click()
      await page.getByRole('button', { name: 'Run the tests' }).waitFor()
      assert.equal(await summary(page).innerText(), 'The starter is back.')
      assert.match(await runTests(page), /^1 of 2 tests pass/)
    })
  })

  for (const [name, options] of /** @type {[string, Options][]} */ ([
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['pt-BR', { page: 'pt-BR/ch00-zero/index.html' }],
    ['390 px', { viewport: { width: 390, height: 800 } }],
  ])) {
    test(`${name}: axe finds nothing serious, and nothing scrolls sideways`, async () => {
      await withPage(options, async (page) => {
        const first = page.locator('.workbench-buttons button').first()
        /** @param {string} text */
        const check = async (text) => {
          await write(page, text)
          await first.click()
          await hasEnded(page)
          assert.deepEqual(await axeFindings(page), [])
          assert.equal(await sideways(page), 0)
        }
        await open(page)
        await check(
          STARTER.replace('return n', 'return { n, more: [1, 2, 3] }'),
        )
        await check('export function double(')
        await check(SOLUTION)
        await page.locator('.workbench-buttons button').nth(1).click()
        await page.locator('.workbench-tests summary').click()
        assert.deepEqual(await axeFindings(page), [])
        if (name === 'pt-BR') {
          assert.match(await summary(page).innerText(), /^Os 2 testes passam/)
          assert.equal(await first.innerText(), 'Rodar os testes')
        }
      })
    })
  }

  test('on paper the page is as it was', async () => {
    await withPage({}, async (page) => {
      await open(page)
      await page.emulateMedia({ media: 'print' })
      assert.equal(
        await page.locator('.workbench .cm-editor').isVisible(),
        false,
      )
      assert.equal(await summary(page).isVisible(), false)
      assert.ok(await page.getByText('Two times.').isVisible())
      assert.ok(await page.getByText('npm run learn -- ch00/91').isVisible())
    })
  })
})
