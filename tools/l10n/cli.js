/**
 * Translations: what is up to date, what changed in English, and the stamps.
 * `npm run l10n -- --help` lists the commands.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sentencesFile, sentencesState } from '../book-model/api.js'
import { readArguments } from '../lib/arguments.js'
import { counted } from '../lib/message.js'
import { fromRoot, root, srcDir } from '../lib/paths.js'
import { checkFolders, checkLanguage } from './check.js'
import { documents, stringTables } from './documents.js'
import { englishDiff } from './history.js'
import { beginLanguage } from './new-language.js'
import { stamp, stampQuiz } from './stamp.js'
import {
  languages,
  pageState,
  StampError,
  stampFor,
  translationOf,
  withStamp,
} from './state.js'
import { documentNamed, languageNamed, usage, wrong } from './usage.js'

/** @param {{ id: string, title: string }[]} names */
const listed = (names) =>
  names
    .map(({ id, title }) =>
      id === '' ? '(before the first heading)' : `"${title}" (#${id})`,
    )
    .join(', ')

/** @param {string} text */
const indented = (text) => text.trimEnd().replace(/^(?=.)/gm, '      ')

/**
 * The sentences of the reference that are shown in English, and those that
 * have changed there.
 *
 * @param {string} code
 */
function openSentences(code) {
  const { missing, outdated } = sentencesState(code)
  const file = fromRoot(sentencesFile(code))
  return [
    ...missing.map((text) => `  missing     in ${file}: ${text}`),
    ...outdated.map((text) => `  outdated    in ${file}: ${text}`),
  ]
}

/** @param {ReturnType<typeof languages>[number]} language */
function status({ code, name, spelling }) {
  console.log(`${code} · ${name}`)
  if (!spelling) {
    console.log(
      '  its spelling is not checked: see "Begin a language" in docs/translating.md',
    )
  }
  const counts = { current: 0, begun: 0, stale: 0, missing: 0 }
  /** @type {string[]} what is not up to date */
  const open = []
  for (const file of documents()) {
    let state
    try {
      state = pageState(code, file)
    } catch (error) {
      if (!(error instanceof StampError || error instanceof SyntaxError)) {
        throw error
      }
      open.push(`  unreadable  ${file}: ${error.message}`)
      continue
    }
    const { untranslated, staleSections, removedSections } = state
    const isBegun = state.state === 'current' && untranslated.length > 0
    const outcome = isBegun ? 'begun' : state.state
    counts[outcome] += 1
    if (outcome === 'current') continue
    open.push(`  ${outcome.padEnd(10)}  ${file}`)
    if (untranslated.length > 0) {
      open.push(`    still in English: ${listed(untranslated)}`)
    }
    if (outcome !== 'stale') continue
    if (staleSections.length > 0) {
      open.push(`    changed in English: ${listed(staleSections)}`)
    }
    if (removedSections.length > 0) {
      const ids = removedSections.map((id) => `#${id}`)
      open.push(`    no longer in English: ${ids.join(', ')}`)
    }
    open.push(indented(englishDiff(code, file)))
  }
  for (const { english, own } of stringTables(code)) {
    if (existsSync(path.join(root, own))) continue
    open.push(`  missing     ${own} (shown in English; copy ${english})`)
  }
  const { current, begun, stale, missing } = counts
  console.log(
    `  ${current} up to date, ${begun} begun, ${stale} stale, ${missing} missing`,
  )
  open.push(...openSentences(code))
  for (const line of open) console.log(line)
}

/** @param {string} code */
const stalePages = (code) =>
  documents().filter((file) => pageState(code, file).state === 'stale')

/** @param {string[]} codes @returns {number} exit status */
function check(codes) {
  const folders = checkFolders()
  const problems =
    folders.length > 0 ? folders : codes.flatMap((code) => checkLanguage(code))
  for (const { file, line, message } of problems) {
    console.log(`${file}${line ? `:${line}` : ''}: ${message}`)
  }
  const count = problems.length
  const stale = count === 0 ? codes.flatMap(stalePages) : []
  const but =
    stale.length === 0
      ? ''
      : `, but for ${counted(stale.length, 'stale page')} (${stale.slice(0, 3).join(', ')}): npm run l10n -- diff LANGUAGE PAGE, then stamp`
  console.log(
    count === 0
      ? `l10n: ${codes.join(', ') || 'no language'}: the same structure as in English${but}`
      : `l10n: ${counted(count, 'difference')} in structure. Make the translation match the English page; if the English page moved on meanwhile, translate what npm run l10n shows and stamp the page`,
  )
  return count === 0 ? 0 : 1
}

/** @param {string} code @param {string[]} names */
function start(code, names) {
  if (names.length === 0) wrong('start needs a page')
  for (const file of names.map(documentNamed)) {
    const target = translationOf(code, file)
    if (existsSync(target)) {
      wrong(`${fromRoot(target)} is there already`)
    }
    const english = readFileSync(path.join(srcDir, file), 'utf8')
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(
      target,
      file.endsWith('.json')
        ? stampQuiz(english, english)
        : withStamp(english, stampFor(english)),
    )
    console.log(
      `wrote ${fromRoot(target)}: the English text, to translate in place. Leave code, {{#…}} lines and the last line as they are.`,
    )
  }
}

/** @param {string} code @param {string[]} names of pages */
function diff(code, names) {
  if (names.length === 0) wrong('diff needs a page')
  for (const file of names.map(documentNamed)) {
    if (!existsSync(translationOf(code, file))) {
      wrong(
        `${file} is not translated yet; begin it: npm run l10n -- start ${code} ${file}`,
      )
    }
    console.log(englishDiff(code, file).trimEnd())
  }
}

/** @returns {number} exit status */
function main() {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { unchanged: { type: 'string' } },
  })
  const [command = 'status', code, ...rest] = positionals
  const { unchanged } = values
  if (unchanged !== undefined && command !== 'stamp') {
    wrong('--unchanged goes with stamp')
  }
  if (command === 'status') {
    for (const language of code ? [languageNamed(code)] : languages()) {
      status(language)
    }
  } else if (command === 'check') {
    const chosen = code ? [languageNamed(code)] : languages()
    return check(chosen.map((language) => language.code))
  } else if (command === 'start') start(languageNamed(code).code, rest)
  else if (command === 'stamp') {
    return stamp(languageNamed(code).code, rest, unchanged)
  } else if (command === 'diff') diff(languageNamed(code).code, rest)
  else if (command === 'new') beginLanguage(code, rest[0])
  else {
    wrong(
      `got the command "${command}"; expected status, start, diff, stamp, check or new`,
    )
  }
  return 0
}

try {
  process.exitCode = main()
} catch (error) {
  console.error(error instanceof StampError ? error.message : error)
  process.exitCode = 2
}
