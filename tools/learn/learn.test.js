// @nightly
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { placeOf } from '../exercise-runner/test-report.js'
import { patienceInMs } from '../processes/pace.js'
import { temporaryProject } from '../testing/temporary-project.js'
import { allExercises, exerciseText } from './exercises.js'
import { learnerIn } from './learner.fixture.js'
import { resultLines } from './report.js'
import {
  knownLanguage,
  languageOfEnvironment,
  languages,
  sayIn,
} from './strings.js'
import { painter, renderMarkdown } from './terminal.js'
import { watchExercises } from './watch.js'

const exerciseTest = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base } from '../../lib/base.js'
const file = process.env.EXERCISE ?? './exercise.js'
const { double } = await import(new URL(file, import.meta.url).href)
test('doubles two', () => assert.equal(double(2), 4))
test('doubles the base', () => assert.equal(double(base), 2 * base, 'the base'))
`
const starter = `import { base } from '../../lib/base.js'
export const double = (n) => (n === base ? 2 * n : n)
`
const solved = 'export const double = (n) => 2 * n\n'

const page = `# Check yourself

## Exercises

### Double \`it\`

Make it **twice** as much.

{{#exercise 01-double}}

{{#hint}}
First hint.
{{/hint}}

{{#hint}}
Second hint.
{{/hint}}

That was multiplication.

### Again

The same again.

{{#exercise 02-again}}

## More

Not shown.
`
const portuguese = page
  .replace('Double `it`', 'Dobre')
  .replace('Make it **twice** as much.', 'Faça com que seja o dobro.')
  .replace('First hint.', 'Primeira dica.')

const folder = 'code/ch01/exercises'
const copy = 'learn/ch01/exercises/01-double/exercise.js'

/** A watcher that never tells must not hold the tests. */
const patient = { timeout: patienceInMs(20) }

/** @param {{ after: (clean: () => void) => void }} t */
function book(t) {
  /** @type {Record<string, string>} */
  const exercises = {}
  for (const name of ['01-double', '02-again']) {
    exercises[`${folder}/${name}/exercise.js`] = starter
    exercises[`${folder}/${name}/exercise.test.js`] = exerciseTest
    exercises[`${folder}/${name}/solution.js`] = solved
  }
  const project = temporaryProject(
    {
      'src/SUMMARY.md':
        '# Summary\n\n- [Bytes](ch01-bytes/README.md)\n  - [Check yourself](ch01-bytes/exercises.md)\n',
      'src/ch01-bytes/README.md': '# Bytes\n',
      'src/ch01-bytes/exercises.md': page,
      'translations/pt-BR/language.json':
        '{ "code": "pt-BR", "name": "Português", "dir": "ltr" }',
      'translations/pt-BR/ch01-bytes/README.md': '# Os bytes\n',
      'translations/pt-BR/ch01-bytes/exercises.md': portuguese,
      'code/ch01/package.json': '{ "type": "module" }',
      'code/ch01/lib/base.js': 'export const base = 5\n',
      ...exercises,
    },
    t,
  )
  return Object.assign(project, learnerIn(project, t))
}

test('an exercise from its text to its solution', async (t) => {
  const project = book(t)
  const { learn } = project
  const shown = await learn('--once')
  assert.equal(shown.status, 1, shown.output)
  assert.match(shown.output, /^ch01\/01-double · Double it\n\nMake it twice as/)
  assert.doesNotMatch(shown.output, /First hint|multiplication|Again|\{\{/)
  assert.ok(!shown.output.includes('\x1b'), 'colours')
  assert.match(shown.output, new RegExp(`^Your file: ${copy}$`, 'm'))
  assert.match(
    shown.output,
    /✗ doubles two\n {4}got {7}2\n {4}expected {2}4\n {4}code\/ch01\/exercises\/01-double\/exercise\.test\.js:7\n✓ doubles the base\n\n1 of 2 tests pass\./,
  )
  // The copy finds the chapter's modules; what git has stays as it is.
  assert.equal(project.read(copy), starter)

  const refused = await learn('solution', 'ch01/01')
  assert.equal(refused.status, 1)
  assert.match(refused.output, /once your file passes.*01-double --anyway/)
  assert.doesNotMatch(refused.output, /2 \* n/)
  const anyway = await learn('solution', '01-double', '--anyway')
  assert.equal(anyway.status, 0)
  assert.match(anyway.output, /\n {2}\+export const double = \(n\) => 2 \* n/)

  const first = await learn('hint')
  assert.match(first.output, /Hint 1 of 2\nFirst hint\.\n\nThere is another/)
  assert.doesNotMatch(first.output, /Second/)
  const second = await learn('hint', 'ch01/01-double')
  assert.match(second.output, /First hint.*Hint 2 of 2\nSecond hint.*last/s)

  project.write(copy, solved)
  const passed = await learn('ch01/01', '--once')
  assert.equal(passed.status, 0, passed.output)
  assert.match(passed.output, /All 2 tests pass\.\n\nThat was multiplication\./)
  assert.match(passed.output, /Next: npm run learn -- ch01\/02-again/)
  const solution = await learn('solution')
  assert.match(solution.output, /exercises\/01-double\/solution\.js/)
  assert.match(solution.output, /are the same/)
  assert.equal(project.read(`${folder}/01-double/exercise.js`), starter)

  const list = await learn('list')
  assert.match(list.output, /^Chapter 1 · Bytes$/m)
  const today = new Date().toISOString().slice(0, 10)
  assert.match(
    list.output,
    new RegExp(`✓ ch01/01-double {2}Double it · passed ${today}$`, 'm'),
  )
  assert.match(list.output, /^ {4}ch01\/02-again {3}Again$/m)
  assert.match(list.output, /1 of 2 exercises pass/)
  const next = await learn('--once')
  assert.match(
    next.output,
    /^ch01\/02-again · Again\n\nThe same again\.\n\nYour/,
  )
  assert.deepEqual(
    JSON.parse(project.read('learn/progress.json')).exercises['ch01/02-again'],
    { status: 'started', hints: 0 },
  )

  const reset = await learn('reset', 'ch01/01')
  assert.match(reset.output, /The starter is back in.*kept as .*old-1\.js/s)
  assert.equal(project.read(copy), starter)
  assert.equal(project.read(copy.replace('.js', '.old-1.js')), solved)
  assert.match((await learn('list')).output, /0 of 2 exercises pass/)
  assert.equal((await learn('reset')).status, 2)
  assert.equal((await learn('reset', 'ch01')).status, 2)
})

test('who names nothing goes on behind what passed last', async (t) => {
  const project = book(t)
  const { learn } = project
  project.write(copy.replace('01-double', '02-again'), solved)
  const last = await learn('ch01/02', '--once')
  // The first has been left out, and is there still.
  assert.match(last.output, /Next: npm run learn -- ch01\/01-double/)
  assert.match((await learn('--once')).output, /^ch01\/01-double/)
  const third = `${folder}/03-last`
  for (const name of ['exercise.js', 'exercise.test.js', 'solution.js']) {
    project.write(
      `${third}/${name}`,
      project.read(`${folder}/01-double/${name}`),
    )
  }
  assert.match((await learn('--once')).output, /^ch01\/03-last/)
})

test('a program that never stops, or ends too soon, is told so', async (t) => {
  const project = book(t)
  const { learn } = project
  project.write(
    copy,
    `setInterval(() => console.log("again ".repeat(100_000)))\n${starter}`,
  )
  const flood = await learn('ch01/01', '--once')
  assert.equal(flood.status, 1)
  assert.match(
    flood.output,
    /printed:\n {4}again again .* …\n.*printed without end/s,
  )
  assert.ok(flood.output.length < 20_000, `${flood.output.length} characters`)
  project.write(copy, 'process.exit(0)\n')
  const gone = await learn('ch01/01', '--once')
  assert.equal(gone.status, 1)
  assert.match(gone.output, /No test ran\. Does your program end the process/)
})

test('what cannot be written is named', async (t) => {
  const { learn } = book(t)
  const { status, output } = await learn('export', 'package.json/mine.json')
  assert.equal(status, 1)
  assert.match(output, /^E\w+: .*package\.json/)
  assert.doesNotMatch(output, /\n\s+at /)
})

test('it speaks the language that is asked for, else that of the system', async (t) => {
  const { learn, start } = book(t)
  const asked = await learn('hint', '--lang', 'pt')
  assert.match(asked.output, /Dobre\n\nDica 1 de 2\nPrimeira dica\./)
  const { child, ended } = start(['list'], { env: { LANG: 'pt_BR.UTF-8' } })
  child.stdin.end()
  assert.match(
    (await ended).output,
    /Capítulo 1 · Os bytes\n.*Dobre · começado/,
  )
  const other = await learn('--once', '--lang', 'eo')
  assert.match(other.output, /nothing in "eo" yet; this is English/)
  assert.match(other.output, /Double it/)
})

test('progress goes out, in, and survives damage', async (t) => {
  const project = book(t)
  const { learn } = project
  project.write(copy, solved)
  assert.equal((await learn('--once')).status, 0)
  const exported = await learn('export', 'mine.json')
  assert.equal(exported.status, 0, exported.output)
  const text = project.read('mine.json')
  const file = 'learn/progress.json'
  project.write(file, text.slice(0, 30))
  const damaged = await learn('list')
  assert.match(damaged.output, /could not be read.*progress\.damaged-1\.json/s)
  assert.match(damaged.output, /0 of 2/)
  assert.equal(project.read('learn/progress.damaged-1.json'), text.slice(0, 30))
  assert.equal((await learn('import', 'mine.json')).status, 0)
  assert.match((await learn('list')).output, /1 of 2/)
  assert.equal((await learn('import', 'nothing.json')).status, 2)
  assert.match((await learn('import', 'package.json')).output, /is no progress/)

  const later = text.replace('"version": 1', '"version": 9')
  project.write(file, later)
  const refused = await learn('hint')
  assert.equal(refused.status, 1)
  assert.match(refused.output, /later version/)
  assert.equal(project.read(file), later)
})

test('wrong arguments are named, with what there is', async (t) => {
  const { learn } = book(t)
  const wrong = await learn('ch07/01', '--once')
  assert.equal(wrong.status, 2)
  assert.match(wrong.output, /Got ch07\/01;.*\n {2}ch01\/01-double\n/s)
  const several = await learn('hint', 'ch01/0')
  assert.equal(several.status, 2)
  assert.match(several.output, /could be several exercises/)
  assert.equal((await learn('--wat')).status, 2)
  assert.equal((await learn('--help')).status, 0)
})

test(
  'a save runs the tests; lines are keys where there is no terminal',
  patient,
  async (t) => {
    const project = book(t)
    const { child, ended } = project.start([])
    const lines = createInterface({ input: child.stdout })[
      Symbol.asyncIterator
    ]()
    /** @param {RegExp} pattern */
    const until = async (pattern) => {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) assert.fail(`ended before ${pattern}`)
        if (pattern.test(value)) return
      }
    }
    await until(/1 of 2 tests pass/)
    project.write(copy, 'export const double = (')
    await until(/could not be run/)
    await until(/exercise\.js:1/)
    await until(/SyntaxError/)
    project.write(copy, solved)
    await until(/All 2 tests pass/)
    child.stdin.write('s\n')
    await until(/the same/)
    child.stdin.write('n\n')
    await until(/ch01\/02-again/)
    child.stdin.write('x\nh\n')
    await until(/no hints/)
    child.stdin.write('n\n')
    await until(/last exercise/)
    child.stdin.write('p\n')
    await until(/ch01\/01-double/)
    child.stdin.end('l\n')
    await until(/1 of 2 exercises pass/)
    assert.equal((await ended).status, 0)
  },
)

test(
  'on a terminal keys act at once, and a new run ends the one before',
  patient,
  async (t) => {
    const project = book(t)
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      raw: false,
      /** @param {boolean} raw */
      setRawMode(raw) {
        input.raw = raw
        return input
      },
    })
    const output = new PassThrough().setEncoding('utf8')
    let text = ''
    /** @type {(() => void)[]} */
    const waiting = []
    output.on('data', (chunk) => {
      text += chunk
      for (const wake of waiting.splice(0)) wake()
    })
    /** @param {RegExp} pattern */
    const until = async (pattern) => {
      while (!pattern.test(text)) {
        await new Promise((resolve) => waiting.push(() => resolve(null)))
      }
      text = ''
    }
    project.write(copy, starter)
    /** @type {AbortSignal[]} */
    const signals = []
    const session = /** @type {any} */ ({
      say: sayIn('en'),
      paint: painter(false),
      file: () => project.path(copy),
      heading: () => 'heading',
      show: () => 'task',
      hint: () => 'a hint',
      hintCount: () => '',
      list: () => 'the list',
      solution: () => ({ text: 'no solution' }),
      neighbour: () => null,
      /** @param {unknown} _ @param {AbortSignal} signal */
      async check(_, signal) {
        signals.push(signal)
        if (signals.length > 1) return { passed: false, text: 'result' }
        await once(signal, 'abort')
        return { passed: true, text: 'of an old run' }
      },
    })
    const watching = watchExercises(
      session,
      /** @type {any} */ ({ id: 'ch01/01-double' }),
      /** @type {any} */ ({ input, output }),
    )
    await until(/running/)
    input.write('h')
    await until(/a hint/)
    input.write('r')
    await until(/\nresult\n.*h hint · s solution/s)
    assert.equal(signals[0].aborted, true)
    for (const [key, answer] of Object.entries({
      l: /the list/,
      s: /no solution/,
      N: /last exercise/,
      p: /first exercise/,
      t: /task/,
    })) {
      input.write(key)
      await until(answer)
    }
    assert.equal(input.raw, true)
    input.write('q')
    await watching
    assert.equal(input.raw, false)
    assert.doesNotMatch(text, /of an old run/)
  },
)

test('a failure says where in the reader’s file', () => {
  const file = `${process.cwd()}/learn/exercise.js`
  const stack = [
    'Error: x',
    '    at helper (file:///elsewhere/node_modules/x.js:9:1)',
    `    at double (${pathToFileURL(file)}:12:3)`,
  ].join('\n')
  assert.match(placeOf(stack, file) ?? '', /exercise\.js:12$/)
})

test('long output and long messages are cut', () => {
  const test = {
    name: 'long',
    passed: false,
    code: null,
    generated: true,
    got: null,
    expected: null,
    stack: null,
    message: `${'x'.repeat(5000)}\n${'line\n'.repeat(200)}`,
  }
  const lines = resultLines(
    {
      verdict: 'broken',
      reason: '',
      tests: [test],
      output: 'printed\n'.repeat(500),
    },
    '/nowhere',
    { say: sayIn('en'), paint: painter(false) },
  )
  assert.ok(lines.length < 70, `${lines.length} lines`)
  assert.ok(lines.every((line) => line.length < 500))
})

test('the languages are those of POSIX', () => {
  assert.equal(knownLanguage('pt_BR.UTF-8'), 'pt-BR')
  assert.equal(knownLanguage('pt'), 'pt-BR')
  assert.equal(knownLanguage('fr_FR'), null)
  assert.equal(languageOfEnvironment({ LANG: 'C.UTF-8' }), 'en')
  assert.equal(languageOfEnvironment({ LANG: 'fr', LC_ALL: 'pt_PT' }), 'pt-BR')
  assert.equal(languageOfEnvironment({}), 'en')
})

test('every exercise of this book can be shown in every language', () => {
  for (const exercise of allExercises()) {
    for (const language of languages) {
      const { title, task, hints } = exerciseText(exercise, language)
      const where = `${exercise.id} in ${language}`
      if (title === exercise.name) continue
      assert.ok(task.length > 40, `${where} says nothing`)
      const english = exerciseText(exercise, 'en')
      assert.equal(hints.length, english.hints.length, where)
      for (const text of [task, ...hints]) {
        const options = { width: 80, paint: painter(false) }
        assert.doesNotMatch(renderMarkdown(text, options), /\{\{/, where)
      }
    }
  }
})

test('every language says everything, in the same places', () => {
  const read = (/** @type {string} */ language) =>
    JSON.parse(
      readFileSync(
        new URL(`strings/${language}.json`, import.meta.url),
        'utf8',
      ),
    )
  const english = read('en')
  const places = (/** @type {string} */ text) =>
    (text.match(/\{\w+\}/g) ?? []).sort()
  for (const language of languages) {
    const own = read(language)
    for (const [key, text] of Object.entries(own)) {
      assert.ok(key in english, `${language}: ${key}`)
      assert.deepEqual(
        places(text),
        places(english[key]),
        `${language}: ${key}`,
      )
    }
  }
  assert.ok(existsSync(new URL('strings/pt-BR.json', import.meta.url)))
})
