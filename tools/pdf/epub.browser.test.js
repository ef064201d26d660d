// @reads book.toml theme/ site/

/** The EPUB of a small book: its parts (EPUB 3.3, Open Container Format). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { launchChromium } from '../browsers/chromium.js'
import { chromium } from '../processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../testing/temporary-project.js'

const { path: browserPath, reason } = chromium()

/** @param {string} xml @param {RegExp} pattern with one group */
const all = (xml, pattern) => [...xml.matchAll(pattern)].map(([, one]) => one)

describe('the EPUB of a book', { skip: browserPath ? false : reason }, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n[Introduction](README.md)\n\n# Part\n\n- [Zero](ch00-zero/README.md)\n',
      'src/README.md':
        '# Introduction\n\nA & B<br>[on](ch00-zero/README.md#more).\n',
      'src/ch00-zero/README.md':
        '# Zero\n\n[Back](../README.md), [404](../404.html)\n\n## More\n\n<details><summary>One</summary>Two</details>\n',
    },
    { after },
    bookMachinery,
  )
  let bytes = Buffer.alloc(0)
  /** @type {Record<string, string>} */
  let files = {}
  before(async () => {
    const { status, output } = await book.run('pdf/epub.js')
    assert.equal(status, 0, output)
    const name = 'book/epub/nodejs-is-faster-than-you-think.en.epub'
    bytes = readFileSync(book.path(name))
    files = Object.fromEntries(
      Object.entries(unzipSync(bytes))
        .filter(([file]) => !file.endsWith('/'))
        .map(([file, content]) => [file, strFromU8(content)]),
    )
  })

  test('begins with its type, as it is', () => {
    assert.equal(bytes.readUInt16LE(8), 0, 'compressed')
    const start = bytes.toString('latin1', 30, 58)
    assert.equal(start, 'mimetypeapplication/epub+zip')
  })

  test('has the files that its manifest lists', () => {
    const listed = all(files['book/package.opf'], /<item [^>]*href="([^"]+)/g)
    assert.deepEqual(
      [
        'META-INF/container.xml',
        'book/package.opf',
        'mimetype',
        ...listed.map((file) => `book/${file}`),
      ].sort(),
      Object.keys(files).sort(),
    )
  })

  test('lists its pages by part, and has what its links lead to', () => {
    assert.match(files['book/nav.xhtml'], /<span>Part<\/span><ol[^>]*><li/)
    const links = Object.entries(files).flatMap(([file, text]) =>
      all(text, /<a [^>]*href="(?!https?:)([^"]+)/g).map((href) => {
        const [to, id] = href.split('#')
        return { at: to ? path.posix.join(path.dirname(file), to) : file, id }
      }),
    )
    const zero = 'book/ch00-zero/index.xhtml'
    assert.deepEqual(links, [
      { at: 'book/index.xhtml', id: undefined },
      { at: zero, id: undefined },
      { at: zero, id: 'more' },
      { at: 'book/index.xhtml', id: undefined },
    ])
    assert.match(files[zero], / id="more"/)
  })

  test('is well-formed', async () => {
    const browser = await launchChromium()
    after(() => browser.close())
    const page = await browser.newPage()
    const mistakes = await page.evaluate(
      (texts) =>
        texts.map((text) => {
          const xml = new DOMParser().parseFromString(text, 'application/xml')
          return xml.querySelector('parsererror')?.textContent ?? ''
        }),
      Object.entries(files)
        .filter(([file]) => /\.(?:xhtml|opf|xml)$/.test(file))
        .map(([, text]) => text),
    )
    assert.deepEqual(mistakes, ['', '', '', '', ''])
  })
})
