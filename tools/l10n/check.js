/**
 * The structural check of translations. What has changed in English since a
 * translation was made is never an error here: a section is compared only
 * when the English one is still the one that the stamp names.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sentencesFile, translatedSentences } from '../book-model/api.js'
import { sections } from '../book-model/markdown.js'
import { fromRoot, root, srcDir, translationsDir } from '../lib/paths.js'
import {
  documents,
  readStrings,
  stringTables,
  translatedDocuments,
} from './documents.js'
import { compareProse } from './prose.js'
import {
  blobHash,
  readQuizStamp,
  readStamp,
  StampError,
  sectionHash,
  stampKey,
  translationOf,
  withoutStamp,
} from './state.js'
import { compareStructure } from './structure.js'

/** @typedef {{ file: string, line?: number, message: string }} Problem */

/**
 * @param {string} english
 * @param {string} translation
 * @param {import('./state.js').Stamp} stamp that says what it was made from
 * @returns {{ line: number, message: string }[]} lines from 1
 */
export function checkAgainst(english, translation, stamp) {
  const own = sections(withoutStamp(translation))
  const now = new Map(sections(english).map((s) => [stampKey(s.id), s]))
  const keys = Object.keys(stamp.sections)
  const names = keys.map((key) => (key === '' ? '(before)' : `#${key}`))
  if (own.length !== keys.length) {
    const titles = own.map(({ title }) => title || '(before)').join(' · ')
    return [
      {
        line: 1,
        message: `got ${own.length} sections, expected ${keys.length} as in English.\n    got:      ${titles}\n    expected: ${names.join(' · ')}`,
      },
    ]
  }
  const problems = []
  let line = 1
  for (const [i, section] of own.entries()) {
    const original = now.get(keys[i])
    const isSame =
      original && sectionHash(original.text) === stamp.sections[keys[i]]
    if (isSame) {
      if (original.level !== section.level) {
        problems.push({
          line,
          message: `got a heading of level ${section.level} for ${names[i]}, expected level ${original.level}`,
        })
      }
      const differences = [
        ...compareStructure(original.text, section.text),
        ...compareProse(original.text, section.text),
      ]
      for (const found of differences) {
        problems.push({
          line: line + found.line,
          message: `in ${names[i]}: ${found.message}`,
        })
      }
    }
    line += section.text.split('\n').length
  }
  return problems
}

/**
 * @param {string} english text of a quiz.json
 * @param {string} translation
 */
export function compareQuizzes(english, translation) {
  const expected = JSON.parse(english).questions
  const got = JSON.parse(translation).questions ?? []
  /** @type {(questions: any[]) => string} */
  const ids = (questions) => questions.map(({ id }) => id).join(', ')
  if (ids(got) !== ids(expected)) {
    return [`got the questions ${ids(got)}; expected ${ids(expected)}`]
  }
  /** @type {string[]} */
  const problems = []
  for (const [i, question] of expected.entries()) {
    const own = got[i]
    const where = `question "${question.id}"`
    /** @type {(q: any) => Record<string, unknown>} */
    const facts = (q) => ({
      type: q.type,
      code: q.code,
      local: q.local,
      'number of options': q.options?.length,
      'correct options': (q.options ?? [])
        .map((/** @type {any} */ o) => (o.correct ? 'yes' : 'no'))
        .join(' '),
      outputs: (q.options ?? []).map((/** @type {any} */ o) => o.output),
    })
    const gotFacts = facts(own)
    for (const [name, value] of Object.entries(facts(question))) {
      if (JSON.stringify(gotFacts[name]) === JSON.stringify(value)) continue
      problems.push(
        `${where}: got ${name} ${JSON.stringify(gotFacts[name])}, expected ${JSON.stringify(value)} as in English`,
      )
    }
    const texts = textsOf(own)
    for (const [name, text] of textsOf(question)) {
      for (const { message } of compareProse(text, texts.get(name) ?? '')) {
        problems.push(`${where}, ${name}: ${message}`)
      }
    }
  }
  return problems
}

/**
 * The texts of a question that are translated.
 *
 * @param {any} question
 * @returns {Map<string, string>} Markdown, by place
 */
function textsOf(question) {
  const texts = new Map([['prompt', question.prompt ?? '']])
  for (const [i, { text, why }] of (question.options ?? []).entries()) {
    if (text !== undefined) texts.set(`option ${i + 1}`, text)
    if (why !== undefined) texts.set(`why of option ${i + 1}`, why)
  }
  return texts
}

