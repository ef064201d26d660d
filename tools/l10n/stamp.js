/** Says that a translation is up to date with English. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sections } from '../book-model/markdown.js'
import { fromRoot, srcDir } from '../lib/paths.js'
import { checkAgainst, compareQuizzes } from './check.js'
import { translationOfSource } from './history.js'
import {
  blobHash,
  readQuizStamp,
  readStamp,
  sectionHash,
  stampFor,
  translationOf,
  withoutStamp,
  withStamp,
} from './state.js'
import { documentNamed, wrong } from './usage.js'

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
 * @param {string | undefined} unchanged why the translation is as it was
 * @returns {{ stamped: string, problems: { line?: number, message: string }[],
 *   untouched: string[] }}
 */
function stampOne(code, file, unchanged) {
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
  const next = stampFor(english)
  const why = unchanged === undefined ? {} : { unchanged }
  return {
    stamped: withStamp(text, { ...next, ...why }),
    problems: checkAgainst(english, text, next),
    untouched: untouchedSections(code, file, text, next).map((id) => `#${id}`),
  }
}

/**
 * @param {string} code
 * @param {string[]} names of pages
 * @param {string} [unchanged] why a translation is as it was though English
 *   has changed
 * @returns {number} exit status
 */
export function stamp(code, names, unchanged) {
  if (unchanged !== undefined && unchanged.trim() === '') {
    wrong('--unchanged needs a reason: --unchanged "a typo"')
  }
  if (names.length === 0) wrong('stamp needs a page')
  let failed = false
  for (const name of names) {
    const file = documentNamed(name)
    const target = translationOf(code, file)
    const shown = fromRoot(target)
    if (!existsSync(target)) {
      wrong(
        `there is no ${shown}; begin it: npm run l10n -- start ${code} ${file}`,
      )
    }
    const { stamped, problems, untouched } = stampOne(code, file, unchanged)
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
    console.log(`stamped ${shown}`)
  }
  return failed ? 1 : 0
}
