// @reads src/SUMMARY.md
import assert from 'node:assert/strict'
import test from 'node:test'
import { chapterOf, chapters, pages, siteFile } from './chapters.js'

const summary = `# Summary

[Introduction](README.md)

# Prologue

- [What \`x\` [is]](ch00-first/README.md)
  - [More](./ch00-first/more.md)

# Part I

- [Second](ch01-second/README.md)
- [Draft]()

[Glossary](glossary.md)
`

test('the pages come in reading order with their part and depth', () => {
  assert.deepEqual(
    pages(summary).map(({ file, title, depth, part }) => [
      file,
      title,
      depth,
      part,
    ]),
    [
      ['README.md', 'Introduction', 0, null],
      ['ch00-first/README.md', 'What `x` [is]', 0, 'Prologue'],
      ['ch00-first/more.md', 'More', 1, 'Prologue'],
      ['ch01-second/README.md', 'Second', 0, 'Part I'],
      ['glossary.md', 'Glossary', 0, 'Part I'],
    ],
  )
})

test('chapters are the folders chNN-…, each with its pages and code', () => {
  const found = chapters(summary)
  assert.deepEqual(
    found.map(({ id, slug, title, pages: own }) => [
      id,
      slug,
      title,
      own.length,
    ]),
    [
      ['ch00', 'ch00-first', 'What `x` [is]', 2],
      ['ch01', 'ch01-second', 'Second', 1],
    ],
  )
  assert.match(found[1].codeDir, /code.ch01$/)
})

test('the introduction belongs to no chapter', () => {
  assert.equal(chapterOf('README.md'), undefined)
  const [first] = chapters()
  assert.equal(chapterOf(first.pages[0])?.id, first.id)
})

test('a page is found on the site', () => {
  for (const [file, built] of [
    ['README.md', 'index.html'],
    ['ch01-web-server/README.md', 'ch01-web-server/index.html'],
    ['ch01-web-server/bytes.md', 'ch01-web-server/bytes.html'],
    ['MYREADME.md', 'MYREADME.html'],
  ]) {
    assert.equal(siteFile(file), built)
  }
})
