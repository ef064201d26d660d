// @nightly
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import test from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { redis } from '../stores/programs.js'
import { smallBook, temporaryProject } from '../testing/temporary-project.js'
import { compareOutput, lineMatches } from './match.js'
import { readTranscripts, TranscriptError } from './parse.js'
import { mismatch } from './transcripts.js'

/** @param {string[]} lines */
const page = (...lines) => `# Bytes\n\n${lines.join('\n')}\n`

/** @param {string[]} lines @param {string} [attributes] */
const block = (lines, attributes = '') =>
  page(`\`\`\`console${attributes}`, ...lines, '```')

const server = `
import http from 'node:http'
const { PORT = 8080 } = process.env
http.createServer((req, res) => {
  console.log(req.method, req.url)
  res.end('hey')
}).listen(PORT, () => console.log('Listening on http://localhost:8080'))
`

/**
 * @param {string} text of the chapter's page
 * @param {import('node:test').TestContext} t
 */
const book = (text, t) =>
  temporaryProject(
    {
      ...smallBook,
      'code/ch01/server.js': server,
      'src/ch01-bytes/README.md': text,
    },
    t,
  )

const run = 'transcripts/cli.js'

test('a command is read with its continued lines and its output', () => {
  const [transcript] = readTranscripts(
    block([
      '$ echo one \\',
      '    two',
      'one two',
      '$ cat <<END',
      '> three',
      '> END',
      'three',
      '$ echo "> four"',
      '> four',
      '',
    ]),
  )
  assert.deepEqual(
    transcript.commands.map(({ script, output, line }) => [
      line,
      script,
      output,
    ]),
    [
      [4, 'echo one \\\n    two', ['one two']],
      [7, 'cat <<END\nthree\nEND', ['three']],
      [11, 'echo "> four"', ['> four']],
    ],
  )
})

test('a block that cannot be run as it is written says why', () => {
  const cases = [
    [block(['hello']), /before the first command/],
    [block([]), /no command/],
    [block(['$ true'], ' no-run'), /no-run needs a reason/],
    [block(['$ true'], ' sever=a.js'), /got the attribute "sever"/],
    [block(['$ true'], ' status=no'), /expected a number/],
  ]
  for (const [text, message] of cases) {
    assert.throws(
      () => readTranscripts(String(text)),
      (error) =>
        error instanceof TranscriptError &&
        error.line > 2 &&
        /** @type {RegExp} */ (message).test(error.message),
    )
  }
})

test('… stands for anything in a line, and a date for any date', () => {
  assert.ok(lineMatches('took … ms', 'took 12.5 ms  '))
  assert.ok(!lineMatches('took … ms', 'took 12.5 s'))
  assert.ok(!lineMatches('a.c', 'abc'))
  assert.ok(
    lineMatches(
      'date: Mon, 01 Jan 2024 00:00:00 GMT',
      'date: Sat, 21 Nov 2026 10:11:12 GMT',
    ),
  )
})

test('a line that is only … stands for any number of lines', () => {
  assert.ok(compareOutput(['a', '…', 'd'], ['a', 'b', 'c', 'd']).matches)
  assert.ok(compareOutput(['a', '…', 'd'], ['a', 'd']).matches)
  assert.ok(!compareOutput(['a', '…', 'd'], ['a', 'b', 'e']).matches)
  assert.ok(!compareOutput(['a'], ['a', 'b']).matches)
  assert.ok(!compareOutput(['a', 'b'], ['a']).matches)
})

test('updating keeps what still matches, with its …', () => {
  const { updated } = compareOutput(
    ['start …', 'old', '…', 'end 1'],
    ['start 5', 'new', 'x', 'y', 'end 2'],
  )
  assert.deepEqual(updated, ['start …', 'new', '…', 'end 2'])
})

test('commands of a block share a shell, and leave nothing behind', async (t) => {
  const project = book(
    block([
      '$ name=world; mkdir made && cd made',
      '$ echo "hello $name" > greeting; cat greeting',
      'hello world',
      '$ basename "$PWD"; node -p "process.env.TZ + process.env.LANG"',
      'made',
      'UTCC.UTF-8',
    ]),
    t,
  )
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
  assert.match(output, /3 commands on 2 pages .* no failure/)
  assert.deepEqual(readdirSync(project.path('code/ch01')).sort(), [
    'package.json',
    'server.js',
  ])
})

