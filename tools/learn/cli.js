#!/usr/bin/env node
/** The exercises of the book in a terminal: npm run learn */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  formatProgress,
  mergeProgress,
  ProgressError,
  parseProgress,
} from '../../common/progress.js'
import { readArguments, refuse } from '../lib/arguments.js'
import { fromRoot, root } from '../lib/paths.js'
import { endChildrenOnSignal, run } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { Store, writeWhole } from './store.js'
import {
  knownLanguage,
  languageOfEnvironment,
  languages,
  sayIn,
} from './strings.js'

/** Where the reader called; npm changes to the project's folder. */
const from = process.env.INIT_CWD ?? process.cwd()

const progressFile = process.env.LEARN_PROGRESS
  ? path.resolve(from, process.env.LEARN_PROGRESS)
  : path.join(root, 'learn', 'progress.json')

let language = languageOfEnvironment(process.env)
let say = sayIn(language)

/** @param {string} text */
const write = (text) => process.stdout.write(`${text}\n`)

/** @param {string} message @returns {never} */
const wrong = (message) => refuse(help(), message)

function read() {
  const { values, positionals } = readArguments(help(), {
    allowPositionals: true,
    options: {
      once: { type: 'boolean', default: false },
      anyway: { type: 'boolean', default: false },
      lang: { type: 'string' },
    },
  })
  if (values.lang !== undefined) {
    const known = knownLanguage(values.lang)
    language = known ?? 'en'
    say = sayIn(language)
    if (!known) console.error(say('languageMissing', { language: values.lang }))
  }
  const [word = '', ...rest] = positionals
  const known = Object.hasOwn(commands, word) || Object.hasOwn(files, word)
  const [command, [name, ...more]] = known
    ? [word, rest]
    : ['watch', positionals]
  if (more.length > 0) wrong(`${more.join(' ')}? ${say('usage.id')}`)
  return { ...values, command, name }
}

function help() {
  const id = 'ch03/02'
  const rows = [
    [`[${id}]`, 'watch'],
    [`[${id}] --once`, 'once'],
    ['list', 'list'],
    [`hint [${id}]`, 'hint'],
    [`solution [${id}]`, 'solution'],
    [`reset ${id}`, 'reset'],
    ['export FILE', 'export'],
    ['import FILE', 'import'],
  ]
  return [
    say('usage', { languages: languages.join('|') }),
    '',
    ...rows.map(
      ([words, key]) => `  ${words.padEnd(20)}${say(`usage.${key}`)}`,
    ),
    '',
    say('usage.id'),
    say('usage.places', { file: fromRoot(progressFile) }),
  ].join('\n')
}

/**
 * @param {import('./session.js').Session} session
 * @param {string | undefined} name as given
 */
function choose(session, name) {
  if (name === undefined) return session.next()
  const found = session.select(name)
  const isChapter = /^ch\d\d\/?$/.test(name)
  if (found.length === 1 || (found.length > 0 && isChapter)) {
    return session.firstOpen(found)
  }
  const ids = (found.length > 0 ? found : session.exercises).map(
    ({ id }) => `  ${id}`,
  )
  const key = found.length > 0 ? 'wrongSeveral' : 'wrong'
  return wrong([say(key, { got: name }), ...ids].join('\n'))
}

/**
 * What is done with an exercise; the result is the exit status.
 *
 * @typedef {{ session: import('./session.js').Session,
 *   name: string | undefined, anyway: boolean }} Request
 * @type {Record<string, (request: Request) => number | Promise<number>>}
 */
