#!/usr/bin/env node
/** Are mistakes noticed by the tests? node tools/mutants/cli.js ch05 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chapterNamed, chapters } from '../book-model/chapters.js'
import { fileBefore } from '../book-model/listing.js'
import { readArguments, refuse } from '../lib/arguments.js'
import { readJson } from '../lib/files.js'
import { messageOf } from '../lib/message.js'
import { codeDir, fromRoot, root } from '../lib/paths.js'
import { cumulativeTests, isAlone, modulesOf } from '../page-tests/suite.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, endChildrenOnSignal, run } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { apply, choose, mutantsOf } from './mutants.js'

/** @typedef {import('./mutants.js').Mutant} Mutant */
/** @typedef {{ chapter: string, file: string, mutant: Mutant }} Case */

/** How many mistakes are made in each module. */
const perModule = 3

const help = `Usage: node tools/mutants/cli.js [chNN …] [--few]

Makes small mistakes in the modules of each chapter's lib, one after the other,
and sees \`npm test\` of that chapter fail. Without chapters: all of them.

  --few       one mistake in each module, in chapters whose tests have passed
              already, as the nightly check does
  -h, --help

A mistake that changes nothing is in tools/mutants/equivalent.json, with the
reason. Exit status: 0; 1 when a mistake was not noticed; 2 for wrong
arguments.`

const { values, positionals: ids } = readArguments(help, {
  allowPositionals: true,
  options: { few: { type: 'boolean', default: false } },
})
const { few } = values
try {
  ids.forEach(chapterNamed)
} catch (error) {
  refuse(help, messageOf(error))
}

/** @type {{ file: string, code: string, kind: string }[]} */
const equivalent = readJson(path.join(import.meta.dirname, 'equivalent.json'))

/**
 * The modules that a chapter adds or changes: the others have been tried in
 * the chapter before.
 *
 * @param {string} folder absolute path of code/chNN
 * @returns {string[]} absolute paths, sorted
 */
function ownModules(folder) {
  const lib = path.join(folder, 'lib')
  if (!existsSync(lib)) return []
  return readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(lib, name))
    .filter((file) => {
      const before = fileBefore(file)
      return !before || !readFileSync(before).equals(readFileSync(file))
    })
    .sort()
}

/**
 * Which of its mistakes a module gets when it gets one: the same on whatever
 * commit it is tried, and whatever other modules there are.
 *
 * @param {string} file
 * @param {Mutant[]} chosen
 */
function oneOf(file, chosen) {
  const [byte] = createHash('sha1').update(fromRoot(file)).digest()
  return chosen.length > 0 ? [chosen[byte % chosen.length]] : []
}

/** @returns {Case[]} */
function casesToTry() {
  const modules = chapters()
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .flatMap(({ id, codeDir: folder }) =>
      ownModules(folder).map((file) => ({ chapter: id, file })),
    )
  return modules.flatMap(({ chapter, file }) => {
    const all = mutantsOf(readFileSync(file, 'utf8'))
    const real = all.filter(
      ({ code, kind }) =>
        !equivalent.some(
          (one) =>
            file.endsWith(one.file) && one.code === code && one.kind === kind,
        ),
    )
    const chosen = choose(real, perModule)
    const tried = few ? oneOf(file, chosen) : chosen
    return tried.map((mutant) => ({ chapter, file, mutant }))
  })
}

/**
 * A copy of the chapters in which mistakes can be made.
 *
 * @returns {string} absolute path of its folder
 */
function copyChapters() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'))
  cpSync(codeDir, path.join(folder, 'code'), {
    recursive: true,
    filter: (file) => !/[\\/](contenders|node_modules)$/.test(file),
  })
  return folder
}

const bail = new URL('./bail.js', import.meta.url).href

/** The Node.js that the tests run on. */
const { path: program, reason } = node(26)

