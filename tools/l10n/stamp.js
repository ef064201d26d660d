/** Says that a translation is up to date with English. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sections } from '../book-model/markdown.js'
import { fromRoot, srcDir } from '../lib/paths.js'
import { checkAgainst, compareQuizzes } from './check.js'
import { documents } from './documents.js'
import { editedFiles, translationOfSource } from './history.js'
import {
  blobHash,
  readQuizStamp,
  readStamp,
  sectionHash,
  stampFor,
  stampKey,
  translationOf,
  withoutStamp,
  withStamp,
} from './state.js'
import { documentNamed, UsageError } from './usage.js'

/** @typedef {import('./state.js').Stamp} Stamp */

/**
 * @param {string} quiz
 * @param {string} english
 * @param {string} [unchanged] why the translation is as it was
 */
export function stampQuiz(quiz, english, unchanged) {
  const { l10n: _, ...rest } = JSON.parse(quiz)
  const why = unchanged === undefined ? {} : { unchanged }
  const stamped = { ...rest, l10n: { source: blobHash(english), ...why } }
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
 * The sections that a new stamp calls up to date although English has changed
 * there and the translation has not.
 *
 * @param {string} code
 * @param {string} file below src/
 * @param {string} text of the translation
 * @param {Stamp} next
 * @returns {string[]} ids
 */
function untouchedSections(code, file, text, next) {
  const old = readStamp(text)
  const before = old && translationOfSource(code, file, old.source)
  if (!old || before === null) return []
  const then = sections(withoutStamp(before))
  const now = sections(withoutStamp(text))
  const oldKeys = Object.keys(old.sections)
  return Object.keys(next.sections).filter((key, i) => {
    const at = oldKeys.indexOf(key)
    if (at === -1 || old.sections[key] === next.sections[key]) return false
    if (!then[at] || !now[i]) return false
    return sectionHash(then[at].text) === sectionHash(now[i].text)
  })
}

/**
 * Whether a quiz is as it was when English was as stamped, and English is not.
 *
 * @param {string} code
 * @param {string} file below src/
 * @param {string} text of the translation
 * @param {string} english
 */
function isUntouchedQuiz(code, file, text, english) {
  const source = readQuizStamp(text)
  if (source === null || source === blobHash(english)) return false
  const before = translationOfSource(code, file, source)
  if (before === null) return false
  /** @param {string} json */
  const words = (json) => JSON.stringify({ ...JSON.parse(json), l10n: null })
  return words(before) === words(text)
}

/**
 * @param {string} code
 * @param {string} file below src/
 * @param {string | undefined} section its id; all of the page without
 * @param {string | undefined} unchanged why the translation is as it was
 * @returns {{ stamped: string, problems: { line?: number, message: string }[],
 *   untouched: string[] }}
 */
function stampOne(code, file, section, unchanged) {
  const english = readFileSync(path.join(srcDir, file), 'utf8')
  const text = readFileSync(translationOf(code, file), 'utf8')
  if (file.endsWith('.json')) {
    return {
      stamped: stampQuiz(text, english, unchanged),
      problems: compareQuizzes(english, text).map((message) => ({ message })),
      untouched: isUntouchedQuiz(code, file, text, english)
        ? ['the questions']
        : [],
    }
  }
  const next =
    section === undefined
      ? stampFor(english)
      : stampSection(english, text, section)
  const why = unchanged === undefined ? {} : { unchanged }
  return {
    stamped: withStamp(text, { ...next, ...why }),
    problems: checkAgainst(english, text, next),
    untouched: untouchedSections(code, file, text, next).map((id) => `#${id}`),
  }
}

/**
 * @param {string} code
 * @param {string[]} names pages, or `PAGE#section`; those that differ from the
 *   last commit when there are none
 * @param {string} [unchanged] why a translation is as it was though English
 *   has changed
 * @returns {number} exit status
 */
export function stamp(code, names, unchanged) {
  if (unchanged !== undefined && unchanged.trim() === '') {
    throw new UsageError('--unchanged needs a reason: --unchanged "a typo"')
  }
  let failed = false
  for (const name of names.length > 0 ? names : editedDocuments(code)) {
    const [page, section] = name.split('#')
    const file = documentNamed(page)
    const target = translationOf(code, file)
    const shown = fromRoot(target)
    if (!existsSync(target)) {
      throw new UsageError(
        `there is no ${shown}; begin it: npm run l10n -- start ${code} ${file}`,
      )
    }
    const found = stampOne(code, file, section, unchanged)
    const { stamped, problems, untouched } = found
    if (problems.length === 0 && untouched.length > 0 && !unchanged) {
      problems.push({
        message: `English has changed, the translation has not: ${untouched.join(', ')}. Translate what npm run l10n -- diff ${code} ${file} shows, or, if there is nothing to translate, add --unchanged "why"`,
      })
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
  }
  return failed ? 1 : 0
}

/** @param {string} code */
function editedDocuments(code) {
  const known = documents()
  const edited = editedFiles(code).filter((file) => known.includes(file))
  if (edited.length > 0) return edited
  throw new UsageError(
    `no page of ${code} differs from the last commit; name the pages to stamp`,
  )
}