const commands = {
  async watch({ session, name }) {
    const { watchExercises } = await import('./watch.js')
    const { stdin: input, stdout: output } = process
    await watchExercises(session, choose(session, name), { input, output })
    return 0
  },
  async once({ session, name }) {
    const exercise = choose(session, name)
    write(`${session.show(exercise)}\n`)
    return verdict(session, exercise)
  },
  list({ session }) {
    write(session.list())
    return 0
  },
  hint({ session, name }) {
    const exercise = choose(session, name)
    write(`${session.heading(exercise)}\n\n${session.hint(exercise)}`)
    return 0
  },
  solution({ session, name, anyway }) {
    const exercise = choose(session, name ?? session.lastPassed())
    const { shown, text } = session.solution(exercise, anyway)
    write(`${session.heading(exercise)}\n\n${text}`)
    return shown ? 0 : 1
  },
  reset({ session, name }) {
    // Never of what the reader has not named.
    const exact = session.select(name)
    if (name === undefined || exact.length !== 1) {
      const ids = exact.map(({ id }) => `  ${id}`)
      const head = say('wrongSeveral', { got: name ?? '""' })
      wrong([head, ...ids].join('\n'))
    }
    write(session.reset(exact[0]))
    return 0
  },
}

/**
 * @param {import('./session.js').Session} session
 * @param {import('./exercises.js').Exercise} exercise
 */
async function verdict(session, exercise) {
  const { passed, text } = await session.check(exercise)
  write(text)
  if (passed) {
    const { id } = session.next()
    const total = session.exercises.length
    const isOver = session.hasPassed(id)
    write(`\n${isOver ? say('doneAll', { total }) : say('next', { id })}`)
  }
  return passed ? 0 : 1
}

/**
 * What is done with the progress alone.
 *
 * @type {Record<string, (store: Store, file: string) => number>}
 */
const files = {
  export(store, file) {
    writeWhole(file, formatProgress(store.load()))
    write(say('exported', { file }))
    return 0
  },
  import(store, file) {
    if (!existsSync(file)) wrong(say('importMissing', { file }))
    let other
    try {
      other = parseProgress(readFileSync(file, 'utf8'))
    } catch (error) {
      if (!(error instanceof ProgressError)) throw error
      const reason = error.message
      return wrong(say('importUnreadable', { file, reason }))
    }
    store.update((own) => mergeProgress(own, other))
    write(say('imported', { file }))
    return 0
  },
}

/**
 * The pinned Node and the npm packages of the project.
 *
 * @returns {Promise<string | null>} the Node; null when it cannot be had
 */
async function setUp() {
  const hasPackages = existsSync(path.join(root, 'node_modules', 'diff'))
  const tool = node(26)
  if (tool.path && hasPackages) return tool.path
  console.error(say('setup'))
  const script = path.join(root, 'tools', 'setup', 'cli.js')
  const args = [script, '--only', 'npm,node26']
  const { status } = await run(process.execPath, args, {
    cwd: root,
    timeout: 1200,
    onLine: (line) => console.error(line),
  })
  if (status === 0) return node(26).path
  console.error(say('setupFailed'))
  return null
}

/** @returns {Promise<number>} exit status */
async function main() {
  const { command, name, once, anyway } = read()
  const store = new Store(progressFile, (kept, reason) => {
    console.error(say('damaged', { file: fromRoot(kept), reason }))
  })
  if (Object.hasOwn(files, command)) {
    if (!name) return wrong(say('wrongFile', { command }))
    return files[command](store, path.resolve(from, name))
  }
  const runner = await setUp()
  if (!runner) return 1
  // These need the npm packages that the set-up has installed.
  const { Session } = await import('./session.js')
  const { painter, wantsColours } = await import('./terminal.js')
  const session = new Session({
    node: runner,
    store,
    language,
    say,
    paint: painter(wantsColours(process.stdout, process.env)),
    width: Math.min(process.stdout.columns ?? 80, 90),
  })
  if (session.exercises.length === 0) {
    write(say('noExercises'))
    return 0
  }
  const action = command === 'watch' && once ? commands.once : commands[command]
  return action({ session, name, anyway })
}

endChildrenOnSignal()
try {
  process.exitCode = await main()
} catch (error) {
  if (error instanceof ProgressError) {
    const reason = error.message
    console.error(say('newer', { file: fromRoot(progressFile), reason }))
    process.exitCode = 1
  } else if (error instanceof Error && 'syscall' in error) {
    // A file that cannot be read or written: its name is in the message.
    console.error(error.message)
    process.exitCode = 1
  } else throw error
}
