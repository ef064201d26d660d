/** How the tool is called, and what is said when it was called otherwise. */
import { refuse } from '../lib/arguments.js'
import { documents } from './documents.js'
import { languages } from './state.js'

export const usage = `Usage: npm run l10n [-- COMMAND]

  (none)                  each page in each language: up to date, begun (partly
                          in English), stale with the English diff to
                          translate, or missing
  status LANG             the same for one language
  start LANG PAGE …       begin a page: the English text, ready to translate
  diff LANG PAGE          the English diff since the page was translated
  stamp LANG PAGE …       say that the pages are up to date with English.
                          --unchanged "why" when English has changed and the
                          translation had no need to
  check [LANG]            the same structure as in English? (verify runs this)
  new LANG "Name"         begin a language, such as: new es "Español"

PAGE is as in src/SUMMARY.md (ch01-web-server/bytes.md), or a quiz.json.`

/**
 * Ends the tool, which was called in a wrong way.
 *
 * @param {string} message
 * @returns {never}
 */
export const wrong = (message) => refuse(usage, message)

/** @param {string | undefined} code */
export function languageNamed(code) {
  const known = languages()
  const found = known.find((language) => language.code === code)
  if (found) return found
  const codes = known.map((language) => language.code).join(', ') || 'none yet'
  return wrong(
    `got the language "${code ?? ''}"; expected one of: ${codes}. To begin one: npm run l10n -- new es "Español"`,
  )
}

/**
 * @param {string} name as typed, from any of its folders
 * @returns {string} below src/
 */
export function documentNamed(name) {
  const file = name
    .replace(/^\.?\//, '')
    .replace(/^(src|translations\/[\w-]+)\//, '')
  if (documents().includes(file)) return file
  return wrong(
    `got the page "${name}"; expected one of:\n  ${documents().join('\n  ')}`,
  )
}
