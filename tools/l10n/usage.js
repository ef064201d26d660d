/** How the tool is called, and what is said when it was called otherwise. */
import { documents } from './documents.js'
import { languages } from './state.js'

export const usage = `Usage: npm run l10n [-- COMMAND]

  (none)                  each page in each language: up to date, begun (partly
                          in English), stale with the English diff to
                          translate, or missing
  status LANG             the same for one language
  start LANG PAGE …       begin a page: the English text, ready to translate
  diff LANG PAGE          the English diff since the page was translated
  stamp LANG [PAGE …]     say that the pages are up to date with English;
                          PAGE#section for one section; without a page, those
                          that differ from the last commit.
                          --unchanged "why" when English has changed and the
                          translation had no need to
  check [LANG]            the same structure as in English? (verify runs this)
  new LANG "Name"         begin a language, such as: new es "Español"

PAGE is as in src/SUMMARY.md (ch01-web-server/bytes.md), or a quiz.json.`

/** A mistake in how the tool was called. */
export class UsageError extends Error {}

/** @param {string | undefined} code */
export function languageNamed(code) {
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
export function documentNamed(name) {
  const file = name
    .replace(/^\.?\//, '')
    .replace(/^(src|translations\/[\w-]+)\//, '')
  if (documents().includes(file)) return file
  throw new UsageError(
    `got the page "${name}"; expected one of:\n  ${documents().join('\n  ')}`,
  )
}
