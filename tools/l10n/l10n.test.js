// @nightly
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import test from 'node:test'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'
import { checkAgainst } from './check.js'
import { compareProse } from './prose.js'
import {
  blobHash,
  carryStamp,
  compareWithEnglish,
  readStamp,
  StampError,
  sectionHash,
  stampFor,
  translatedHeadingIds,
  withoutStamp,
  withStamp,
} from './state.js'
import { compareStructure } from './structure.js'

const english = `# Bytes

What a byte is.

## Reading them

We read {{#number ch01-x a.rps}} bytes and then
{{#number ch01-x b.rps}} more.

{{#listing server.js#read}}

\`\`\`console
$ echo hey
hey
\`\`\`

## Writing them

> [!NOTE]
> Slowly does it.

<div data-widget="inspector">

A table of bytes.

</div>
`

const portuguese = `# Os bytes

O que é um byte.

## Como lê-los

Mais {{#number ch01-x b.rps}} bytes, depois de {{#number ch01-x a.rps}}.

{{#listing server.js#read}}

\`\`\`console
$ echo hey
hey
\`\`\`

## Como escrevê-los

> [!NOTE]
> Devagar se vai ao longe.

<div data-widget="inspector">

Uma tabela de bytes.

</div>
`

const page = 'ch01-bytes/README.md'
const translated = `translations/pt-BR/${page}`
const run = 'l10n/cli.js'

/** @param {import('node:test').TestContext} t */
function book(t) {
  const project = temporaryProject(
    {
      ...smallBook,
      [`src/${page}`]: english,
      'translations/pt-BR/language.json':
        '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
      'translations/pt-BR/strings.json': '',
      [translated]: withStamp(portuguese, stampFor(english)),
    },
    t,
  )
  const strings = project.read('tools/mdbook/strings.en.json')
  project.write('translations/pt-BR/strings.json', strings)
  return project
}

test('the blob hash is the one that git computes', () => {
  for (const content of ['', 'hello\n', 'ação\n']) {
    const hash = execFileSync('git', ['hash-object', '--stdin'], {
      input: content,
      encoding: 'utf8',
    })
    assert.equal(blobHash(content), hash.trim())
  }
})

test("space at the ends of lines does not change a section's hash", () => {
  assert.equal(sectionHash('# A\n\nText.  \n\n'), sectionHash('# A\n\nText.'))
  assert.notEqual(sectionHash('# A\n\nText.'), sectionHash('# A\n\nText!'))
})

