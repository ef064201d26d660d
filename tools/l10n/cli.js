/**
 * Translations: what is up to date, what changed in English, and the stamps.
 * `npm run l10n -- --help` lists the commands.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sections } from '../lib/markdown.js'
import { fromRoot, root, srcDir, translationsDir } from '../lib/paths.js'
import {
  checkAgainst,
  checkFolders,
  checkLanguage,
  compareQuizzes,
} from './check.js'
import { documents, readStrings, stringTables } from './documents.js'
import { contentOf, editedFiles, englishDiff } from './history.js'
import {
  blobHash,
  languages,
  pageState,
  readStamp,
  StampError,
  sectionHash,
  stampFor,
  stampKey,
  translationOf,
  withStamp,
} from './state.js'

const usage = `Usage: npm run l10n [-- COMMAND]

  (none)                  each page in each language: up to date, begun (partly
                          in English), stale with the English diff to
                          translate, or missing
  status LANG             the same for one language
  start LANG PAGE …       begin a page: the English text, ready to translate
  diff LANG PAGE          the English diff since the page was translated
  stamp LANG [PAGE …]     say that the pages are up to date with English;
                          PAGE#section for one section; without a page, those
                          that differ from the last commit
  check [LANG]            the same structure as in English? (verify runs this)
  new LANG "Name"         begin a language, such as: new es "Español"

PAGE is as in src/SUMMARY.md (ch01-web-server/bytes.md), or a quiz.json.`

/** A mistake in how the tool was called. */
class UsageError extends Error {}

/** @param {string | undefined} code */
function languageNamed(code) {
  const known = languages()
  const found = known.find((language) => language.code === code)
  if (found) return found
  const codes = known.map((language) => language.code).join(', ') || 'none yet'
  throw new UsageError(
    `got the language "${code ?? ''}"; expected one of: ${codes}. To begin one: npm run l10n -- new es "Español"`,
  )
}

/**
 * @param {string} name as typed, from any of its folders
 * @returns {string} below src/
 */
