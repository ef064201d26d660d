// @nightly
import assert from 'node:assert/strict'
import test from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'

const page = 'src/ch01-bytes/README.md'
const run = 'lint/structure.js'

test('pages that are as the summary lists them pass', async (t) => {
  const { status, output } = await temporaryProject(smallBook, t).run(run)
  assert.equal(status, 0, output)
})

const question = '**Quick check.** Is it?'
const answer = `<details><summary>See whether you were right</summary>

It is.

</details>
`

const drawing = 'src/ch01-bytes/figures/a.svg'
const portuguese = {
  'translations/pt-BR/language.json':
    '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
  'translations/pt-BR/strings.json': JSON.stringify({
    quickCheck: 'Teste rápido.',
    quickCheckAnswer: 'Veja se você acertou',
  }),
}

test('quick checks that are whole pass', async (t) => {
  const files = {
    ...portuguese,
    [page]: `# Bytes\n\n${question}\n\n${answer}`,
    'translations/pt-BR/ch01-bytes/README.md': `# Bytes\n\n**Teste rápido.** É?\n\n${answer.replace('See whether you were right', 'Veja se você acertou')}`,
  }
  const project = temporaryProject({ ...smallBook, ...files }, t)
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
})

/** @type {[string, Record<string, string>, RegExp][]} */
const cases = [
  [
    'a quick check without its answer',
    { [page]: `# Bytes\n\n${question}\n\nMore.\n` },
    /README\.md:3: got "More\." below a quick check, expected <details><summary>See whether you were right</,
  ],
  [
    'a quick check that asks nothing',
    { [page]: `# Bytes\n\n${question.replace('?', '.')}\n\n${answer}` },
    /README\.md:3: got a quick check without a question/,
  ],
  [
    'an answer without its question',
    { [page]: `# Bytes\n\nText.\n\n${answer}` },
    /README\.md:5: got an answer without its question/,
  ],
  [
    'an answer that is empty',
    {
      [page]: `# Bytes\n\n${question}\n\n${answer.replace('It is.\n\n', '')}`,
    },
    /README\.md:5: got a quick check without an answer/,
  ],
  [
    'an answer that is no Markdown',
    {
      [page]: `# Bytes\n\n${question}\n\n${answer.replace('</summary>\n', '</summary>')}`,
    },
    /README\.md:5: expected blank lines around the answer/,
  ],
  [
    'a quick check in Portuguese without its answer',
    {
      ...portuguese,
      'translations/pt-BR/ch01-bytes/README.md':
        '# Bytes\n\n**Teste rápido.** É?\n\nMais.\n',
    },
    /^translations\/pt-BR\/ch01-bytes\/README\.md:3: got "Mais\." below/m,
  ],
  [
    'two figures of one name',
    {
      'src/SUMMARY.md':
        '# Summary\n\n[Introduction](README.md)\n\n- [Bytes](ch01-bytes/README.md)\n- [More](ch02-more/README.md)\n',
      'src/ch02-more/README.md': '# More\n',
      [drawing]: '<svg/>',
      'src/ch02-more/figures/a.svg': '<svg/>',
    },
    /^src\/ch02-more\/figures\/a: got the name of src\/ch01-bytes\/figures\/a,/m,
  ],
  [
    'a title that is not the one in the summary',
    { [page]: '\n# Octets\n' },
    /^src\/ch01-bytes\/README\.md:2: got the title "Octets", but src\/SUMMARY\.md has "Bytes"/m,
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
]

for (const [name, files, message] of cases) {
  test(`${name} is found`, async (t) => {
    const project = temporaryProject({ ...smallBook, ...files }, t)
    const { status, output } = await project.run(run)
    assert.equal(status, 1)
    assert.match(output, message)
  })
}
