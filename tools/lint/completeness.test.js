// @nightly
import assert from 'node:assert/strict'
import test from 'node:test'
import { temporaryProject } from '../testing/temporary-project.js'

const first = 'src/ch00-first/README.md'
const second = 'src/ch01-second/README.md'

const files = {
  'src/SUMMARY.md':
    '# Summary\n\n- [First](ch00-first/README.md)\n- [Second](ch01-second/README.md)\n',
  [first]: '# First\n\n{{#listing server.js}}\n',
  [second]:
    '# Second\n\n{{#listing server.js#start}}\n\n{{#listing lib/parse.js#parse}}\n',
  'code/ch00/server.js': `const port = 8080

const old = 1

function start() {
  serve(port)
}
`,
  'code/ch01/server.js': `const port = 8080

function start() {
  listen(port)
  serve(port)
}
`,
  'code/ch01/lib/parse.js': `export const parse = () => {}

`,
}

/** @param {import('node:test').TestContext} t */
function book(t) {
  return temporaryProject(files, t)
}

const run = 'lint/completeness.js'

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
      project.replace(
        'code/ch01/server.js',
        'const port',
        'const log = 1\n\nconst port',
      ),
    /^code\/ch01\/server\.js:1: no listing of the chapter shows "const log = 1"\. Show it on one of its pages, with \{\{#listing server\.js#log\}\} for one$/m,
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
    /^code\/ch01\/lib\/parse\.js:1: no listing of the chapter shows/m,
  ))

test('comments and imports need not stand in listings', async (t) => {
  const project = book(t)
  project.replace(
    'code/ch01/server.js',
    'const port',
    "// The port.\n/** @import { Parse } from './lib/parse.js' */\nimport { parse } from './lib/parse.js'\n\nconst port",
  )
  project.replace('code/ch00/server.js', 'const port', '// Old.\nconst port')
  project.replace(
    'code/ch01/lib/parse.js',
    'export',
    '/**\n * Parses.\n */\nexport',
  )
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
  // What only looks like one is none.
  project.replace('code/ch01/server.js', '// The port.', "import './parse.js'")
  assert.match(
    (await project.run(run)).output,
    /shows "import '\.\/parse\.js'"/,
  )
})

test('a removed line in no listing is named', (t) =>
  assertFails(
    t,
    (project) =>
      project.replace(
        'code/ch00/server.js',
        'const port',
        'const gone = 1\n\nconst port',
      ),
    /^code\/ch01\/server\.js:1: a line of code\/ch00\/server\.js is removed here, and no listing shows it: "const gone = 1"\. Carry the change on \(node tools\/forward-port\/cli\.js ch00\)/m,
  ))

test('a file shown whole and unmarked need not show what it replaces', async (t) => {
  const project = book(t)
  project.replace(second, 'server.js#start', 'server.js from=none')
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

test('a listing of a missing file or symbol fails, with the nearest', (t) =>
  assertFails(
    t,
    (project) => {
      project.replace(second, 'server.js#start', 'server.js#stop')
      project.replace(first, 'server.js', 'sever.js')
    },
    /^src\/ch01-second\/README\.md:3: .*code\/ch01\/server\.js has no "stop"; did you mean "start"\? It has: port, start$/m,
    /^src\/ch00-first\/README\.md:3: .*there is no file code\/ch00\/sever\.js$/m,
  ))

const ranges = 'src/ch01-second/ranges.json'

test('a range that is kept outside the code shows its lines', async (t) => {
  const project = book(t)
  project.replace(second, 'server.js#start', 'server.js:body')
  project.write(
    ranges,
    '{"server.js":{"body":{"from":"  listen(port)","to":"  serve(port)"}}}',
  )
  const { status, output } = await project.run(run)
  assert.equal(status, 1)
  assert.match(output, /"const old = 1"/)
  project.replace(ranges, '  listen(port)', 'function start() {')
  assert.equal((await project.run(run)).status, 0)
})

test('a range that no page shows fails', (t) =>
  assertFails(
    t,
    (project) =>
      project.write(
        ranges,
        '{"server.js":{"body":{"from":"function start() {"}}}',
      ),
    /^src\/ch01-second\/ranges\.json: no page of ch01 shows the range "body" of server\.js; list it with \{\{#listing server\.js:body\}\} or remove it$/m,
  ))

test('a file that no page shows is the one of the chapter before', async (t) => {
  const project = book(t)
  project.write('code/ch00/lib/same.js', 'export const same = 1\n')
  project.write('code/ch00/test/support.js', 'every()\n')
  project.write(first, `${project.read(first)}\n{{#listing lib/same.js}}\n`)
  project.write('code/ch01/lib/same.js', 'export const same = 1\n')
  project.write('code/ch01/test/support.js', 'every()\n')
  assert.equal((await project.run(run)).status, 0)
  project.write('code/ch01/lib/same.js', '// Same.\nexport const same = 1\n')
  assert.equal((await project.run(run)).status, 0)
  // A blank line is no line that a listing must show, and a difference.
  project.write('code/ch01/lib/same.js', '\nexport const same = 1\n')
  project.write('code/ch01/test/support.js', 'own()\n')
  const { status, output } = await project.run(run)
  assert.equal(status, 1)
  assert.match(
    output,
    /^code\/ch01\/lib\/same\.js: it differs from code\/ch00\/lib\/same\.js, and no page of ch01 shows it; carry the change on \(node tools\/forward-port\/cli\.js ch00\)/m,
  )
  assert.match(output, /^code\/ch01\/test\/support\.js: it differs from/m)
})

test('a widget that is not there fails', (t) =>
  assertFails(
    t,
    (project) =>
      project.write(
        second,
        `${project.read(second)}\n<div data-widget="none">\n\nText.\n\n</div>\n`,
      ),
    /README\.md:7: the widget "none" has no widgets\/none\/index\.js/,
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
  project.replace('code/ch01/server.js', 'const port', 'log()\n\nconst port')
  assert.equal((await project.run(run, 'ch00')).status, 0)
  assert.equal((await project.run(run, 'ch01')).status, 1)
  const { status, output } = await project.run(run, 'ch9')
  assert.equal(status, 2)
  assert.match(output, /got the chapter "ch9"; expected one of ch00, ch01/)
})
