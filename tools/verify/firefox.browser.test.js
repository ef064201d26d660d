/**
 * The programs of the pages in Firefox: what runs them, and what keeps them
 * apart from the page, is not the same there as in Chromium.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, describe, test } from 'node:test'
import { launchFirefox } from '../browsers/firefox.js'
import { sampled } from '../lib/sample.js'
import { firefox } from '../processes/toolchain.js'
import { comparable, pagesWithPrograms, runInNode } from './programs.fixture.js'
import { serveSite } from './serve-site.fixture.js'

const { path: browserPath, reason } = firefox()

describe('the programs of the pages in Firefox', {
  skip: browserPath ? false : reason,
}, () => {
  /** @type {import('../browsers/firefox.js').Firefox} */
  let browser
  /** @type {Awaited<ReturnType<typeof serveSite>>} */
  let server

  before(async () => {
    server = await serveSite()
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

  const programs = new Set(
    pagesWithPrograms().flatMap(({ programs }) => programs),
  )

  test('there are some', () => {
    assert.ok(programs.size > 0, 'no listing has "run", no question an output')
  })

  for (const program of sampled([...programs], 8)) {
    test(`${program} prints what Node.js prints`, async () => {
      const { stdout, stderr, outcome } = await run(program)
      const expected = await runInNode(program)
      const { ended, status, error } = outcome
      const why = `${ended} ${JSON.stringify(error)}`
      assert.equal(
        withoutTypeNames(comparable(stdout)),
        withoutTypeNames(comparable(expected.stdout)),
        why,
      )
      assert.equal(status, expected.status, why)
      if (status === 0) assert.equal(stderr, expected.stderr, why)
      else assert.ok(expected.stderr.includes(`\n${error?.name}`), why)
    })
  }

  const program = 'ch08/steps/3-order.js'

  test('an error has its line', async () => {
    const text = "const nothing = null\nconsole.log('before')\nnothing.more()\n"
    const { stdout, outcome } = await run(program, { text })
    assert.equal(stdout, 'before\n')
    assert.equal(outcome.ended, 'error')
    assert.equal(outcome.error.name, 'TypeError')
    assert.equal(outcome.error.file, 'steps/3-order.js')
    assert.equal(outcome.error.line, 3)
  })

  test('what does not end is ended', async () => {
    const text = "console.log('begun')\nfor (;;);\n"
    const { stdout, outcome } = await run(program, { text, timeout: 1000 })
    assert.equal(stdout, 'begun\n')
    assert.equal(outcome.ended, 'timeout')
  })

  /** What a program must not reach, as statements that throw. */
  const closed = {
    'the network': "await fetch('URL')",
    'a module of another site': "await import('URL')",
    'a module, by way of a function':
      'await new Function(\'return import("URL")\')()',
    storage: "localStorage.setItem('a', 'b')",
    databases: "indexedDB.open('a')",
    'the page': 'parent.document.title',
    'another worker': "new Worker('data:text/javascript,')",
  }
  for (const [what, statement] of Object.entries(closed)) {
    test(`a program does not reach ${what}`, async () => {
      const elsewhere = await startWitness()
      try {
        // The page itself could ask it.
        await browser.evaluate(
          `fetch('${elsewhere.url}/page').then(() => null)`,
        )
        const text = `${statement.replace('URL', `${elsewhere.url}/x.js`)}
console.log('reached')
`
        const { stdout, outcome } = await run(program, { text })
        assert.equal(stdout, '')
        assert.notEqual(outcome.ended, 'exit')
        assert.notEqual(outcome.error?.message ?? '', '')
        assert.deepEqual(elsewhere.asked, ['/page'])
      } finally {
        await elsewhere.close()
      }
    })
  }
})

/** A server that answers everybody, and keeps what it was asked for. */
async function startWitness() {
  /** @type {string[]} */
  const asked = []
  const server = http.createServer((req, res) => {
    asked.push(req.url ?? '')
    res.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-type': 'text/javascript',
    })
    res.end('export {}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

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
  const printed = { stdout: '', stderr: '' }
  const outcome = await runProgram(
    { chapter, files, entry },
    {
      ...(timeout && { timeout }),
      /** @param {import('../../browser-node/sandbox.js').RunEvent} event */
      onEvent: (event) => {
        if (event.type === 'output') printed[event.stream] += event.text
      },
    },
  )
  return JSON.stringify({ ...printed, outcome })
}