/** @param {string} language @param {string} file below src/ */
function checkDocument(language, file) {
  const target = translationOf(language, file)
  const name = fromRoot(target)
  const english = readFileSync(path.join(srcDir, file), 'utf8')
  const text = readFileSync(target, 'utf8')
  const stampIt = `npm run l10n -- stamp ${language} ${file}`
  try {
    if (file.endsWith('.json')) {
      const source = readQuizStamp(text)
      if (!source) {
        return [{ file: name, message: `it has no stamp; run ${stampIt}` }]
      }
      if (source !== blobHash(english)) return []
      return compareQuizzes(english, text).map((message) => ({
        file: name,
        message,
      }))
    }
    const stamp = readStamp(text)
    if (!stamp) {
      return [{ file: name, message: `it has no stamp; run ${stampIt}` }]
    }
    return checkAgainst(english, text, stamp).map((problem) => ({
      file: name,
      ...problem,
    }))
  } catch (error) {
    if (error instanceof StampError) {
      return [{ file: name, message: `${error.message}. Run ${stampIt}` }]
    }
    if (error instanceof SyntaxError) {
      return [{ file: name, message: `it is not JSON: ${error.message}` }]
    }
    throw error
  }
}

/**
 * The sentences of the reference: each has the code spans of the English one.
 *
 * @param {string} language
 */
function checkSentences(language) {
  const file = fromRoot(sentencesFile(language))
  return Object.entries(translatedSentences(language)).flatMap(
    ([english, own]) =>
      compareProse(english, own).map(({ message }) => ({
        file,
        message: `"${own}": ${message}`,
      })),
  )
}

/** @param {string} text @returns {string} its `{name}` places */
const places = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join(' ')

/** @param {string} language */
function checkStrings(language) {
  /** @type {Problem[]} */
  const problems = []
  for (const { english, own } of stringTables(language)) {
    if (!existsSync(path.join(root, own))) {
      // A table that is not there at all is shown in English.
      if (own.startsWith('translations/')) {
        problems.push({ file: own, message: `missing; copy ${english}` })
      }
      continue
    }
    try {
      const expected = readStrings(english)
      const got = readStrings(own)
      for (const [key, value] of expected) {
        const translated = got.get(key)
        if (translated === undefined) {
          problems.push({
            file: own,
            message: `the key "${key}" of ${english} is missing; add it, in English if need be: "${value}"`,
          })
        } else if (places(translated) !== places(value)) {
          problems.push({
            file: own,
            message: `"${key}": got the places ${places(translated) || '(none)'}, expected ${places(value) || '(none)'}`,
          })
        }
      }
      for (const key of got.keys()) {
        if (expected.has(key)) continue
        problems.push({
          file: own,
          message: `the key "${key}" is not in ${english}; remove it`,
        })
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      problems.push({ file: own, message: `it is not JSON: ${error.message}` })
    }
  }
  return problems
}

/** The folders of translations/ each say which language they hold. */
export function checkFolders() {
  if (!existsSync(translationsDir)) return []
  /** @type {Problem[]} */
  const problems = []
  for (const entry of readdirSync(translationsDir, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const code = entry.name
    const file = `translations/${code}/language.json`
    const expected = `{ "code": "${code}", "name": "the language's own name", "dir": "ltr" or "rtl" }`
    if (!existsSync(path.join(root, file))) {
      const message = `missing, so the language is not shown; expected ${expected}`
      problems.push({ file, message })
      continue
    }
    const language = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
    const { name, dir, spelling = { dictionary: '', locale: '' } } = language
    const texts = [name, spelling.dictionary, spelling.locale]
    const isWhole =
      language.code === code &&
      ['ltr', 'rtl'].includes(dir) &&
      texts.every((text) => typeof text === 'string')
    if (isWhole) continue
    const message = `got ${JSON.stringify(language)}, expected ${expected}`
    problems.push({ file, message })
  }
  return problems
}

/** @param {string} language @returns {Problem[]} */
export function checkLanguage(language) {
  const all = documents()
  /** @type {Problem[]} */
  const problems = []
  for (const file of translatedDocuments(language)) {
    if (all.includes(file)) problems.push(...checkDocument(language, file))
    else {
      problems.push({
        file: fromRoot(translationOf(language, file)),
        message: `there is no English page src/${file} in src/SUMMARY.md; rename this file as the English one was, or remove it`,
      })
    }
  }
  return [...problems, ...checkSentences(language), ...checkStrings(language)]
}
