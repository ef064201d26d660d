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
 * @param {object} [ranges] of the listings
 */
function book(pages, t, ranges = {}) {
  const { one, two } = { ...good, ...pages }
  const project = temporaryProject(
    {
      ...machinery,
      ...snapshot,
      'src/ch01-one/README.md': `# One\n\n${one.join('\n\n')}\n`,
      'src/ch01-one/two.md': `# Two\n\n${two.join('\n\n')}\n`,
      'src/ch01-one/ranges.json': JSON.stringify(ranges),
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
 * @param {object} [ranges]
 */
const walk = (pages, t, ranges) =>
  book(pages, t, ranges).run('reader-walk/cli.js', 'ch01')

test('pages that can be followed are, with a preview at the end', async (t) => {
  const preview = ask.replace('\n', ' at=end\n')
  const { status, output } = await walk({ one: [preview, ...good.one] }, t)
  assert.match(output, /4 listings typed and 6 commands run .*, no failure/)
  assert.equal(status, 0)
})

const ofStore = block(
  ['$ echo $REDIS_URL', 'redis://127.0.0.1:6379'],
  ' stores=redis server=server.js',
)

test('the pages say where a listing goes, and what runs in other terminals', (t) => {
  const pages = {
    one: [...good.one, ofStore],
    two: [server, ask, ofStore, ofStore],
  }
  const project = book(pages, t)
  const one = project.read('book/html/ch01-one/index.html')
  const two = project.read('book/html/ch01-one/two.html')
  for (const [page, words] of [
    [one, 'New file, of which this is the beginning'],
    [one, 'At the end of the class <code>Greeter</code>'],
  ]) {
    assert.ok(page.includes(words), words)
  }
  // Stores run in a third one, once a page wants them, and are told once.
  assert.match(one, /<figcaption>In a third terminal, .* <code>npm run stores</)
  assert.match(two, /<figcaption>With <code>npm run stores<\/code> running in/)
  assert.equal(two.match(/npm run stores/g)?.length, 1)
})

test('a server is started again once its terminal knows the stores', (t) => {
  const preview = ofStore.replace('\n', ' at=end\n')
  const project = book(
    { one: [preview, ...good.one], two: [server, ask, ofStore, ofStore] },
    t,
  )
  const one = project.read('book/html/ch01-one/index.html')
  const two = project.read('book/html/ch01-one/two.html')
  assert.deepEqual(
    [...two.matchAll(/data-terminal="(\w+)"/g)].map(([, kind]) => kind),
    ['start', 'again', 'keep'],
  )
  assert.match(two, /In the other terminal, start <code>node server\.js</)
  // A preview does not start them for what follows.
  assert.match(one, /At the end .*server\.js.*\. With <code>npm run stores</)
  assert.match(two, /In a third terminal, .* <code>npm run stores</)
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

test('a listing that is missing, and a server that was left running, are told', async (t) => {
  const left = block([
    '$ node server.js &',
    'Listening on http://localhost:8080',
  ])
  const pages = { one: [begin, head, step, runStep], two: [server, left, ask] }
  const { status, output } = await walk(pages, t)
  assert.match(output, /README\.md:\d+: \$ node steps\/1-greet\.js/)
  assert.match(output, /lib\/greeter\.js: it has "}" where the snapshot has/)
  assert.match(output, /two\.md:10: .*EADDRINUSE/s)
  assert.match(output, /what a page has started still runs/)
  assert.equal(status, 1)
})

test('a folder that is no package of modules, and another output, are found out', async (t) => {
  const wrong = runStep.replace('ho you', 'ho me')
  const noType = begin.replace(', "type": "module"', '')
  const { status, output } = await walk(
    { one: [noType, head, methods, step, wrong] },
    t,
  )
  assert.match(output, /package\.json: "type" is undefined, and "module" in/)
  assert.match(output, /^ +- ho me$/m)
  assert.match(output, /^ +\+ ho you$/m)
  assert.equal(status, 1)
})

test('a chapter without a folder says so at its first listing', async (t) => {
  const { status, output } = await walk({ one: good.one.slice(1) }, t)
  assert.match(output, /README\.md:3: lib\/greeter\.js: there is no folder for/)
  assert.equal(status, 1)
})

test('stores are there for the walk', async (t) => {
  const { path: program, reason } = redis()
  if (!program) return t.skip(reason)
  const { status, output } = await walk({ two: [server, ask, ofStore] }, t)
  assert.match(output, /6 commands run .*, no failure/)
  assert.equal(status, 0, output)
})

test('what needs a program or a store that is not there is counted', async (t) => {
  t.after(() => {
    delete process.env.NGINX
    delete process.env.REDIS
  })
  process.env.NGINX = '/no/nginx'
  process.env.REDIS = '/no/redis'
  const needy = ofStore.replace('stores=redis', 'needs=nginx')
  const { status, output } = await walk(
    { two: [server, needy, ofStore, ask] },
    t,
  )
  assert.match(output, /^missing: 2 transcripts were not run: .*NGINX is/m)
  assert.match(output, /^missing: .*REDIS is/m)
  assert.match(output, /5 commands run .*, no failure/)
  assert.equal(status, 0, output)
})

test('a listing begins with less, and a later one brings the rest', async (t) => {
  const line = '    this.#word = word'
  const runs = (/** @type {string} */ out) =>
    block(['$ node steps/1-greet.js', out])
  const one = [
    begin,
    head.replace('}}', ' without=word}}'),
    methods,
    step,
    runs('undefined you'),
    '{{#listing lib/greeter.js#Greeter.constructor}}',
    runs('ho you'),
  ]
  const { status, output } = await walk({ one }, t, {
    'lib/greeter.js': { word: { from: line, to: line } },
  })
  assert.match(output, /5 listings typed and 6 commands run .*, no failure/)
  assert.equal(status, 0)
})

test('comments need no listing, and imports come with what needs them', async (t) => {
  const ranges = {
    'lib/greeter.js': { all: { from: 'export class Greeter {' } },
    'server.js': {
      greet: {
        from: 'const { PORT = 8080 } = process.env',
        to: "const greeter = new Greeter('hey')",
      },
      serve: { from: 'http' },
    },
  }
  const one = [begin, '{{#listing lib/greeter.js:all}}', step, runStep]
  const two = ['{{#listing server.js:greet}}', '{{#listing server.js:serve}}']
  const { status, output } = await walk({ one, two: [...two, ask] }, t, ranges)
  assert.match(output, /4 listings typed and 5 commands run .*, no failure/)
  assert.equal(status, 0)
})
