import assert from 'node:assert/strict'
import test from 'node:test'
import { temporaryProject } from '../lib/temporary-project.js'

const first = 'src/ch00-first/README.md'
const second = 'src/ch01-second/README.md'

const files = {
  'src/SUMMARY.md':
    '# Summary\n\n- [First](ch00-first/README.md)\n- [Second](ch01-second/README.md)\n',
  [first]: '# First\n\n{{#listing server.js}}\n',
  [second]:
    '# Second\n\n{{#listing server.js:start}}\n\n{{#listing lib/parse.js:parse}}\n',
  'code/ch00/server.js': `// ANCHOR: all
const port = 8080
const old = 1
start(port)
// ANCHOR_END: all
`,
  'code/ch01/server.js': `const port = 8080
// ANCHOR: start
listen(port)
start(port)
// ANCHOR_END: start
`,
  'code/ch01/lib/parse.js': `// ANCHOR: parse
export const parse = () => {}
// ANCHOR_END: parse

`,
}

/** @param {import('node:test').TestContext} t */
function book(t) {
  const project = temporaryProject(files, t)
  project.replace(first, 'server.js}}', 'server.js:all}}')
  return project
}

const run = 'check/completeness.js'

/**
 * @param {import('node:test').TestContext} t
 * @param {(project: ReturnType<typeof book>) => void} breakIt
 * @param {...RegExp} messages
 */
async function assertFails(t, breakIt, ...messages) {
  const project = book(t)
  breakIt(project)
  const { status, output } = await project.run(run)
  assert.equal(status, 1, output)
  for (const message of messages) assert.match(output, message)
}

test('pages that show every line, with what they replace, pass', async (t) => {
  const { status, output } = await book(t).run(run)
  assert.equal(status, 0, output)
  assert.match(output, /the pages show all of the code/)
})

test('an added line in no listing is named by file and line', (t) =>
  assertFails(
    t,
    (project) =>
      project.replace('code/ch01/server.js', 'const port', 'log()\nconst port'),
    /^code\/ch01\/server\.js:1: no listing of the chapter shows "log\(\)"\. Put the line between ANCHOR/m,
    /completeness: 1 problem$/m,
  ))

test('a listing of a step does not show the final file', (t) =>
  assertFails(
    t,
    (project) => {
      const text = project.read('code/ch01/lib/parse.js')
      project.write('code/ch01/steps/1-parse.js', text)
      project.replace(second, 'lib/parse.js', 'steps/1-parse.js')
    },
    /^code\/ch01\/lib\/parse\.js:2: no listing of the chapter shows/m,
  ))

test('a removed line in no listing is named', (t) =>
  assertFails(
    t,
    (project) => {
      project.replace('code/ch01/server.js', 'listen(port)\n', '')
      project.replace(
        'code/ch01/server.js',
        'start(port)\n',
        'start(port)\n\nend()\n',
      )
      project.replace('code/ch01/server.js', '// ANCHOR: start\n', '')
      project.replace(
        'code/ch01/server.js',
        '\nend()',
        '\n// ANCHOR: start\nend()',
      )
    },
    /^code\/ch01\/server\.js:\d: a line of code\/ch00\/server\.js is removed here, and no listing shows it: "const old = 1"/m,
  ))

test('a file shown whole and unmarked need not show what it replaces', async (t) => {
  const project = book(t)
  project.replace('code/ch01/server.js', '// ANCHOR: start\n', '')
  project.replace('code/ch01/server.js', '// ANCHOR_END: start\n', '')
  project.replace(second, 'server.js:start', 'server.js from=none')
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
})

test('a file that the chapter removes is named on a page', async (t) => {
  const project = book(t)
  project.write('code/ch00/lib/gone.js', 'export {}\n')
  project.write(first, `${project.read(first)}\n{{#listing lib/gone.js}}\n`)
  const { status, output } = await project.run(run)
  assert.equal(status, 1)
  assert.match(
    output,
    /^code\/ch01\/lib\/gone\.js: ch00 has this file and ch01/m,
  )
  project.write(second, `${project.read(second)}\nWithout \`lib/gone.js\`.\n`)
  assert.equal((await project.run(run)).status, 0)
})

