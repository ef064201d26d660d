// @nightly
import assert from 'node:assert/strict'
import test from 'node:test'
import { redis } from '../stores/programs.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { bookWith } from './book.fixture.js'

const machinery = bookWith(
  '- [One](ch01-one/README.md)\n  - [Two](ch01-one/two.md)\n',
)

const snapshot = {
  'code/ch01/package.json': '{ "name": "velocy", "type": "module" }\n',
  'code/ch01/server.js': `import http from 'node:http'
import { Greeter } from './lib/greeter.js'

const { PORT = 8080 } = process.env
const greeter = new Greeter('hey')

http
  .createServer((req, res) => res.end(greeter.greet(req.url)))
  .listen(PORT, () => console.log('Listening on http://localhost:8080'))
`,
  'code/ch01/lib/greeter.js': `/** Says hey. */
export class Greeter {
  #word

  /** @param {string} word */
  constructor(word) {
    this.#word = word
  }

  /** @param {string} name */
  greet(name) {
    return this.#join(name)
  }

  #join(name) {
    return \`\${this.#word} \${name}\\n\`
  }
}
`,
  'code/ch01/steps/1-greet.js': `import { Greeter } from '../lib/greeter.js'

console.log(new Greeter('ho').greet('you').trim())
`,
}

/**
 * @param {string[]} lines
 * @param {string} [attributes]
 */
const block = (lines, attributes = '') =>
  [`\`\`\`console${attributes}`, ...lines, '```'].join('\n')

const begin = block(
  [
    '$ mkdir ch01',
    '$ cd ch01',
    `$ echo '{ "name": "velocy", "type": "module" }' > package.json`,
  ],
  ' only=walk',
)
const head = '{{#listing lib/greeter.js#Greeter^}}'
const methods = '{{#listing lib/greeter.js#Greeter.greet,#join}}'
const step = '{{#listing steps/1-greet.js}}'
const runStep = block(['$ node steps/1-greet.js', 'ho you'])
const server = '{{#listing server.js}}'
const ask = block(
  ['$ curl -s http://localhost:8080/you', 'hey /you'],
  ' server=server.js',
)

/** Pages that work. */
const good = {
  one: [begin, head, methods, step, runStep],
  two: [server, ask],
}

/**
 * @param {Partial<typeof good>} pages
 * @param {import('node:test').TestContext} t
 */
function book(pages, t) {
  const { one, two } = { ...good, ...pages }
  const project = temporaryProject(
    {
      ...machinery,
      ...snapshot,
      'src/ch01-one/README.md': `# One\n\n${one.join('\n\n')}\n`,
      'src/ch01-one/two.md': `# Two\n\n${two.join('\n\n')}\n`,
    },
    t,
  )
  const built = project.build()
  assert.equal(built.status, 0, built.output)
  return project
}

/**
 * @param {Partial<typeof good>} pages
 * @param {import('node:test').TestContext} t
 */
const walk = (pages, t) => book(pages, t).run('reader-walk/cli.js', 'ch01')

test('pages that can be followed are', async (t) => {
  const { status, output } = await walk({}, t)
  assert.match(output, /4 listings typed and 5 commands run .*, no failure/)
  assert.equal(status, 0)
})

test('the pages say where a listing goes, and what runs in the other terminal', (t) => {
  const project = book({ two: [server, ask, ask] }, t)
  const one = project.read('book/html/ch01-one/index.html')
  const two = project.read('book/html/ch01-one/two.html')
  for (const [page, words] of [
    [one, 'New file, of which this is the beginning'],
    [one, 'At the end of the class <code>Greeter</code>'],
    [two, 'In the other terminal, start <code>node server.js</code>.'],
    [two, 'With <code>server.js</code> running in the other terminal.'],
  ]) {
    assert.ok(page.includes(words), words)
  }
})

test('methods that are typed before their class make no program', async (t) => {
  const { status, output } = await walk(
    { one: [begin, methods, head, step, runStep] },
    t,
  )
  assert.match(output, /src\/ch01-one\/README\.md:\d+: .*SyntaxError/s)
  assert.equal(status, 1)
})

test('a program shown before what it imports fails where it is run', async (t) => {
  const { status, output } = await walk(
    { one: [begin, step, runStep, head, methods] },
    t,
  )
  assert.match(output, /README\.md:12: \$ node steps\/1-greet\.js/)
  assert.match(output, /ERR_MODULE_NOT_FOUND/)
  assert.match(output, /lib\/greeter\.js is typed here, and nothing on this/)
  assert.equal(status, 1)
})

test('a server that was left running holds the port of the next', async (t) => {
  const left = block([
    '$ node server.js &',
    'Listening on http://localhost:8080',
  ])
  const { status, output } = await walk({ two: [server, left, ask] }, t)
  assert.match(output, /two\.md:10: .*EADDRINUSE/s)
  assert.match(output, /what a page has started still runs/)
  assert.equal(status, 1)
})

test('a listing that is missing is missing in the folder', async (t) => {
  const { status, output } = await walk(
    { one: [begin, head, step, runStep] },
    t,
  )
  assert.match(output, /README\.md:\d+: \$ node steps\/1-greet\.js/)
  assert.match(output, /lib\/greeter\.js: it has "}" where the snapshot has/)
  assert.equal(status, 1)
})

test('a folder that is no package of modules is found out', async (t) => {
  const { status, output } = await walk(
    { one: [begin.replace(', "type": "module"', ''), ...good.one.slice(1)] },
    t,
  )
  assert.match(output, /package\.json: "type" is undefined, and "module" in/)
  assert.equal(status, 1)
})

