// @nightly
// @reads book.toml code/ site/ widgets/ browser-node/ theme/ results/
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../processes/free-port.js'
import { patience } from '../processes/pace.js'
import { cleanEnv } from '../processes/run.js'
import { mdbookPath } from '../processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../testing/temporary-project.js'

/** With mdBook on it, which the project of a test has not set up. */
const searchPath = [path.dirname(mdbookPath() ?? ''), process.env.PATH].join(
  path.delimiter,
)

const files = {
  'src/SUMMARY.md':
    '# Summary\n\n[Introduction](README.md)\n\n- [First](ch00-first/README.md)\n  - [Section](ch00-first/section.md)\n- [Second](ch01-second/README.md)\n',
  'src/README.md': '# Introduction\n\nHello.\n',
  'src/ch00-first/README.md':
    "# First\n\n{{#listing server.js#answer}}\n\n{{#listing server.js#same}}\n\n```console server=server.js\n$ echo 'a\n> b'\na\nb\n```\n",
  'src/ch00-first/section.md':
    '# Section\n\nSee [First](README.md).\n\n## A heading\n\nText.\n',
  'src/ch01-second/README.md':
    '# Second\n\n{{#listing server.js}}\n\n```console server=server.js\n$ echo b\nb\n```\n',
  'code/ch00/server.js': 'export const answer = 1\n\nexport const same = 2\n',
  'code/ch01/server.js': 'export const answer = 2\n',
  'translations/pt-BR/language.json':
    '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
  'translations/pt-BR/ch00-first/section.md':
    '# Seção\n\nVeja [First](README.md).\n\n## Um título\n\nTexto.\n',
}

/** @param {string} url @returns {Promise<string>} '' while it is not there */
async function open(url) {
  try {
    const response = await fetch(url)
    const text = await response.text()
    return response.ok ? text : ''
  } catch {
    return ''
  }
}

/**
 * @param {string} url
 * @param {(html: string) => boolean} isThere
 * @throws {Error} when it is not as it should be by then
 */
async function waitFor(url, isThere) {
  const limit = patience(30)
  const end = performance.now() + limit * 1000
  while (!isThere(await open(url))) {
    if (performance.now() > end) {
      throw new Error(`${url} is not as expected after ${limit} s`)
    }
    await sleep(5)
  }
}

/**
 * @param {string} url
 * @returns {Promise<Response>} the first there is
 */
async function firstAnswer(url) {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response) return response
    await sleep(5)
  }
}

/**
 * Waits to be told to load the page again, as its script does.
 *
 * @param {string} url of the server
 */
async function listen(url) {
  const request = http.get(new URL('__reload', url))
  const [response] = await once(request, 'response')
  return { told: once(response, 'data'), close: () => request.destroy() }
}

describe('the book while it is written', () => {
  /** @type {(() => void)[]} what is removed when the server has ended */
  const remains = []
  const later = {
    after: (/** @type {() => void} */ clean) => remains.push(clean),
  }
  const book = temporaryProject(files, later, bookMachinery)
  let url = ''
  let printed = ''
  /** @type {import('node:child_process').ChildProcess} */
  let server

  before(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/`
    server = spawn(
      process.execPath,
      [
        book.path('tools/serve/cli.js'),
        '--port',
        String(port),
        '--hostname',
        '127.0.0.1',
      ],
      {
        env: cleanEnv({ PATH: searchPath }),
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    server.stdout?.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    const building = await firstAnswer(url)
    assert.equal(building.status, 503)
    assert.match(await building.text(), /The book is being built/)
    await waitFor(url, (html) => html.includes('Hello.'))
  })
  after(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.kill('SIGTERM')) await ended
    assert.doesNotMatch(printed, /could not be built/)
    for (const clean of remains) clean()
  })

  /** @param {number} count of whole builds that are done */
  async function wholeBuilds(count) {
    const isDone = () => printed.split('Whole book:').length > count
    await waitFor(url, isDone)
  }

  /** How many there have been. */
  const soFar = () => printed.split('Whole book:').length - 1

  test('has both languages, and leads to a folder', async () => {
    assert.match(await open(`${url}pt-BR`), /<html lang="pt-BR"/)
    assert.match(await open(`${url}pt-BR/ch00-first/section.html`), /Seção/)
    assert.equal((await fetch(`${url}no.html`)).status, 404)
    assert.equal((await fetch(`${url}..%2f..%2fbook.toml`)).status, 404)
  })

  test('a saved page is shown at once, as a whole build makes it', async () => {
    const page = `${url}ch00-first/section.html`
    const reader = await listen(url)
    const builds = soFar()
    book.replace('src/ch00-first/section.md', 'Text.', 'Text, and more.')
    await reader.told
    assert.equal(soFar(), builds, 'the whole book was not waited for')
    const alone = await open(page)
    assert.match(alone, /Text, and more\./)
    const twin = await open(`${url}pt-BR/ch00-first/section.html`)
    await wholeBuilds(builds + 1)
    const name = /toc-[0-9a-f]{8}/g
    const isSame = (/** @type {string} */ a, /** @type {string} */ b) =>
      assert.equal(a.replace(name, 'toc'), b.replace(name, 'toc'))
    isSame(alone, await open(page))
    isSame(twin, await open(`${url}pt-BR/ch00-first/section.html`))
    // What the page named before is still found.
    const [contents] = /toc-[0-9a-f]{8}\.js/.exec(alone) ?? []
    assert.notEqual(await open(`${url}${contents}`), '')
    assert.match(alone, /id="search-toggle"/)
    reader.close()
  })

  test('of a saved program, what the open page shows of it is', async () => {
    await open(`${url}ch01-second/index.html`)
    const reader = await listen(url)
    const builds = soFar()
    book.replace('code/ch01/server.js', '2', '3')
    await reader.told
    assert.equal(soFar(), builds, 'the whole book was not waited for')
    assert.match(await open(`${url}ch01-second/index.html`), /answer = .*3/)
    await wholeBuilds(builds + 1)
    reader.close()
  })

  test('what is wrong is said on the page and in the terminal', async () => {
    const page = `${url}ch00-first/section.html`
    book.replace(
      'src/ch00-first/section.md',
      'Text',
      '{{#listing no.js}}\n\nText',
    )
    await waitFor(page, (html) => html.includes('build-error'))
    const isSaid = () => printed.includes('section.md:7:')
    await waitFor(page, isSaid)
    book.replace('src/ch00-first/section.md', '{{#listing no.js}}\n\n', '')
    await waitFor(page, (html) => !html.includes('build-error'))
  })
})
