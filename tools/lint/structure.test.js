import assert from 'node:assert/strict'
import test from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'

const page = 'src/ch01-bytes/README.md'
const run = 'check/structure.js'

test('pages that are as the summary lists them pass', async (t) => {
  const { status, output } = await temporaryProject(smallBook, t).run(run)
  assert.equal(status, 0, output)
})

/** @type {[string, Record<string, string>, RegExp][]} */
const cases = [
  [
    'a title that is not the one in the summary',
    { [page]: '\n# Octets\n' },
    /^src\/ch01-bytes\/README\.md:2: got the title "Octets", but src\/SUMMARY\.md has "Bytes"/m,
  ],
  [
    'a level that is left out',
    { [page]: '# Bytes\n\n## A\n\n#### B\n' },
    /README\.md:5: got a heading of level 4 below one of level 2, "A"; expected level 3/,
  ],
  [
    'a second title',
    { [page]: '# Bytes\n\n# More\n' },
    /README\.md:3: got a second heading of level 1, "More"/,
  ],
  ['a page without a heading', { [page]: 'Text.\n' }, /begin: # Bytes/],
  [
    'a page that is not in the summary',
    { 'src/ch01-bytes/more.md': '# More\n' },
    /^src\/ch01-bytes\/more\.md: it is not in src\/SUMMARY\.md/m,
  ],
  [
    'a page that the summary lists and that is not there',
    {
      'src/SUMMARY.md':
        '# Summary\n\n[Introduction](README.md)\n\n- [Bytes](ch01-bytes/README.md)\n- [More](ch01-bytes/more.md)\n',
    },
    /^src\/SUMMARY\.md: "More" leads to src\/ch01-bytes\/more\.md, which/m,
  ],
  [
    'a support of tests that is no copy any more',
    {
      'src/SUMMARY.md':
        '# Summary\n\n[Introduction](README.md)\n\n- [Bytes](ch01-bytes/README.md)\n- [More](ch02-more/README.md)\n',
      'src/ch02-more/README.md': '# More\n\nText.\n',
      'code/ch01/test/support.js': 'export const a = 1\n',
      'code/ch02/test/support.js': 'export const a = 2\n',
    },
    /^code\/ch02\/test\/support\.js: it differs from code\/ch01\/test\/support\.js/m,
  ],
]

for (const [name, files, message] of cases) {
  test(`${name} is found`, async (t) => {
    const project = temporaryProject({ ...smallBook, ...files }, t)
    const { status, output } = await project.run(run)
    assert.equal(status, 1)
    assert.match(output, message)
  })
}
