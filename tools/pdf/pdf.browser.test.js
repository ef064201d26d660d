// @reads book.toml theme/ site/

/** The PDF of a small book: what is before its first page, and its bookmarks. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { chromium } from '../processes/toolchain.js'
import {
  bookMachinery,
  temporaryProject,
} from '../testing/temporary-project.js'
import { readPdf } from './destinations.js'

const SUMMARY = `# Summary

[Introduction](README.md)

# Prologue

- [Zero](ch00-zero/README.md)
  - [A section](ch00-zero/section.md)

# Part I · From bytes to HTTP

- [One](ch01-one/README.md)

---

[What changed](changelog.md)
`

const { path: browserPath, reason } = chromium()

describe('the PDF of a book', { skip: browserPath ? false : reason }, () => {
  const book = temporaryProject(
    {
      'src/SUMMARY.md': SUMMARY,
      'src/README.md': '# Introduction\n\nHello.\n\n## More\n\nText.\n',
      'src/ch00-zero/README.md': `# Zero\n\n${'A paragraph.\n\n'.repeat(90)}`,
      'src/ch00-zero/section.md':
        '# A section\n\nText.\n\n## Deeper\n\nText.\n',
      'src/ch01-one/README.md': '# One\n\nText.\n',
      'src/changelog.md': '# What changed\n\n## 2026-01-02: A door\n\nOpen.\n',
    },
    { after },
    bookMachinery,
  )
  /** @type {ReturnType<typeof readPdf>} */
  let pdf
  before(async () => {
    const built = book.build()
    assert.equal(built.status, 0, built.output)
    const args = ['--no-build', '--language', 'en']
    const { status, output } = await book.run('pdf/cli.js', ...args)
    assert.equal(status, 0, output)
    const name = 'book/pdf/nodejs-is-faster-than-you-think.en.pdf'
    pdf = readPdf(readFileSync(book.path(name)))
  })

  test('begins with a cover and the contents', () => {
    const { byId, pages } = pdf
    assert.equal(byId.get('introduction'), 3)
    // Ninety paragraphs are more than a page.
    assert.ok(Number(byId.get('a-section')) > Number(byId.get('zero')) + 1)
    assert.equal(byId.get('what-changed'), pages)
  })

  test('has bookmarks by part, chapter, section and heading', () => {
    assert.deepEqual(
      pdf.bookmarks.map(({ title, depth }) => '  '.repeat(depth) + title),
      [
        'Contents',
        'Introduction',
        '  More',
        'Prologue',
        '  0 Zero',
        '    0.1 A section',
        '      Deeper',
        'Part I · From bytes to HTTP',
        '  1 One',
        'What changed',
        '  2026-01-02: A door',
      ],
    )
  })
})