test('a server beside the block answers on the port that the page shows', async (t) => {
  const project = book(
    block(
      [
        '$ curl -s -i localhost:8080/hey',
        'HTTP/1.1 200 OK',
        'Date: Thu, 01 Jan 2026 00:00:00 GMT',
        'Connection: keep-alive',
        'Keep-Alive: timeout=5',
        'Content-Length: 3',
        '',
        'hey',
      ],
      ' server=server.js',
    ),
    t,
  )
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
})

test('what a background server prints stands where it was printed', async (t) => {
  const project = book(
    block([
      '$ node server.js &',
      'Listening on http://localhost:8080',
      '$ curl http://localhost:8080/first',
      'GET /first',
      'hey',
      '$ kill %1; wait; curl -s localhost:8080 || echo stopped',
      'stopped',
    ]),
    t,
  )
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
})

test('another output fails with its page, line, difference and remedy', async (t) => {
  const project = book(
    block(['$ printf "one\\ntwo\\n"', 'one', 'three', '$ echo x', 'x']),
    t,
  )
  const { status, output } = await project.run(run, 'ch01')
  assert.equal(status, 1)
  assert.match(output, /^src\/ch01-bytes\/README\.md:4: \$ printf/m)
  assert.match(output, /^ {6}one\n {4}- three\n {4}\+ two$/m)
  assert.match(output, /npm run transcripts -- ch01 --update$/m)
})

test('--update writes only what differs, in the translations too', async (t) => {
  const text = block([
    '$ echo "took 5 ms"',
    'took … ms',
    '$ echo new',
    'old',
    '',
    '$ true',
  ])
  const project = book(text, t)
  project.write('translations/pt-BR/language.json', '{"code":"pt-BR"}')
  project.write(
    'translations/pt-BR/ch01-bytes/README.md',
    text.replace('# Bytes', '# Os bytes'),
  )
  const stamped = await project.run(
    'l10n/cli.js',
    'stamp',
    'pt-BR',
    'ch01-bytes/README.md',
  )
  assert.equal(stamped.status, 0, stamped.output)
  const updated = await project.run(run, '--update')
  assert.equal(updated.status, 0, updated.output)
  assert.equal(
    project.read('src/ch01-bytes/README.md'),
    text.replace('\nold\n', '\nnew\n'),
  )
  assert.match(
    project.read('translations/pt-BR/ch01-bytes/README.md'),
    /# Os bytes[\s\S]*\nnew\n/,
  )
  const state = await project.run('l10n/cli.js')
  assert.match(state.output, /1 up to date, 0 begun, 0 stale/)
  assert.equal((await project.run(run)).status, 0)
})

test('an exit status that the page does not show fails', async (t) => {
  const project = book(block(['$ node -e "process.exit(3)"']), t)
  const hidden = await project.run(run)
  assert.equal(hidden.status, 1)
  assert.match(hidden.output, /README\.md:4: .*\nexited with 3, expected 0/)
  assert.match(hidden.output, /status=3/)

  project.write(
    'src/ch01-bytes/README.md',
    block(['$ node -e "process.exit(3)"'], ' status=3'),
  )
  assert.equal((await project.run(run)).status, 0)

  project.write('src/ch01-bytes/README.md', block(['$ true'], ' status=3'))
  assert.equal((await project.run(run)).status, 1)
})

test('a server that does not start fails with what it printed', async (t) => {
  const project = book(block(['$ curl localhost:8080'], ' server=broken.js'), t)
  project.write('code/ch01/broken.js', 'throw new Error("no luck")')
  const { status, output } = await project.run(run)
  assert.equal(status, 1)
  assert.match(output, /README\.md:3: node broken\.js ended before/)
  assert.match(output, /no luck/)
  assert.match(output, /file:\/\/\/book\/code\/ch01\/broken\.js/)
})

