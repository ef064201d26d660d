// @reads book.toml theme/ site/

/** The PDF of a small book: the bookmarks that Chromium makes of it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { chromium } from '../processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../testing/temporary-project.js'

const SUMMARY = `# Summary

[Introduction](README.md)

- [Zero](ch00-zero/README.md)
  - [A section](ch00-zero/section.md)
`

const { path: browserPath, reason } = chromium()

/**
 * The titles of the outline. Chromium leaves it uncompressed: an item's title
 * is followed by references to its neighbours (ISO 32000-2, 12.3.3).
 *
 * @param {string} pdf
 * @returns {string[]} each after the title of the item that it is below
 */
function bookmarksOf(pdf) {
  const items = [
    ...pdf.matchAll(
      /(\d+) 0 obj\n<<\/Title \(([^)]*)\)\n\/Dest .*\n\/Parent (\d+) 0 R/g,
    ),
  ]
  const titles = new Map(items.map(([, id, title]) => [id, title]))
  return items.map(([, , title, parent]) =>
    `${titles.get(parent) ?? ''} > ${title}`.replace(/^ > /, ''),
  )
}

describe('the PDF of a book', { skip: browserPath ? false : reason }, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md': SUMMARY,
      'src/README.md': '# Introduction\n\nHello.\n\n## More\n\nText.\n',
      'src/ch00-zero/README.md': '# Zero\n\nText.\n',
      'src/ch00-zero/section.md':
        '# A section\n\nText.\n\n## Deeper\n\nText.\n',
    },
    { after },
    bookMachinery,
  )
  let pdf = ''
  before(async () => {
    const { status, output } = await book.run('pdf/cli.js')
    assert.equal(status, 0, output)
    const name = 'book/pdf/nodejs-is-faster-than-you-think.en.pdf'
    pdf = readFileSync(book.path(name), 'latin1')
  })

  test('has bookmarks by chapter, section and heading', () => {
    assert.deepEqual(bookmarksOf(pdf).sort(), [
      'A section > Deeper',
      'Introduction',
      'Introduction > More',
      'Zero',
      'Zero > A section',
    ])
  })
})