test('a chapter without a folder says so at its first listing', async (t) => {
  const { status, output } = await walk({ one: good.one.slice(1) }, t)
  assert.match(output, /README\.md:3: lib\/greeter\.js: there is no folder for/)
  assert.equal(status, 1)
})

const ofStore = block(
  ['$ echo $REDIS_URL', 'redis://127.0.0.1:6379'],
  ' stores=redis server=server.js',
)

test('stores run in a third terminal, once a page wants them', async (t) => {
  const both = { two: [server, ask, ofStore, ofStore] }
  const project = book({ ...both, one: [...good.one, ofStore] }, t)
  const one = project.read('book/html/ch01-one/index.html')
  const two = project.read('book/html/ch01-one/two.html')
  assert.match(one, /<figcaption>In a third terminal, .* <code>npm run stores</)
  assert.match(two, /<figcaption>With <code>npm run stores<\/code> running in/)
  assert.equal(two.match(/npm run stores/g)?.length, 1)
})

test('a server is started again once its terminal knows the stores', (t) => {
  const project = book({ two: [server, ask, ofStore, ofStore] }, t)
  const two = project.read('book/html/ch01-one/two.html')
  assert.deepEqual(
    [...two.matchAll(/data-terminal="(\w+)"/g)].map(([, kind]) => kind),
    ['start', 'again', 'keep'],
  )
})

test('a preview does not start them for the pages that follow', (t) => {
  const preview = ofStore.replace('\n', ' at=end\n')
  const project = book({ one: [preview, ...good.one, ofStore] }, t)
  const one = project.read('book/html/ch01-one/index.html')
  assert.match(one, /At the end .*server\.js.*\. With <code>npm run stores</)
  assert.match(one, /In a third terminal, .* <code>npm run stores</)
})

test('stores are there for the walk', async (t) => {
  const { path: program, reason } = redis()
  if (!program) return t.skip(reason)
  const { status, output } = await walk({ two: [server, ask, ofStore] }, t)
  assert.match(output, /6 commands run .*, no failure/)
  assert.equal(status, 0, output)
})

test('what needs a program that is not there is counted', async (t) => {
  t.after(() => delete process.env.NGINX)
  process.env.NGINX = '/no/nginx'
  const needy = ofStore.replace('stores=redis', 'needs=nginx')
  const { status, output } = await walk({ two: [server, needy, ask] }, t)
  assert.match(output, /^missing: 1 transcript was not run: NGINX is/m)
  assert.match(output, /5 commands run .*, no failure/)
  assert.equal(status, 0, output)
})

test('what needs a store that is not there is counted', async (t) => {
  t.after(() => delete process.env.REDIS)
  process.env.REDIS = '/no/redis'
  const { status, output } = await walk({ two: [server, ofStore, ask] }, t)
  assert.match(output, /^missing: 1 transcript was not run: REDIS is/m)
  assert.match(output, /5 commands run .*, no failure/)
  assert.equal(status, 0, output)
})

test('what a program prints is compared where it is run', async (t) => {
  const wrong = runStep.replace('ho you', 'ho me')
  const { status, output } = await walk(
    { one: [begin, head, methods, step, wrong] },
    t,
  )
  assert.match(output, /- ho me\n +\+ ho you/)
  assert.equal(status, 1)
})

test('a preview is run at the end of the chapter', async (t) => {
  const preview = ask.replace('\n', ' at=end\n')
  const { status, output } = await walk({ one: [preview, ...good.one] }, t)
  assert.match(output, /no failure/)
  assert.equal(status, 0)
})

test('a listing begins with less, and a later one brings the rest', async (t) => {
  const line = '    this.#word = word'
  const ranges = { word: { from: line, to: line } }
  const runs = (/** @type {string} */ out) =>
    block(['$ node steps/1-greet.js', out])
  const project = book({}, t)
  project.write(
    'src/ch01-one/ranges.json',
    JSON.stringify({ 'lib/greeter.js': ranges }),
  )
  const pieces = [
    begin,
    head.replace('}}', ' without=word}}'),
    methods,
    step,
    runs('undefined you'),
    '{{#listing lib/greeter.js#Greeter.constructor}}',
    runs('ho you'),
  ]
  project.write('src/ch01-one/README.md', `# One\n\n${pieces.join('\n\n')}\n`)
  project.build()
  const { status, output } = await project.run('reader-walk/cli.js', 'ch01')
  assert.match(output, /5 listings typed and 6 commands run .*, no failure/)
  assert.equal(status, 0)
})

test('comments need no listing, and imports come with what needs them', async (t) => {
  const project = book({}, t)
  project.write(
    'src/ch01-one/ranges.json',
    JSON.stringify({
      'lib/greeter.js': { all: { from: 'export class Greeter {' } },
      'server.js': {
        greet: {
          from: 'const { PORT = 8080 } = process.env',
          to: "const greeter = new Greeter('hey')",
        },
        serve: { from: 'http' },
      },
    }),
  )
  const one = [begin, '{{#listing lib/greeter.js:all}}', step, runStep]
  const two = ['{{#listing server.js:greet}}', '{{#listing server.js:serve}}']
  project.write('src/ch01-one/README.md', `# One\n\n${one.join('\n\n')}\n`)
  project.write(
    'src/ch01-one/two.md',
    `# Two\n\n${[...two, ask].join('\n\n')}\n`,
  )
  project.build()
  const { status, output } = await project.run('reader-walk/cli.js', 'ch01')
  assert.match(output, /4 listings typed and 5 commands run .*, no failure/)
  assert.equal(status, 0)
})