test('a block that is not run is listed with its reason', async (t) => {
  const project = book(block(['$ rm -rf /'], ' no-run="one book only"'), t)
  const { status, output } = await project.run(run)
  assert.equal(status, 0)
  assert.match(output, /README\.md:3: not run: one book only/)
})

const withRedis = { skip: redis().path ? false : redis().reason }

/** What a block asks Redis, in bash alone. */
const asks = [
  '$ echo $REDIS_URL, $DATABASE_URL',
  'redis://127.0.0.1:6379,',
  '$ exec 4<>/dev/tcp/127.0.0.1/6379; printf "DBSIZE\\r\\nSET a 1\\r\\n" >&4',
  '$ head -1 <&4',
  ':0',
]

test(
  'each page has stores of its own, with the usual ports',
  withRedis,
  async (t) => {
    const project = book(block(asks, ' stores=redis'), t)
    project.write('src/README.md', block(asks, ' stores=redis cwd=code/ch01'))
    const { status, output } = await project.run(run)
    assert.equal(status, 0, output)
    assert.match(output, /6 commands on 2 pages .* no failure/)
  },
)

test('a block without its store is not run, and counted', async (t) => {
  const project = book(
    `${block(asks, ' stores=redis')}\n${block(['$ echo "$REDIS_URL"', '']).slice(9)}`,
    t,
  )
  t.after(() => delete process.env.REDIS)
  process.env.REDIS = '/no/redis'
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
  assert.match(
    output,
    /README\.md:3: not run: REDIS is \/no\/redis, no program/,
  )
  assert.match(output, /^missing: 1 transcript was not run: REDIS is/m)
  assert.match(output, /1 command on 2 pages .* no failure/)
})

test('a block without a program that it needs is not run, and counted', async (t) => {
  const project = book(block(['$ echo hello', 'hello'], ' needs=nginx'), t)
  t.after(() => delete process.env.NGINX)
  process.env.NGINX = '/no/nginx'
  const { status, output } = await project.run(run)
  assert.equal(status, 0, output)
  assert.match(output, /^missing: 1 transcript was not run: NGINX is/m)
})

test('a store that there is not is named', () => {
  assert.throws(
    () => readTranscripts(block(['$ true'], ' stores=redis,mongo')),
    /got stores=redis,mongo, expected redis or postgres/,
  )
})

test('an unknown chapter or page is named, with those that there are', async (t) => {
  const project = book(page('Text.'), t)
  const { status, output } = await project.run(run, 'ch7')
  assert.equal(status, 2)
  assert.match(output, /got "ch7"; expected a chapter \(ch01\)/)
})

test('when the runner is ended, what it started ends too', async (t) => {
  const project = book(page('Text.'), t)
  const note = project.path('started')
  project.write(
    'src/ch01-bytes/README.md',
    block([`$ echo "$$ $PWD" > ${note}.new; mv ${note}.new ${note}; sleep 60`]),
  )
  const runner = spawn(
    process.execPath,
    [project.path('tools/transcripts/cli.js')],
    { stdio: 'ignore' },
  )
  t.after(() => runner.kill('SIGKILL'))
  while (!existsSync(note) && runner.exitCode === null) await delay(20)
  const [pid, folder] = project.read('started').trim().split(' ')
  assert.ok(existsSync(folder))
  runner.kill('SIGTERM')
  const [code] = await once(runner, 'exit')
  assert.equal(code, 143)
  assert.equal(existsSync(folder), false)
  while (isRunning(Number(pid))) await delay(20)
})

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('of a server that printed that it listens, a message says nothing', () => {
  const command = { script: 'curl', line: 1, output: [] }
  /** @param {string} text */
  const told = (text) =>
    mismatch(
      { ...command, outputStart: 0, outputEnd: 0 },
      [],
      { output: () => text },
      { toShown: (shown) => shown },
    )
  const listening = 'Listening on http://localhost:8080/\n'
  assert.doesNotMatch(told(listening), /the server beside it/)
  assert.match(told(`${listening}no file\n`), /it printed:\n +no file$/)
})
