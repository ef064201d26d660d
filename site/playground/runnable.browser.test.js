/**
 * Listings that run, on pages that mdBook and the tools have made: buttons,
 * editor, output, and predictions of what a program prints.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { axeFindings } from '../../tools/browsers/axe.js'
import {
  notLoaded,
  pagesInChromium,
  serveBook,
  sideways,
} from '../../tools/browsers/pages.js'
import { root } from '../../tools/lib/paths.js'
import { sampled } from '../../tools/lib/sample.js'
import { chromium } from '../../tools/processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../../tools/testing/temporary-project.js'
import { themes } from '../../widgets/fixture.js'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const { path: browserPath, reason } = chromium()

const GREET = `import { greet } from './greeting.js'

const names = ['Ada', 'Grace']
for (const name of names) console.log(greet(name), { length: name.length })
`
const GREETING = "export const greet = (name) => 'Hello, ' + name + '.'\n"

/** Wider than a phone. */
const FAILS = `console.log('before')

function broken() {
  throw new TypeError('this was to be expected, and the line is longer than a phone is wide')
}

broken()
`

const ENDLESS = `console.log('on and on')
while (true) {}
`

const MUCH = `for (let i = 0; i < 3_000; i++) console.log('.'.repeat(40))
`

const FLOOD = `while (true) console.log('.')
`

const LOCAL = `import dgram from 'node:dgram'

console.log(typeof dgram.createSocket)
`

const COLOURS = `console.log('\\x1b[31mred\\x1b[39m')
console.error('on the other stream')
`

const CALLS = `import { check } from './check.js'

console.log('before')
check(
  undefined)
`

const CHECK = `export function check(value) {
  if (value === undefined) throw new TypeError('there is no value')
}
`

const PAGE = `# Zero

Text before.

{{#listing steps/greet.js run}}

{{#listing steps/fails.js run}}

{{#listing steps/endless.js run}}

{{#listing steps/much.js run}}

{{#listing steps/flood.js run}}

{{#listing steps/local.js run}}

{{#listing steps/colours.js run}}

{{#listing steps/calls.js run}}

{{#listing steps/greeting.js}}

[After](../ch01-one/README.md)

{{#quiz}}
`

const QUIZ = {
  questions: [
    {
      id: 'greets',
      type: 'output',
      prompt: 'What does it print?',
      code: 'quiz/greets.js',
      options: [
        { output: 'Hello, you.\n', correct: true, why: 'It greets you.' },
        { output: 'Hello, me.\n', why: 'It does not greet me.' },
      ],
    },
  ],
}