/** The tests of a chapter and of those before it. @param {string} chapter */
function suiteOf(chapter) {
  const all = chapters()
  const until = all.findIndex(({ id }) => id === chapter)
  return cumulativeTests(all.slice(0, until + 1))
}

/**
 * @param {string} chapter
 * @param {string} folder of the copy
 * @param {string[]} [files] some of its tests, absolute paths; all, as
 *   `npm test` runs them, where none are given
 * @returns {Promise<string>} why they don't pass; '' if they do
 */
async function whyNot(chapter, folder, files) {
  const own = path.join(folder, 'code', chapter)
  const all = suiteOf(chapter).flatMap((one) => one.files)
  // A mistake may also keep a test waiting for ever.
  const timeout = patience(60 + 4 * (files ?? all).length)
  // To start a process for each file takes as long again.
  const options = all.some(isAlone) ? [] : ['--test-isolation=none']
  const args = [files ? '--test' : 'test/run.js', ...options]
  const outcome = await run(
    String(program),
    [...args, `--test-reporter=${bail}`, ...(files ?? [])],
    {
      cwd: own,
      env: cleanEnv({ APP: path.join(own, 'server.js') }),
      timeout,
    },
  )
  if (outcome.timedOut) return `did not end within ${Math.round(timeout)} s`
  if (outcome.status === 0) return ''
  return `fails:\n${outcome.output.trim().split('\n').slice(-30).join('\n')}`
}

/**
 * Those of them that are likely to notice: those of the chapter, which has
 * changed the module, and those that name it.
 *
 * @param {Case} one
 * @param {string} folder of the copy
 * @returns {string[]} absolute paths
 */
function tellingTests({ chapter, file }, folder) {
  const name = path.relative(path.join(codeDir, chapter), file)
  return suiteOf(chapter)
    .flatMap(({ chapter: { id }, files }) =>
      files.filter((test) => id === chapter || modulesOf(test).includes(name)),
    )
    .map((test) => path.join(folder, path.relative(root, test)))
}

/**
 * @param {Case} one
 * @param {string} folder of the copy
 * @returns {Promise<boolean>} whether a test noticed
 */
async function isNoticed(one, folder) {
  const { chapter, file, mutant } = one
  const target = path.join(folder, path.relative(root, file))
  const text = readFileSync(file, 'utf8')
  writeFileSync(target, apply(text, mutant))
  const first = tellingTests(one, folder)
  try {
    return (
      (first.length > 0 && (await whyNot(chapter, folder, first)) !== '') ||
      (await whyNot(chapter, folder)) !== ''
    )
  } finally {
    writeFileSync(target, text)
  }
}

endChildrenOnSignal()
if (!program) {
  console.log(`mutants: ${reason}`)
  process.exit(1)
}
const cases = casesToTry()
// Tests that fail anyway would notice everything.
for (const chapter of few ? [] : new Set(cases.map((one) => one.chapter))) {
  const why = await whyNot(chapter, root)
  if (!why) continue
  console.log(`mutants: without any mistake, npm test of ${chapter} ${why}`)
  process.exit(1)
}
const queue = [...cases]
let killed = 0
await Promise.all(
  Array.from({ length: os.availableParallelism() }, async () => {
    const folder = copyChapters()
    for (let one = queue.shift(); one; one = queue.shift()) {
      if (await isNoticed(one, folder)) killed++
      else console.log(complain(one))
    }
    rmSync(folder, { recursive: true, force: true })
  }),
)
console.log(`mutants: ${killed} of ${cases.length} noticed by npm test`)
process.exitCode = killed === cases.length ? 0 : 1

/** @param {Case} one that no test noticed */
function complain({ chapter, file, mutant }) {
  const { line, kind, code, replacement } = mutant
  return (
    `${fromRoot(file)}:${line}: ${kind}: ${code} → ${replacement}\n` +
    `  npm test of ${chapter} passes all the same: add a test that fails, or, ` +
    'if it changes nothing, a line with the reason to tools/mutants/equivalent.json'
  )
}