test('a stamp is read back as it was written, and replaces the one before', () => {
  const stamp = stampFor(english)
  const once = withStamp(portuguese, stamp)
  assert.deepEqual(readStamp(once), stamp)
  assert.equal(withStamp(once, stamp), once)
  assert.equal(withoutStamp(once), portuguese)
  assert.match(once, /\n<!-- l10n \{"source":"[0-9a-f]{40}","sections":\{.*\n$/)
})

test('sections keep their order in a stamp, also when named by a number', () => {
  const text = '# 2024\n\n## 10\n\n## 9\n'
  const stamped = withStamp(text, stampFor(text))
  assert.deepEqual(translatedHeadingIds(stamped), ['2024', '10', '9'])
  assert.equal(compareWithEnglish(text, stamped).isStale, false)
})

test('a stamp that is not well formed is refused', () => {
  assert.equal(readStamp(portuguese), null)
  const whole = JSON.stringify(stampFor(english))
  const broken = ['{"source":1}', '{', '{"source":"abc","sections":{}}']
  for (const stamp of [...broken, `${whole}}`, whole.replace('}}', ',}}')]) {
    assert.throws(
      () => readStamp(`# A\n\n<!-- l10n ${stamp} -->\n`),
      StampError,
    )
  }
  assert.throws(
    () => readStamp(`${withStamp('# A', stampFor('# A'))}\nMore.\n`),
    /not the last line/,
  )
})

test('only the sections that changed in English are stale', () => {
  const text = withStamp(portuguese, stampFor(english))
  const changed = english
    .replace('Slowly', 'Carefully')
    .concat('\n## Closing\n\nBye now.\n')
  const result = compareWithEnglish(changed, text)
  assert.deepEqual(result.staleSections, [
    { id: 'writing-them', title: 'Como escrevê-los' },
    { id: 'closing', title: 'Closing' },
  ])
  assert.deepEqual(result.untranslated, [])
})

test('a section that English has no more makes the page stale', () => {
  const text = withStamp(portuguese, stampFor(english))
  const shorter = english.slice(0, english.indexOf('## Writing'))
  const result = compareWithEnglish(shorter, text)
  assert.equal(result.isStale, true)
  assert.deepEqual(result.removedSections, ['writing-them'])
})

test('a section whose prose is the English one is not translated', () => {
  const half = portuguese.replace('O que é um byte.', 'What a byte is.')
  const result = compareWithEnglish(english, withStamp(half, stampFor(english)))
  assert.equal(result.isStale, false)
  assert.deepEqual(result.untranslated, [{ id: 'bytes', title: 'Os bytes' }])
})

test('a stamp carried over a change leaves stale sections stale', () => {
  const stale = english.replace('Slowly', 'Carefully')
  const text = withStamp(portuguese, stampFor(english))
  const after = stale.replace('$ echo hey\nhey', '$ echo ho\nho')
  const carried = carryStamp(text, stale, after)
  assert.deepEqual(
    compareWithEnglish(after, carried).staleSections.map(({ id }) => id),
    ['writing-them'],
  )
})

test('numbers may move within a section, and nothing else', () => {
  assert.deepEqual(compareStructure(english, portuguese), [])
  /** @type {[string, string, RegExp][]} */
  const cases = [
    [
      '{{#listing server.js#read}}',
      '',
      /got the console block .*expected \{\{#listing server\.js#read\}\}/,
    ],
    [
      'server.js#read',
      'server.js#write',
      /got \{\{#listing server\.js#write\}\}, expected/,
    ],
    [
      '$ echo hey\nhey',
      '$ echo hey\noi',
      /got "oi", expected "hey"\. Code and transcripts/,
    ],
    ['[!NOTE]', '[!TIP]', /got > \[!TIP\], expected > \[!NOTE\]/],
    [
      '{{#number ch01-x a.rps}}',
      '12',
      /\{\{#number ch01-x a\.rps\}\} is missing/,
    ],
    ['a.rps', 'b.rps', /\{\{#number ch01-x b\.rps\}\} is not in the English/],
  ]
  for (const [from, to, message] of cases) {
    const problems = compareStructure(english, portuguese.replace(from, to))
    assert.ok(
      problems.some((problem) => message.test(problem.message)),
      `${from} → ${to}: ${JSON.stringify(problems)}`,
    )
  }
})

test('the text in a drawing may be translated', () => {
  const drawing = (/** @type {string} */ word) =>
    `\`\`\`text\n${word} →\n\`\`\``
  assert.deepEqual(compareStructure(drawing('byte'), drawing('octeto')), [])
})

test('what runs in the page runs in every language', () => {
  for (const [marked, plain] of [
    ['{{#listing steps/1.js run}}', '{{#listing steps/1.js}}'],
    ['{{#exercise 01-head local}}', '{{#exercise 01-head}}'],
  ]) {
    assert.deepEqual(compareStructure(marked, marked), [])
    for (const [english, translation] of [
      [marked, plain],
      [plain, marked],
    ]) {
      const [problem] = compareStructure(english, translation)
      assert.equal(problem?.message, `got ${translation}, expected ${english}`)
    }
  }
})

test('a translation of the same structure passes the check', async (t) => {
  const { status, output } = await book(t).run(run, 'check')
  assert.equal(status, 0, output)
})

test('another structure fails the check, with file, line and section', async (t) => {
  const project = book(t)
  project.replace(translated, '{{#listing server.js#read}}', '')
  const { status, output } = await project.run(run, 'check')
  assert.equal(status, 1)
  assert.match(
    output,
    /^translations\/pt-BR\/ch01-bytes\/README\.md:11: in #reading-them: got the console block/m,
  )
})

test('a missing heading, or one of another level, fails the check', async (t) => {
  const project = book(t)
  project.replace(translated, '## Como escrevê-los', '### Como escrevê-los')
  const level = await project.run(run, 'check')
  assert.equal(level.status, 1)
  assert.match(
    level.output,
    /README\.md:16: got a heading of level 3 .* level 2/,
  )

  project.replace(translated, '### Como escrevê-los', '')
  const { status, output } = await project.run(run, 'check')
  assert.equal(status, 1)
  assert.match(output, /got 2 sections, expected 3/)
  assert.match(output, /expected: #bytes · #reading-them · #writing-them/)
})

test('a page without a stamp fails the check with the command to run', async (t) => {
  const project = book(t)
  project.write(translated, portuguese)
  const { status, output } = await project.run(run, 'check')
  assert.equal(status, 1)
  assert.match(
    output,
    /it has no stamp; run npm run l10n -- stamp pt-BR ch01-bytes\/README\.md/,
  )
})

test('a page that English does not have fails the check', async (t) => {
  const project = book(t)
  project.write('translations/pt-BR/ch01-bytes/old.md', '# Velho\n')
  const { status, output } = await project.run(run, 'check')
  assert.equal(status, 1)
  assert.match(output, /old\.md: there is no English page/)
})

test('the strings must have the keys and the places of the English ones', async (t) => {
  const project = book(t)
  const file = 'translations/pt-BR/strings.json'
  const strings = JSON.parse(project.read(file))
  delete strings.hint
  strings.languageSwitch = 'Ler em {idioma}'
  strings.surplus = 'Sobra'
  project.write(file, JSON.stringify(strings))
  const { status, output } = await project.run(run, 'check')
  assert.equal(status, 1)
  assert.match(
    output,
    /the key "hint" of tools\/mdbook\/strings\.en\.json is miss/,
  )
  assert.match(output, /"languageSwitch": got the places \{idioma\}, expected/)
  assert.match(output, /the key "surplus" is not in/)
})

test('what is read in figures has the keys of the English one', async (t) => {
  const project = book(t)
  const file = 'ch01-bytes/figures/strings.json'
  const figure = { caption: 'A byte.', alt: 'It.', labels: { bit: 'a bit' } }
  project.write(`src/${file}`, JSON.stringify({ byte: figure }))
  const missing = await project.run(run, 'check')
  assert.equal(missing.status, 1)
  assert.match(
    missing.output,
    /translations\/pt-BR\/ch01-bytes\/figures\/strings\.json: missing; copy src\/ch01-bytes\/figures\/strings\.json/,
  )
  const own = { ...figure, labels: { bits: 'um bit' } }
  project.write(`translations/pt-BR/${file}`, JSON.stringify({ byte: own }))
  const { status, output } = await project.run(run, 'check')
  assert.equal(status, 1)
  assert.match(
    output,
    /the key "byte › labels › bit" of src\/ch01-bytes\/figures\/strings\.json is missing/,
  )
  assert.match(output, /the key "byte › labels › bits" is not in/)
  const right = { ...figure, labels: { bit: 'um bit' } }
  project.write(`translations/pt-BR/${file}`, JSON.stringify({ byte: right }))
  const passed = await project.run(run, 'check')
  assert.equal(passed.status, 0, passed.output)
})

test('a folder that does not say its language fails the check', async (t) => {
  const project = book(t)
  project.write('translations/es/README.md', '# Hola\n')
  const missing = await project.run(run, 'check')
  assert.equal(missing.status, 1)
  assert.match(missing.output, /^translations\/es\/language\.json: missing/m)
  project.write('translations/es/language.json', '{ "code": "pt-BR" }')
  const wrong = await project.run(run, 'check')
  assert.equal(wrong.status, 1)
  assert.match(wrong.output, /got \{"code":"pt-BR"\}, expected \{ "code": "es"/)
})

test('a change in English is reported with its diff and fails nothing', async (t) => {
  const project = book(t)
  project.commit()
  project.replace(`src/${page}`, 'Slowly does it.', 'Slowly, and then faster.')
  project.replace(
    `src/${page}`,
    '## Writing',
    '## New\n\nAll new.\n\n## Writing',
  )
  project.commit()
  const status = await project.run(run)
  assert.equal(status.status, 0)
  assert.match(status.output, /stale +ch01-bytes\/README\.md/)
  assert.match(
    status.output,
    /changed in English: "New" \(#new\), "Como escrevê-los" \(#writing-them\)/,
  )
  assert.match(status.output, /\[-Slowly.*\{\+Slowly, and then faster\.\+\}/)
  const check = await project.run(run, 'check')
  assert.match(
    check.output,
    /same structure as in English, but for 1 stale page/,
  )
  assert.match(status.output, /missing +README\.md/)
  assert.match(status.output, /^ {2}0 up to date, 0 begun, 1 stale, 1 missing/m)
  assert.equal((await project.run(run, 'check')).status, 0)

  const diff = await project.run(run, 'diff', 'pt-BR', page)
  assert.match(diff.output, /^\{\+## New\+\}$/m)
})

test('without the old version in git, the status says that there is no diff', async (t) => {
  const project = book(t)
  project.write(`src/${page}`, `${english}\nMore.\n`)
  project.commit()
  const { status, output } = await project.run(run)
  assert.equal(status, 0)
  assert.match(output, /git does not have the version of src\/ch01-bytes/)
})

test('stamping refuses a page of another structure', async (t) => {
  const project = book(t)
  project.commit()
  project.replace(
    `src/${page}`,
    '## Writing',
    '## New\n\nAll new.\n\n## Writing',
  )
  const refused = await project.run(run, 'stamp', 'pt-BR', page)
  assert.equal(refused.status, 1)
  assert.match(refused.output, /got 3 sections, expected 4[\s\S]*not stamped/)

  project.replace(
    translated,
    '## Como escr',
    '## Novo\n\nTudo novo.\n\n## Como escr',
  )
  const stamped = await project.run(run, 'stamp', 'pt-BR', page)
  assert.equal(stamped.status, 0, stamped.output)
  assert.match(stamped.output, /stamped translations\/pt-BR\/ch01-bytes/)
  assert.match(
    (await project.run(run)).output,
    /1 up to date, 0 begun, 0 stale/,
  )
})

test('what has not been translated is not stamped', async (t) => {
  const project = book(t)
  project.commit()
  project.replace(`src/${page}`, 'Slowly does it.', 'Slowly, and then faster.')
  project.replace(`src/${page}`, 'What a byte is.', 'What bytes are.')
  project.commit()
  project.replace(translated, 'O que é um byte.', 'O que são bytes.')
  const refused = await project.run(run, 'stamp', 'pt-BR', page)
  assert.equal(refused.status, 1)
  assert.match(
    refused.output,
    /the translation has not: #writing-them\. Translate what .*not stamped/s,
  )

  const empty = ['stamp', 'pt-BR', page, '--unchanged', ' ']
  assert.equal((await project.run(run, ...empty)).status, 2)
  const why = ['stamp', 'pt-BR', page, '--unchanged', 'a matter of English']
  const accepted = await project.run(run, ...why)
  assert.equal(accepted.status, 0, accepted.output)
  assert.deepEqual(readStamp(project.read(translated)), {
    ...stampFor(project.read(`src/${page}`)),
    unchanged: 'a matter of English',
  })
})

test('a translation of which only the style was mended is not up to date', async (t) => {
  const project = book(t)
  project.commit()
  project.replace(translated, 'Devagar se vai', 'Aos poucos se vai')
  project.commit()
  project.replace(`src/${page}`, 'Slowly does it.', 'Slowly, and then faster.')
  const refused = await project.run(run, 'stamp', 'pt-BR', page)
  assert.match(refused.output, /translation has not: #writing-them/)

  const renamed = 'ch01-bytes/bytes.md'
  for (const folder of ['src', 'translations/pt-BR']) {
    project.write(`${folder}/${renamed}`, project.read(`${folder}/${page}`))
    rmSync(project.path(`${folder}/${page}`))
  }
  project.replace('src/SUMMARY.md', page, renamed)
  project.commit()
  const again = await project.run(run, 'stamp', 'pt-BR', renamed)
  assert.match(again.output, /translation has not: #writing-them/)
})

test('a translation that was committed before its stamp is stamped', async (t) => {
  const project = book(t)
  project.commit()
  project.replace(`src/${page}`, 'Slowly does it.', 'Slowly, and then faster.')
  project.commit()
  project.replace(
    translated,
    'Devagar se vai',
    'Devagar, e depois depressa, vai',
  )
  project.commit()
  const { status, output } = await project.run(run, 'stamp', 'pt-BR', page)
  assert.equal(status, 0, output)
})

test('prose of another shape fails the check, with its line', () => {
  /** @type {[string, string, RegExp][]} */
  const cases = [
    [
      'A call to `write`.\n\nMore.\n',
      'Uma chamada a `write`. Mais.\n',
      /got 3 paragraphs, 2 blocks of HTML; expected 4 paragraphs,/,
    ],
    [
      '- One.\n- Two.\n',
      '- Um. Dois.\n',
      /got 2 paragraphs, 2 blocks of HTML, 1 list item; expected 2 paragraphs, 2 blocks of HTML, 2 list items/,
    ],
    [
      '| A | B |\n| --- | --- |\n| a | b |\n| c | d |\n',
      '| A | B |\n| --- | --- |\n| a | b |\n',
      /2 table rows of 2 cells; expected .*3 table rows of 2 cells/,
    ],
    [
      'A call to `write`.\n',
      'Uma chamada a `escrever`.\n',
      /the code span write is missing/,
    ],
    [
      'A call to `write`.\n',
      'Uma chamada a\n`escrever`.\n',
      /^28: .*the code span escrever is not in the English/m,
    ],
    [
      '[§6](https://example.org/rfc9110#section-6)\n',
      '[§6](https://example.org/rfc9110#section-7)\n',
      /the link to https:\/\/example\.org\/rfc9110#section-6 is missing/,
    ],
    [
      '<svg aria-labelledby="a"><title id="a">A byte</title></svg>\n',
      '<svg aria-labelledby="b"><title id="a">Um byte</title></svg>\n',
      /the tag <svg aria-labelledby="a"> is missing/,
    ],
    [
      '<div data-widget="inspector">\n',
      '<div data-widget="auditor">\n',
      /the tag <div data-widget="auditor"> is not in the English/,
    ],
    [
      'One.\n\n<div data-widget="inspector"></div>\n',
      '<div data-widget="inspector"></div>\n\nUm.\n',
      /got 3 paragraphs, 3 blocks of HTML, in another order/,
    ],
  ]
  for (const [addition, translation, message] of cases) {
    const whole = `${english}\n${addition}`
    const own = `${portuguese}\n${translation}`
    const found = checkAgainst(whole, own, stampFor(whole))
    const lines = found.map(({ line, message }) => `${line}: ${message}`)
    assert.match(lines.join('\n'), message, addition)
  }
})

test('words may be repeated more or less often, and drawings have other room', () => {
  assert.deepEqual(
    compareProse('`a` is `a`, and `b`.', '`b`, e `a`, que é ele mesmo.'),
    [],
  )
  assert.deepEqual(
    compareProse('<text x="1">hello</text>', '<text x="9">olá</text>'),
    [],
  )
})

test('starting a page copies English, which is not a translation yet', async (t) => {
  const project = book(t)
  const started = await project.run(run, 'start', 'pt-BR', 'src/README.md')
  assert.equal(started.status, 0, started.output)
  const { output } = await project.run(run)
  assert.match(output, /begun +README\.md\n +still in English: "Introduction"/)
  assert.equal((await project.run(run, 'check')).status, 0)
  const again = await project.run(run, 'start', 'pt-BR', 'README.md')
  assert.equal(again.status, 2)
  assert.match(again.output, /is there already/)
})

test('a quiz must have the same questions and the same right answers', async (t) => {
  const project = book(t)
  const quiz = (/** @type {string} */ text, correct = true) => ({
    questions: [
      {
        id: 'one',
        type: 'choice',
        prompt: text,
        options: [
          { text, correct, why: text },
          { text, why: text },
        ],
      },
    ],
  })
  const own = 'translations/pt-BR/ch01-bytes/quiz.json'
  project.write('src/ch01-bytes/quiz.json', JSON.stringify(quiz('Which?')))
  project.write(own, JSON.stringify(quiz('Qual?')))
  const unstamped = await project.run(run, 'check')
  assert.match(unstamped.output, /quiz\.json: it has no stamp/)
  const stamped = await project.run(
    run,
    'stamp',
    'pt-BR',
    'ch01-bytes/quiz.json',
  )
  assert.equal(stamped.status, 0, stamped.output)
  assert.equal((await project.run(run, 'check')).status, 0)

  const { l10n } = JSON.parse(project.read(own))
  project.write(own, JSON.stringify({ ...quiz('Qual?', false), l10n }))
  const { status, output } = await project.run(run, 'check')
  assert.equal(status, 1)
  assert.match(output, /question "one": got correct options "no no", expected/)

  project.write('src/ch01-bytes/quiz.json', JSON.stringify(quiz('Which one?')))
  assert.equal((await project.run(run, 'check')).status, 0)
  assert.match((await project.run(run)).output, /stale +ch01-bytes\/quiz\.json/)
})

test('a language is begun with one command, and passes the check', async (t) => {
  const project = book(t)
  project.write('site/strings/en.json', '{ "copy": "Copy" }')
  project.write(
    'translations/pt-BR/glossary.md',
    '# Glossário\n\n| English | Português | Nota |\n| --- | --- | --- |\n| socket | socket | |\n| body | corpo | |\n\nFim.\n',
  )
  const begun = await project.run(run, 'new', 'es', 'Español')
  assert.equal(begun.status, 0, begun.output)
  assert.match(begun.output, /npm run l10n -- start es README\.md/)
  assert.deepEqual(JSON.parse(project.read('translations/es/language.json')), {
    code: 'es',
    name: 'Español',
    dir: 'ltr',
  })
  assert.match(
    project.read('translations/es/glossary.md'),
    /\| --- \|\n\| socket \| \| \|\n\| body \| \| \|\n$/,
  )
  const { output } = await project.run(run, 'status', 'es')
  assert.match(output, /missing +site\/strings\/es\.json .*copy site/)
  assert.match(output, /0 up to date, 0 begun, 0 stale, 2 missing/)
  const check = await project.run(run, 'check')
  assert.equal(check.status, 0, check.output)

  const again = await project.run(run, 'new', 'es', 'Español')
  assert.equal(again.status, 2)
  const wrong = await project.run(run, 'new', 'spanish_', 'Español')
  assert.match(wrong.output, /expected a language tag/)
})

test('an unknown command, language or page is named, with those that there are', async (t) => {
  const project = book(t)
  const command = await project.run(run, 'stmap')
  assert.equal(command.status, 2)
  assert.match(
    command.output,
    /got the command "stmap"; expected status, start,/,
  )
  const language = await project.run(run, 'stamp', 'fr')
  assert.equal(language.status, 2)
  assert.match(language.output, /got the language "fr"; expected one of: pt-BR/)
  const file = await project.run(run, 'diff', 'pt-BR', 'x.md')
  assert.equal(file.status, 2)
  assert.match(
    file.output,
    /got the page "x\.md"; expected one of:\n {2}README/,
  )
})