describe('listings that run', {
  skip: browserPath ? false : reason,
  concurrency: 3,
}, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [Zero](ch00-zero/README.md)\n- [One](ch01-one/README.md)\n',
      'src/ch00-zero/README.md': PAGE,
      'src/ch00-zero/quiz.json': JSON.stringify(QUIZ),
      'src/ch01-one/README.md': '# One\n\nText.\n',
      'code/ch00/steps/greet.js': GREET,
      'code/ch00/steps/greeting.js': GREETING,
      'code/ch00/steps/fails.js': FAILS,
      'code/ch00/steps/endless.js': ENDLESS,
      'code/ch00/steps/much.js': MUCH,
      'code/ch00/steps/flood.js': FLOOD,
      'code/ch00/steps/local.js': LOCAL,
      'code/ch00/steps/colours.js': COLOURS,
      'code/ch00/steps/calls.js': CALLS,
      'code/ch00/steps/check.js': CHECK,
      'code/ch00/quiz/greets.js': "console.log('Hello, you.')\n",
      'translations/pt-BR/language.json':
        '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
      'translations/pt-BR/strings.json': readFileSync(
        path.join(root, 'translations/pt-BR/strings.json'),
        'utf8',
      ),
    },
    { after },
    bookMachinery,
  )
  const pages = pagesInChromium(() => serveBook(book))

  /**
   * @param {(page: Page) => Promise<void>} use
   * @param {import('../../tools/browsers/pages.js').PageOptions & {
   *   file?: string }} [options]
   */
  const withPage = (use, { file = 'ch00-zero/index.html', ...rest } = {}) =>
    pages.withPage(file, use, {
      schemes: ['data', 'blob', 'about'],
      permissions: ['clipboard-read', 'clipboard-write'],
      ...rest,
    })

  /**
   * @param {Page} page
   * @param {string} name
   */
  const figure = (page, name) =>
    page.locator(`figure[data-run="ch00/steps/${name}.js"]`)

  /**
   * @param {Locator} box
   * @param {string} name of the button
   */
  const button = (box, name) => box.getByRole('button', { name, exact: true })

  /**
   * @param {Locator} box
   * @param {string} ended
   */
  async function hasEnded(box, ended) {
    await box.locator(`.run-output[data-ended="${ended}"]`).waitFor()
  }

  /** @param {Locator} locator */
  const text = async (locator) => (await locator.textContent()) ?? ''

  /** @param {Locator} box */
  const printed = (box) => text(box.locator('.run-printed'))

  /**
   * Opens the editor, and puts a text in the place of what it holds.
   *
   * @param {Locator} box
   * @param {string} program
   */
  async function edit(box, program) {
    await button(box, 'Edit').click()
    await box.locator('.cm-content:focus').waitFor()
    const { keyboard } = box.page()
    await keyboard.press('ControlOrMeta+a')
    await keyboard.insertText(program)
  }

  test('nothing that runs code is loaded before a button is pressed', async () => {
    /** @type {string[]} */
    const asked = []
    await withPage(
      async (page) => {
        await page.waitForLoadState('networkidle')
        assert.deepEqual(
          asked.filter((url) => url.includes('/playground/')),
          [],
        )
        assert.equal(await page.locator('.run-bar').count(), 8)
      },
      {
        prepare: async (page) => {
          page.on('request', (request) => asked.push(request.url()))
        },
      },
    )
  })

  test('a listing runs as it is shown, with the modules of its chapter', async () => {
    await withPage(async (page) => {
      const greet = figure(page, 'greet')
      await button(greet, 'Run').click()
      await hasEnded(greet, 'exit')
      assert.equal(
        await printed(greet),
        'Hello, Ada. { length: 3 }\nHello, Grace. { length: 5 }\n',
      )
      const verdict = await text(greet.locator('.run-verdict'))
      assert.match(verdict, /^It has ended\..*It printed: Hello, Ada\./)
      assert.equal(
        await page.evaluate(() => document.activeElement?.textContent),
        'Run',
        'the button keeps the focus',
      )
    })
  })

  test('what stands in the editor is what the listing shows', async () => {
    await withPage(async (page) => {
      const greet = figure(page, 'greet')
      const listed = await greet.locator('.line').allTextContents()
      const place = await greet.locator('pre').boundingBox()
      await button(greet, 'Edit').click()
      await greet.locator('.cm-content:focus').waitFor()
      assert.deepEqual(await greet.locator('.cm-line').allTextContents(), [
        ...listed,
      ])
      const editor = await greet.locator('.cm-editor').boundingBox()
      assert.ok(place && editor)
      assert.equal(editor.y, place.y)
      assert.ok(
        Math.abs(editor.height - place.height) < 1,
        `${place.height} px were ${editor.height} px in the editor`,
      )
      // Less text takes as much room, and a click anywhere in it is a click
      // into the text.
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      const content = await greet.locator('.cm-content').boundingBox()
      assert.equal(content?.height, editor.height)
    })
  })

  test('a program is changed, run, copied and brought back', async () => {
    await withPage(async (page) => {
      const greet = figure(page, 'greet')
      const changed = "console.log('changed')\n"
      await edit(greet, changed)
      await button(greet, 'Run').click()
      await hasEnded(greet, 'exit')
      assert.equal(await printed(greet), 'changed\n')

      await greet.hover()
      await greet.locator('> .buttons .clip-button').click()
      await greet.locator('.tooltipped').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.equal(copied, changed)

      await button(greet, 'Reset').click()
      const dialog = page.getByRole('alertdialog', {
        name: 'Throw your changes away?',
      })
      await button(dialog, 'Keep my text').click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(
        await text(greet.locator('.cm-line').first()),
        changed.trim(),
      )
      assert.equal(await text(greet.locator('.run-state')), '')
      await button(greet, 'Reset').click()
      await button(dialog, 'Throw them away').click()
      await greet.locator('.cm-editor').waitFor({ state: 'detached' })
      assert.ok(await greet.locator('pre').first().isVisible())
      assert.equal(await greet.locator('.run-printed').isVisible(), false)
      assert.equal(await button(greet, 'Reset').count(), 0)
      assert.equal(
        await page.evaluate(() => document.activeElement?.textContent),
        'Edit',
      )
      await button(greet, 'Run').click()
      await hasEnded(greet, 'exit')
      assert.match(await printed(greet), /^Hello, Ada\./)
    })
  })

  test('an error names its line, and leads the editor there', async () => {
    await withPage(async (page) => {
      const fails = figure(page, 'fails')
      await button(fails, 'Run').click()
      await hasEnded(fails, 'error')
      assert.equal(await printed(fails), 'before\n')
      assert.match(
        await text(fails.locator('.run-error')),
        /^TypeError: this was to be expected/,
      )
      assert.match(
        await text(fails.locator('.run-verdict')),
        /^It ended with an error\. TypeError: this .* It printed: before\s*$/,
      )
      await button(fails, 'Go to line 4').click()
      await fails.locator('.cm-content:focus').waitFor()
      await page.keyboard.insertText('HERE')
      assert.match(
        (await fails.locator('.cm-line').allTextContents())[3],
        /^ {2}(throw )?HERE/,
      )
      await page.keyboard.press('ControlOrMeta+z')
      await page.keyboard.press('ControlOrMeta+Enter')
      await fails.locator('.code-error').waitFor()
      assert.match(
        await text(fails.locator('.code-error-line')),
        /^ {2}throw new TypeError/,
      )
    })
  })

  test('a text without changes is put back without a question', async () => {
    await withPage(async (page) => {
      const greet = figure(page, 'greet')
      await edit(greet, 'x')
      await page.keyboard.press('ControlOrMeta+z')
      await button(greet, 'Reset').click()
      await greet.locator('.cm-editor').waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('alertdialog').count(), 0)
    })
  })

  test('what is changed outlives a reload, until it is put back', async () => {
    await withPage(async (page) => {
      const greet = figure(page, 'greet')
      const colours = figure(page, 'colours')
      await edit(greet, "console.log('mine')")
      await edit(colours, "console.log('mine, too')")
      await page.reload()
      await greet.locator('.cm-editor').waitFor()
      await colours.locator('.cm-editor').waitFor()
      assert.equal(await page.locator('.cm-editor').count(), 2)
      assert.equal(await page.locator('.cm-content:focus').count(), 0)
      await button(greet, 'Run').click()
      await hasEnded(greet, 'exit')
      assert.equal(await printed(greet), 'mine\n')

      await button(greet, 'Reset').click()
      await button(page.getByRole('alertdialog'), 'Throw them away').click()
      await greet.locator('.cm-editor').waitFor({ state: 'detached' })
      await page.reload()
      await colours.locator('.cm-editor').waitFor()
      assert.equal(await page.locator('.cm-editor').count(), 1)
    })
  })

  test('an error in a module names the line of the call, and leads there', async () => {
    await withPage(async (page) => {
      const calls = figure(page, 'calls')
      await edit(calls, `\n${CALLS}`)
      await button(calls, 'Run').click()
      await hasEnded(calls, 'error')
      assert.equal(
        await text(calls.locator('.run-error')),
        'TypeError: there is no value steps/check.js:2 called here: line 5',
      )
      assert.equal(await text(calls.locator('.code-error-line')), 'check(')
      await button(calls, 'Go to line 5').click()
      await calls.locator('.cm-content:focus').waitFor()
      await page.keyboard.insertText('HERE')
      assert.equal(
        (await calls.locator('.cm-line').allTextContents())[4],
        'HEREcheck(',
      )
    })
  })

  test('an outline is around all of the editor, and clear of the button', async () => {
    await withPage(async (page) => {
      const greet = figure(page, 'greet')
      await button(greet, 'Edit').click()
      await greet.locator('.cm-content:focus').waitFor()
      const copy = await greet.locator('> .buttons').boundingBox()
      const editor = greet.locator('.cm-editor')
      const box = await editor.boundingBox()
      assert.ok(copy && box)
      const [outline, numbers, inset, border] = await editor.evaluate(
        (element) => {
          const ring = getComputedStyle(element, '::after')
          const gutters = element.querySelector('.cm-gutters')
          const { zIndex } = getComputedStyle(gutters ?? element)
          return [ring.zIndex, zIndex, ring.inset, ring.borderWidth]
        },
      )
      assert.ok(Number(outline) > Number(numbers), 'the line numbers cover it')
      assert.deepEqual([inset, border], ['0px', '2px'])
      const gap = box.y - (copy.y + copy.height)
      assert.ok(gap >= 0, `they overlap by ${-gap} px`)
    })
  })

  test('an endless loop is stopped by its button', async () => {
    await withPage(async (page) => {
      const endless = figure(page, 'endless')
      await button(endless, 'Run').click()
      await endless.locator('.run-printed', { hasText: 'on and on' }).waitFor()
      await button(endless, 'Stop').click()
      await hasEnded(endless, 'stopped')
      assert.equal(await printed(endless), 'on and on\n')
      assert.match(await text(endless.locator('.run-verdict')), /^Stopped\./)
      await button(endless, 'Run').waitFor()
    })
  })

  test('Reset stops a run that goes on', async () => {
    await withPage(async (page) => {
      const endless = figure(page, 'endless')
      await button(endless, 'Run').click()
      await button(endless, 'Stop').waitFor()
      await button(endless, 'Reset').click()
      await button(endless, 'Run').waitFor()
      assert.equal(await text(endless.locator('.run-verdict')), '')
      assert.equal(await page.locator('iframe').count(), 0)
    })
  })

  test('much output is cut, and not said', async () => {
    await withPage(async (page) => {
      const much = figure(page, 'much')
      await button(much, 'Run').click()
      await hasEnded(much, 'exit')
      assert.equal((await printed(much)).length, 100_000)
      assert.match(
        await text(much.locator('.run-cut')),
        /more than 100,000 characters/,
      )
      assert.match(
        await text(much.locator('.run-verdict')),
        /^It has ended\. It printed 3,000 lines\.$/,
      )
    })
  })

  test('a flood is stopped', async () => {
    await withPage(async (page) => {
      const flood = figure(page, 'flood')
      await button(flood, 'Run').click()
      await hasEnded(flood, 'flood')
      assert.match(
        await text(flood.locator('.run-verdict')),
        /^Stopped: it printed too much\./,
      )
    })
  })

  test('what a page does not have is told, with the command for a terminal', async () => {
    await withPage(async (page) => {
      const local = figure(page, 'local')
      await button(local, 'Run').click()
      await hasEnded(local, 'unsupported')
      const output = local.locator('.run-output')
      assert.match(await text(output), /no node:dgram in a page/)
      assert.match(await text(output), /in the folder code\/ch00/)
      const said = await text(local.locator('.run-verdict .visually-hidden'))
      assert.equal(said.trim(), 'There is no node:dgram in a page.')
      await output.locator('.clip-button').click()
      await output.locator('.tooltipped').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.equal(copied, 'node steps/local.js')
    })
  })

  test('both streams are shown, without the colours of a terminal', async () => {
    await withPage(async (page) => {
      const colours = figure(page, 'colours')
      await button(colours, 'Run').click()
      await hasEnded(colours, 'exit')
      assert.equal(await printed(colours), 'red\non the other stream\n')
      assert.equal(
        await text(colours.locator('.run-printed .stderr')),
        'on the other stream\n',
      )
    })
  })

  test('all of it goes by keyboard', async () => {
    await withPage(async (page) => {
      const colours = figure(page, 'colours')
      const { keyboard } = page
      await button(colours, 'Run').focus()
      await keyboard.press('Tab')
      await keyboard.press('Enter')
      await colours.locator('.cm-content:focus').waitFor()
      await keyboard.press('ControlOrMeta+a')
      await keyboard.type('if (true) {')
      await keyboard.press('Enter')
      await keyboard.type("console.log('s/s/?')")
      await keyboard.press('Enter')
      await keyboard.type('}')
      await keyboard.press('Home')
      await keyboard.press('Tab')
      assert.deepEqual(await colours.locator('.cm-line').allTextContents(), [
        'if (true) {',
        "  console.log('s/s/?')",
        '  }',
      ])
      await keyboard.press('Control+Enter')
      await hasEnded(colours, 'exit')
      assert.equal(await printed(colours), 's/s/?\n')
      const content = colours.locator('.cm-content')
      assert.equal(await content.getAttribute('spellcheck'), 'false')
      assert.equal(
        await content.getAttribute('aria-describedby'),
        await colours.locator('.code-hint').getAttribute('id'),
      )
      assert.equal(
        await content.getAttribute('aria-label'),
        'Edit steps/colours.js',
      )
      const focused = () =>
        page.evaluate(() => document.activeElement?.textContent ?? '')
      await keyboard.press('Escape')
      assert.equal(
        await text(colours.locator('.code-hint')),
        'The next Tab leaves the editor.',
      )
      await keyboard.press('Tab')
      assert.equal(await focused(), 'Run')
      await keyboard.press('Shift+Tab')
      await colours.locator('.cm-content:focus').waitFor()
      await keyboard.press('Tab')
      await colours.locator('.cm-content:focus').waitFor()
      await keyboard.press('Escape')
      await keyboard.press('Shift+Tab')
      assert.equal(await colours.locator('.cm-content:focus').count(), 0)
    })
  })

  test('no key that is typed reaches mdBook', async () => {
    await withPage(async (page) => {
      const greet = figure(page, 'greet')
      await edit(greet, '')
      const { keyboard } = page
      for (const key of ['s', '/', '?']) await keyboard.type(key)
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight']) {
        await keyboard.press(key)
      }
      assert.equal(await text(greet.locator('.cm-line')), 's/?')
      assert.equal(await page.locator('#mdbook-searchbar').isVisible(), false)
      assert.match(page.url(), /ch00-zero\/index\.html$/)
      await button(greet, 'Run').focus()
      await keyboard.press('s')
      await keyboard.press('ArrowRight')
      assert.equal(await page.locator('#mdbook-searchbar').isVisible(), false)
      assert.match(page.url(), /ch00-zero\/index\.html$/)
    })
  })

  test('a prediction is run once it is answered, and can be played with', async () => {
    await withPage(async (page) => {
      const question = page.locator('.question')
      assert.equal(await question.locator('.run-bar').count(), 0)
      await question.getByLabel('Hello, me.').check()
      await button(question, 'Check Enter')
        .or(question.locator('.check'))
        .click()
      const box = question.locator('.predicted')
      await hasEnded(box, 'exit')
      assert.match(await text(box), /^What it prints here/)
      assert.equal(await printed(box), 'Hello, you.\n')
      await edit(box, 'console.log(6 * 7)')
      await page.keyboard.press('ControlOrMeta+Enter')
      await box.getByText('42', { exact: true }).waitFor()
      await question.getByLabel('Hello, you.').check()
      assert.equal(await box.isVisible(), false)
      await question.locator('.check').click()
      assert.ok(await box.isVisible())
    })
  })

  test('what takes time to load says so, and is not loaded twice', async () => {
    await withPage(async (page) => {
      /** @type {() => void} */
      let letLoad = () => {}
      const mayLoad = new Promise((resolve) => {
        letLoad = () => resolve(undefined)
      })
      await page.route('**/playground/editor.js', async (route) => {
        await mayLoad
        await route.continue()
      })
      const greet = figure(page, 'greet')
      await button(greet, 'Edit').click()
      const state = greet.locator('.run-state')
      await state.getByText('Loading…').waitFor()
      await button(greet, 'Edit').click()
      letLoad()
      await greet.locator('.cm-content:focus').waitFor()
      assert.equal(await greet.locator('.cm-editor').count(), 1)
      assert.equal(await text(state), '')
    })
  })

  test('what fails to load is told, and is tried again', async () => {
    await withPage(
      async (page) => {
        const greet = figure(page, 'greet')
        await button(greet, 'Run').click()
        const state = greet.locator('.run-state')
        await state
          .getByText(
            'This could not be loaded. Once you are online, try again.',
            { exact: true },
          )
          .waitFor()
        await page.unroute('**/playground/**')
        await button(greet, 'Run').click()
        await hasEnded(greet, 'exit')
        assert.equal(await text(state), '')

        await page.route('**/playground/**', (route) => route.abort())
        await button(greet, 'Edit').click()
        await state.getByText(/could not be loaded/).waitFor()
        await page.unroute('**/playground/**')
        await button(greet, 'Edit').click()
        await greet.locator('.cm-content:focus').waitFor()
      },
      {
        expected: notLoaded,
        prepare: (page) =>
          page.route('**/playground/**', (route) => route.abort()),
      },
    )
  })

  test('it works where nothing can be kept', async () => {
    await withPage(
      async (page) => {
        const greet = figure(page, 'greet')
        await edit(greet, 'console.log(1)')
        await button(greet, 'Run').click()
        await hasEnded(greet, 'exit')
        assert.equal(await printed(greet), '1\n')
      },
      {
        script: () => {
          for (const name of ['localStorage', 'sessionStorage']) {
            Object.defineProperty(window, name, {
              get() {
                throw new DOMException('The operation is insecure.')
              },
            })
          }
        },
        // mdBook's own scripts read it.
        expected: /^The operation is insecure\.$/,
      },
    )
  })

  for (const theme of sampled(themes, 4)) {
    test(`${theme}: axe finds nothing serious, before and after use`, async () => {
      await withPage(async (page) => {
        await page.evaluate(
          ([all, name]) => {
            const { classList } = document.documentElement
            classList.remove(...all)
            classList.add(...name)
          },
          [themes, [theme]],
        )
        assert.deepEqual(await axeFindings(page, { within: 'main' }), [])
        const fails = figure(page, 'fails')
        await button(fails, 'Edit').click()
        await fails.locator('.cm-content:focus').waitFor()
        for (const [name, ended] of [
          ['greet', 'exit'],
          ['fails', 'error'],
          ['local', 'unsupported'],
          ['colours', 'exit'],
        ]) {
          await button(figure(page, name), 'Run').click()
          await hasEnded(figure(page, name), ended)
        }
        await fails.locator('.code-error').waitFor()
        await fails.getByText('The error in full').click()
        await page.locator('.question .option').first().click()
        await page.locator('.check').click()
        await hasEnded(page.locator('.predicted'), 'exit')
        assert.deepEqual(await axeFindings(page, { within: 'main' }), [])
      })
    })
  }

  test('the editor has the colours of the listing', async () => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await withPage(
        async (page) => {
          const fails = figure(page, 'fails')
          const words = ['function', 'broken', 'TypeError', 'console', 'log']
          /** @param {string} line */
          const colours = (line) =>
            fails.evaluate(
              (element, { line, words }) => {
                const spans = [...element.querySelectorAll(`${line} span`)]
                return words.map((word) => {
                  const span = spans.find((one) => one.textContent === word)
                  return span && getComputedStyle(span).color
                })
              },
              { line, words },
            )
          const listed = await colours('.line')
          assert.ok(listed.every(Boolean) && new Set(listed).size > 1)
          await button(fails, 'Edit').click()
          await fails.locator('.cm-content:focus').waitFor()
          // What there is no time for in the first frame is coloured later.
          const end = performance.now() + 10_000
          let shown = await colours('.cm-line')
          while (!isDeepStrictEqual(shown, listed) && performance.now() < end) {
            shown = await colours('.cm-line')
          }
          assert.deepEqual(shown, listed)
        },
        { colorScheme },
      )
    }
  })

  test('at 390 px nothing makes the page scroll sideways', async () => {
    await withPage(
      async (page) => {
        assert.equal(await sideways(page), 0)
        for (const [name, ended] of [
          ['fails', 'error'],
          ['local', 'unsupported'],
        ]) {
          const one = figure(page, name)
          await button(one, 'Edit').click()
          await one.locator('.cm-content:focus').waitFor()
          await button(one, 'Run').click()
          await hasEnded(one, ended)
        }
        await figure(page, 'fails').getByText('The error in full').click()
        assert.equal(await sideways(page), 0)
      },
      { width: 390 },
    )
  })

  test('on paper there is the listing, and nothing else', async () => {
    await withPage(async (page) => {
      const fails = figure(page, 'fails')
      await button(fails, 'Edit').click()
      await fails.locator('.cm-content:focus').waitFor()
      await button(fails, 'Run').click()
      await hasEnded(fails, 'error')
      await page.emulateMedia({ media: 'print' })
      assert.ok(await fails.locator('> pre').isVisible())
      for (const part of ['.run-bar', '.run-output', '.run-editor']) {
        assert.equal(await fails.locator(part).isVisible(), false, part)
      }
    })
    await withPage(
      async (page) => {
        assert.equal(await page.locator('figure[data-run]').count(), 9)
        assert.equal(await page.locator('.run-bar').count(), 0)
      },
      { file: 'print.html' },
    )
  })

  test('in Portuguese it speaks Portuguese', async () => {
    await withPage(
      async (page) => {
        const fails = figure(page, 'fails')
        await button(fails, 'Editar').click()
        await fails.locator('.cm-content:focus').waitFor()
        assert.match(
          await text(fails.locator('.code-hint')),
          /^Tab recua a linha\. Escape e depois Tab sai do editor\. \S+ \+ Enter roda\.$/,
        )
        await button(fails, 'Rodar').click()
        await hasEnded(fails, 'error')
        await button(fails, 'Ir para a linha 4').waitFor()
        assert.match(
          await text(fails.locator('.run-verdict')),
          /^Terminou com um erro\./,
        )
        assert.deepEqual(await axeFindings(page, { within: 'main' }), [])
      },
      { file: 'pt-BR/ch00-zero/index.html' },
    )
  })
})