test('a listing of a missing file or anchor fails', (t) =>
  assertFails(
    t,
    (project) => {
      project.replace(second, 'server.js:start', 'server.js:begin')
      project.replace(first, 'server.js:all', 'sever.js')
    },
    /^src\/ch01-second\/README\.md:3: .*no anchor "begin"; it has: start$/m,
    /^src\/ch00-first\/README\.md:3: .*there is no file code\/ch00\/sever\.js/m,
  ))

test('an anchor that no page shows fails, in any file of the chapter', (t) =>
  assertFails(
    t,
    (project) => {
      project.write(
        'code/ch01/steps/2.js',
        'one()\n// ANCHOR: two\ntwo()\n// ANCHOR_END: two\n',
      )
      project.write(
        'code/contenders/go/main.go',
        '// ANCHOR: go\nmain()\n// ANCHOR_END: go\n',
      )
    },
    /^code\/ch01\/steps\/2\.js:2: no page shows the anchor "two"; list it with \{\{#listing steps\/2\.js:two\}\}/m,
    /^code\/contenders\/go\/main\.go:1: no page shows the anchor "go"/m,
  ))

test('an anchor that is not closed fails', (t) =>
  assertFails(
    t,
    (project) =>
      project.write('code/ch01/steps/2.js', '// ANCHOR: two\ntwo()\n'),
    /^code\/ch01\/steps\/2\.js: .*ANCHOR: two is never closed/m,
  ))

test('what a page names and is not there fails', (t) =>
  assertFails(
    t,
    (project) =>
      project.write(
        second,
        `${project.read(second)}
{{#quiz}}

{{#exercise 01-parse}}

It took {{#number ch01-none a.rps}}.

<div data-widget="none">

Text.

</div>
`,
      ),
    /README\.md:7: \{\{#quiz\}\}: there is no src\/ch01-second\/quiz\.json/,
    /README\.md:9: .*there is no code\/ch01\/exercises\/01-parse\/solution\.js/,
    /README\.md:11: .*there is no results\/ch01-none\.json/,
    /README\.md:13: the widget "none" has no widgets\/none\/index\.js/,
  ))

test("a quiz's program must be there", (t) =>
  assertFails(
    t,
    (project) => {
      project.write(second, `${project.read(second)}\n{{#quiz}}\n`)
      project.write(
        'src/ch01-second/quiz.json',
        '{"questions":[{"id":"one","code":"quiz/one.js"}]}',
      )
    },
    /^src\/ch01-second\/quiz\.json: question "one": there is no program quiz\/one\.js in code\/ch01$/m,
  ))

test('an exercise or a quiz that no page has fails', (t) =>
  assertFails(
    t,
    (project) => {
      project.write('code/ch01/exercises/01-parse/exercise.js', '')
      project.write('src/ch01-second/quiz.json', '{"questions":[]}')
    },
    /^code\/ch01\/exercises\/01-parse: no page of ch01 has this exercise/m,
    /^src\/ch01-second\/quiz\.json: no page of ch01 shows these questions/m,
  ))

test('a pasted program or command fails', (t) =>
  assertFails(
    t,
    (project) =>
      project.write(
        second,
        `${project.read(second)}\n\`\`\`js\nstart()\n\`\`\`\n\n\`\`\`sh\nls\n\`\`\`\n`,
      ),
    /README\.md:7: a program is pasted into the page; put it into a file of code\/ch01/,
    /README\.md:11: got a sh block, which nothing runs; use ```console/,
  ))

test('one chapter can be checked alone', async (t) => {
  const project = book(t)
  project.replace('code/ch01/server.js', 'const port', 'log()\nconst port')
  assert.equal((await project.run(run, 'ch00')).status, 0)
  assert.equal((await project.run(run, 'ch01')).status, 1)
  const { status, output } = await project.run(run, 'ch9')
  assert.equal(status, 2)
  assert.match(output, /got the chapter "ch9"; expected one of ch00, ch01/)
})
