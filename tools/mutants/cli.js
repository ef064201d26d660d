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
import { messageOf } from '../lib/message.js'
import { codeDir, fromRoot, root } from '../lib/paths.js'
import { cumulativeTests, isAlone, modulesOf } from '../page-tests/suite.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, endChildrenOnSignal, run } from '../processes/run.js'
import { node } from '../processes/toolchain.js'
import { apply, choose, mutantsOf } from './mutants.js'

/** @typedef {import('./mutants.js').Mutant} Mutant */
/** @typedef {{ chapter: string, file: string, mutant: Mutant }} Case */
/** @typedef {{ file: string, code: string, kind: string, why: string }} Equivalent */

/** How many mistakes are made in each module. */
const perModule = 3

const help = `Usage: node tools/mutants/cli.js [chNN …] [--turn N] [--few]

Makes small mistakes in the modules of each chapter's lib, one after the other,
and sees \`npm test\` of that chapter fail. Without chapters: all of them.

  --turn N    other mistakes: each turn makes its own, always the same ones (0)
  --few       one mistake in each module, in chapters whose tests have passed
              already, as the nightly check does
  -h, --help

A mistake that changes nothing is in tools/mutants/equivalent.json, with the
reason. Exit status: 0; 1 when a mistake was not noticed; 2 for wrong
arguments.`

const { values, positionals: ids } = readArguments(help, {
  allowPositionals: true,
  options: {
    turn: { type: 'string', default: '0' },
    few: { type: 'boolean', default: false },
  },
})
const { few } = values
if (!/^\d+$/.test(values.turn)) {
  refuse(help, `--turn: got "${values.turn}", expected an integer from 0`)
}
const turn = Number(values.turn)
try {
  ids.forEach(chapterNamed)
} catch (error) {
  refuse(help, messageOf(error))
}

/** @type {Equivalent[]} */
const equivalent = JSON.parse(
  readFileSync(new URL('./equivalent.json', import.meta.url), 'utf8'),
)

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

/** @param {string} file @param {Mutant} mutant */
const isEquivalent = (file, { code, kind }) =>
  equivalent.some(
    (one) =>
      fromRoot(file).endsWith(one.file) &&
      one.code === code &&
      one.kind === kind,
  )

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
    const real = all.filter((mutant) => !isEquivalent(file, mutant))
    const chosen = choose(real, perModule, turn)
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

/**
 * @param {string} chapter
 * @returns {ReturnType<typeof cumulativeTests>} of it and of those before it
 */
function suiteOf(chapter) {
  const all = chapters()
  const until = all.findIndex(({ id }) => id === chapter)
  return cumulativeTests(all.slice(0, until + 1))
}

/**
 * One process for all files, since to start one for each takes as long again;
 * unless one of them has to be alone.
 *
 * @param {string} chapter
 */
function optionsOf(chapter) {
  const reporter = `--test-reporter=${bail}`
  return suiteOf(chapter).some(({ files }) => files.some(isAlone))
    ? [reporter]
    : ['--test-isolation=none', reporter]
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
  const count =
    files?.length ?? suiteOf(chapter).flatMap((one) => one.files).length
  // A mistake may also keep a test waiting for ever.
  const timeout = patience(60 + 4 * count)
  const outcome = await run(
    String(program),
    [files ? '--test' : 'test/run.js', ...optionsOf(chapter), ...(files ?? [])],
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

/** Tests that fail without a mistake notice none. */
class FailsAnyway extends Error {}

/**
 * Says of each that no test noticed which one it is, as soon as it is known.
 *
 * @param {Case[]} cases
 * @returns {Promise<Case[]>} those
 * @throws {FailsAnyway}
 */
async function survivors(cases) {
  /** @type {Case[]} */
  const found = []
  const queue = [...cases]
  const untried = new Set(few ? [] : cases.map(({ chapter }) => chapter))
  const work = async () => {
    const folder = copyChapters()
    try {
      for (const chapter of untried) {
        untried.delete(chapter)
        // Tests that fail anyway would notice everything.
        const reason = await whyNot(chapter, folder)
        if (!reason) continue
        queue.length = 0
        untried.clear()
        throw new FailsAnyway(
          `without any mistake, npm test of ${chapter} ${reason}`,
        )
      }
      for (let one = queue.shift(); one; one = queue.shift()) {
        if (await isNoticed(one, folder)) continue
        found.push(one)
        console.log(complain(one))
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, work))
  return found
}

/** @param {Case} one */
const describe = ({ file, mutant }) =>
  `${fromRoot(file)}:${mutant.line}: ${mutant.kind}: ${mutant.code} → ${mutant.replacement}`

/** @param {Case} one that no test noticed */
const complain = (one) =>
  `${describe(one)}\n  npm test of ${one.chapter} passes all the same: add a test that fails, or, if it changes nothing, a line with the reason to tools/mutants/equivalent.json`

endChildrenOnSignal()
const cases = casesToTry()
if (!program) {
  console.log(`mutants: ${reason}`)
  process.exit(1)
}
try {
  report(await survivors(cases))
} catch (error) {
  if (!(error instanceof FailsAnyway)) throw error
  console.log(`mutants: ${error.message}`)
  process.exitCode = 1
}

/** @param {Case[]} alive those that no test noticed */
function report(alive) {
  const killed = cases.length - alive.length
  console.log(`mutants: ${killed} of ${cases.length} noticed by npm test`)
  process.exitCode = alive.length === 0 ? 0 : 1
}