function documentNamed(name) {
  const file = name
    .replace(/^\.?\//, '')
    .replace(/^(src|translations\/[\w-]+)\//, '')
  if (documents().includes(file)) return file
  throw new UsageError(
    `got the page "${name}"; expected one of:\n  ${documents().join('\n  ')}`,
  )
}

/** @param {number} count @param {string} word */
const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

/**
 * @param {{ id: string, title: string }[]} names
 */
const listed = (names) =>
  names
    .map(({ id, title }) =>
      id === '' ? '(before the first heading)' : `"${title}" (#${id})`,
    )
    .join(', ')

/** @param {string} text */
const indented = (text) => text.trimEnd().replace(/^(?=.)/gm, '      ')

/**
 * @param {{ code: string, name: string }} language
 */
function status({ code, name }) {
  console.log(`${code} · ${name}`)
  const counts = { current: 0, begun: 0, stale: 0, missing: 0 }
  for (const file of documents()) {
    let state
    try {
      state = pageState(code, file)
    } catch (error) {
      if (!(error instanceof StampError || error instanceof SyntaxError)) {
        throw error
      }
      console.log(`  unreadable  ${file}: ${error.message}`)
      continue
    }
    const isStale = state.state === 'stale'
    const isBegun = state.state === 'current' && state.untranslated.length > 0
    const outcome = isBegun ? 'begun' : state.state
    counts[outcome] += 1
    const label = outcome === 'current' ? 'up to date' : outcome
    console.log(`  ${label.padEnd(10)}  ${file}`)
    if (outcome === 'missing') continue
    if (state.untranslated.length > 0) {
      console.log(`    still in English: ${listed(state.untranslated)}`)
    }
    if (!isStale) continue
    if (state.staleSections.length > 0) {
      console.log(`    changed in English: ${listed(state.staleSections)}`)
    }
    if (state.removedSections.length > 0) {
      const ids = state.removedSections.map((id) => `#${id}`)
      console.log(`    no more in English: ${ids.join(', ')}`)
    }
    console.log(indented(englishDiff(code, file)))
  }
  for (const { english, own } of stringTables(code)) {
    if (!existsSync(path.join(root, own))) {
      console.log(`  missing     ${own} (shown in English; copy ${english})`)
      continue
    }
    const translated = readStrings(own)
    const same = [...readStrings(english)]
      .filter(([key, value]) => {
        return /\p{L}{2}/u.test(value) && translated.get(key) === value
      })
      .map(([key]) => key)
    if (same.length === 0) continue
    const shown = same.slice(0, 8).join(', ')
    const more = same.length > 8 ? `, and ${same.length - 8} more` : ''
    console.log(
      `  ${own}: ${counted(same.length, 'string')} as in English: ${shown}${more}`,
    )
  }
  const { current, begun, stale, missing } = counts
  console.log(
    `  ${code}: ${current} up to date, ${begun} begun, ${stale} stale, ${missing} missing`,
  )
}

/**
 * @param {string[]} codes
 * @returns {number} exit status
 */
function check(codes) {
  const folders = checkFolders()
  const problems =
    folders.length > 0 ? folders : codes.flatMap((code) => checkLanguage(code))
  for (const { file, line, message } of problems) {
    console.log(`${file}${line ? `:${line}` : ''}: ${message}`)
  }
  const count = problems.length
  console.log(
    count === 0
      ? `l10n: ${codes.join(', ') || 'no language'}: the same structure as in English`
      : `l10n: ${counted(count, 'difference')} in structure. Make the translation match the English page; if the English page moved on meanwhile, translate what npm run l10n shows and stamp the page`,
  )
  return count === 0 ? 0 : 1
}

/**
 * @param {string} code
 * @param {string[]} names
 */
function start(code, names) {
  if (names.length === 0) throw new UsageError('start needs a page')
  for (const file of names.map(documentNamed)) {
    const target = translationOf(code, file)
    if (existsSync(target)) {
      throw new UsageError(`${fromRoot(target)} is there already`)
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

/**
 * @param {string} quiz
 * @param {string} english
 */
function stampQuiz(quiz, english) {
  const { l10n: _, ...rest } = JSON.parse(quiz)
  const stamped = { ...rest, l10n: { source: blobHash(english) } }
  return `${JSON.stringify(stamped, null, 2)}\n`
}

/**
 * The stamp of a page of which one section is brought up to date.
 *
 * @param {string} english
 * @param {string} translation
 * @param {string} id of the section
 */
function stampSection(english, translation, id) {
  const now = sections(english)
  const section = now.find((candidate) => candidate.id === id)
  if (!section) {
    const ids = now.map((candidate) => `#${candidate.id}`).join(', ')
    throw new UsageError(`got the section #${id}; the page has ${ids}`)
  }
  const old = readStamp(translation)
  if (!old) throw new UsageError('stamp the whole page first: it has no stamp')
  const key = stampKey(id)
  const entries = Object.entries(old.sections)
  const hash = sectionHash(section.text)
  const at = entries.findIndex(([candidate]) => candidate === key)
  if (at >= 0) entries[at][1] = hash
  else {
    const before = now[now.indexOf(section) - 1]
    const place = before
      ? entries.findIndex(([k]) => k === stampKey(before.id)) + 1
      : 0
    entries.splice(place, 0, [key, hash])
  }
  const full = stampFor(english)
  const stamped = Object.fromEntries(entries)
  const isFull = JSON.stringify(stamped) === JSON.stringify(full.sections)
  return isFull ? full : { source: old.source, sections: stamped }
}

/**
 * @param {string} code
 * @param {string[]} names
 * @returns {number} exit status
 */
function stamp(code, names) {
  let chosen = names
  if (names.length === 0) {
    const known = documents()
    chosen = editedFiles(code).filter((file) => known.includes(file))
    if (chosen.length === 0) {
      throw new UsageError(
        `no page of ${code} differs from the last commit; name the pages to stamp`,
      )
    }
  }
  let failed = false
  for (const name of chosen) {
    const [page, section] = name.split('#')
    const file = documentNamed(page)
    const target = translationOf(code, file)
    const shown = fromRoot(target)
    if (!existsSync(target)) {
      throw new UsageError(
        `there is no ${shown}; begin it: npm run l10n -- start ${code} ${file}`,
      )
    }
    const english = readFileSync(path.join(srcDir, file), 'utf8')
    const text = readFileSync(target, 'utf8')
    /** @type {{ line?: number, message: string }[]} */
    let problems
    let stamped
    if (file.endsWith('.json')) {
      problems = compareQuizzes(english, text).map((message) => ({ message }))
      stamped = stampQuiz(text, english)
    } else {
      const next =
        section === undefined
          ? stampFor(english)
          : stampSection(english, text, section)
      problems = checkAgainst(english, text, next)
      stamped = withStamp(text, next)
    }
    if (problems.length > 0) {
      failed = true
      for (const { line, message } of problems) {
        console.log(`${shown}${line ? `:${line}` : ''}: ${message}`)
      }
      console.log(`${shown}: not stamped, because of the above`)
      continue
    }
    writeFileSync(target, stamped)
    console.log(`stamped ${shown}${section ? `#${section}` : ''}`)
    if (contentOf(blobHash(english)) === null) {
      console.log(
        `  src/${file} is not committed as it is now: commit it, or there will be no diff to show when it changes`,
      )
    }
  }
  return failed ? 1 : 0
}

const glossary = (/** @type {string} */ name) => `# Glossary: ${name}

One line per term, so that the same word is used on every page. Code,
identifiers, transcripts and protocol text stay as they are.

| English | ${name} | Note |
| --- | --- | --- |
`

/**
 * @param {string | undefined} code
 * @param {string | undefined} name
 */
function begin(code, name) {
  let isTag = false
  try {
    isTag = code !== undefined && Intl.getCanonicalLocales(code)[0] === code
  } catch {
    // Not a language tag at all.
  }
  if (!code || !isTag || !name) {
    throw new UsageError(
      `got new ${code ?? ''} "${name ?? ''}"; expected a language tag such as es or zh-Hans, and the language's own name: new es "Español"`,
    )
  }
  const folder = path.join(translationsDir, code)
  if (existsSync(folder) || code === 'en') {
    throw new UsageError(`${code} is there already`)
  }
  mkdirSync(folder, { recursive: true })
  const rightToLeft = ['ar', 'fa', 'he', 'ur'].includes(code.split('-')[0])
  const language = { code, name, dir: rightToLeft ? 'rtl' : 'ltr' }
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    writeFileSync(path.join(root, file), text)
    console.log(`wrote ${file}`)
  }
  write(
    `translations/${code}/language.json`,
    `${JSON.stringify(language, null, 2)}\n`,
  )
  write(`translations/${code}/glossary.md`, glossary(name))
  for (const { english, own } of stringTables(code)) {
    write(own, readFileSync(path.join(root, english), 'utf8'))
  }
  console.log(`
The strings are still in English: translate the text after each colon, in any
order; npm run l10n lists the ones that are left. Pages that are missing are
shown in English. To begin the first one:

  npm run l10n -- start ${code} ${documents()[0]}`)
}

/** @returns {number} exit status */
function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  })
  const [command = 'status', code, ...rest] = positionals
  if (values.help) console.log(usage)
  else if (command === 'status') {
    for (const language of code ? [languageNamed(code)] : languages()) {
      status(language)
    }
  } else if (command === 'check') {
    const chosen = code ? [languageNamed(code)] : languages()
    return check(chosen.map((language) => language.code))
  } else if (command === 'start') start(languageNamed(code).code, rest)
  else if (command === 'stamp') return stamp(languageNamed(code).code, rest)
  else if (command === 'diff') {
    const language = languageNamed(code)
    if (rest.length === 0) throw new UsageError('diff needs a page')
    for (const file of rest.map(documentNamed)) {
      if (!existsSync(translationOf(language.code, file))) {
        throw new UsageError(
          `${file} is not translated yet; begin it: npm run l10n -- start ${language.code} ${file}`,
        )
      }
      console.log(englishDiff(language.code, file).trimEnd())
    }
  } else if (command === 'new') begin(code, rest[0])
  else throw new UsageError(`got the command "${command}"\n\n${usage}`)
  return 0
}

try {
  process.exitCode = main()
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof StampError
  console.error(isExpected ? error.message : error)
  process.exitCode = 2
}
