/**
 * The programs of the pages in Firefox: what runs them, and what keeps them
 * apart from the page, is not the same there as in Chromium.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { launchFirefox } from '../lib/firefox.js'
import { siteDir } from '../lib/paths.js'
import { serveFolder } from '../lib/static-server.js'
import { firefox } from '../lib/toolchain.js'
import { comparable, programsOfSite, runInNode } from './programs.js'

const { path: browserPath, reason } = firefox()

describe('the programs of the pages in Firefox', {
  skip: browserPath ? false : reason,
}, () => {
  /** @type {import('../lib/firefox.js').Firefox} */
  let browser
  /** @type {Awaited<ReturnType<typeof serveFolder>>} */
  let server

  before(async () => {
    assert.ok(
      existsSync(path.join(siteDir, 'index.html')),
      'book/html/index.html is missing: run `mdbook build` first',
    )
    server = await serveFolder(siteDir)
    browser = await launchFirefox()
    await browser.open(`${server.url}/index.html`)
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  /**
   * @param {string} program `ch07/steps/1-order.js`
   * @param {{ text?: string, timeout?: number }} [options] text: in the place
   *   of the file's
   */
  async function run(program, options = {}) {
    const script = `(${inPage})(${JSON.stringify({ program, ...options })})`
    return JSON.parse(await browser.evaluate(script))
  }

  for (const program of programsOfSite()) {
    test(`${program} prints what Node.js prints`, async () => {
      const { output, outcome } = await run(program)
      const expected = runInNode(program)
      const { ended, error } = outcome
      assert.equal(
        withoutTypeNames(comparable(output)),
        withoutTypeNames(comparable(expected.output)),
        `${ended} ${JSON.stringify(error)}`,
      )
      assert.equal(ended, expected.failed ? 'error' : 'exit')
    })
  }

  const program = 'ch08/steps/3-order.js'

  test('an error has its line', async () => {
    const text = "const nothing = null\nconsole.log('before')\nnothing.more()\n"
    const { output, outcome } = await run(program, { text })
    assert.equal(output, 'before\n')
    assert.equal(outcome.ended, 'error')
    assert.equal(outcome.error.name, 'TypeError')
    assert.equal(outcome.error.file, 'steps/3-order.js')
    assert.equal(outcome.error.line, 3)
  })

  test('what does not end is ended', async () => {
    const text = "console.log('begun')\nfor (;;);\n"
    const { output, outcome } = await run(program, { text, timeout: 1000 })
    assert.equal(output, 'begun\n')
    assert.equal(outcome.ended, 'timeout')
  })

  /** What a program must not reach, as expressions that throw. */
  const closed = {
    'the network': `await fetch('${'http://127.0.0.1:9/'}')`,
    'a module of another site': `await import('http://127.0.0.1:9/x.js')`,
    'a module, by way of a function':
      'await new Function(\'return import("http://127.0.0.1:9/x.js")\')()',
    storage: "localStorage.setItem('a', 'b')",
    databases: "indexedDB.open('a')",
    'the page': 'parent.document.title',
    'another worker': "new Worker('data:text/javascript,')",
  }
  for (const [what, expression] of Object.entries(closed)) {
    test(`a program does not reach ${what}`, async () => {
      const text = `${expression}\nconsole.log('reached')\n`
      const { output, outcome } = await run(program, { text })
      assert.equal(output, '')
      assert.notEqual(outcome.ended, 'exit')
      assert.notEqual(outcome.error?.message ?? '', '')
    })
  }
})

/**
 * Of an object that does not tell what made it, V8 knows the class all the
 * same, and Node.js prints that.
 *
 * @param {string} output
 */
const withoutTypeNames = (output) =>
  output.replaceAll(/\w+ <(?=\[Object: null prototype\])/g, 'Object <')

/**
 * Runs in the page, as text.
 *
 * @param {{ program: string, text?: string, timeout?: number }} options
 */
async function inPage({ program, text, timeout }) {
  const [chapter, ...rest] = program.split('/')
  const entry = rest.join('/')
  const sandbox = '/playground/sandbox.js'
  const { runProgram } = await import(sandbox)
  const { files } = await (await fetch(`/playground/${chapter}.json`)).json()
  if (text !== undefined) files[entry] = text
  let output = ''
  const outcome = await runProgram(
    { chapter, files, entry },
    {
      ...(timeout && { timeout }),
      /** @param {any} event */
      onEvent: (event) => {
        if (event.stream === 'stdout') output += event.text
      },
    },
  )
  return JSON.stringify({ output, outcome })
}
