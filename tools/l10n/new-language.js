/** Begins a translation into another language. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { textOf } from '../lib/files.js'
import { root, translationsDir } from '../lib/paths.js'
import { documents, stringTables } from './documents.js'
import { wrong } from './usage.js'

/**
 * @returns {string[]} the English terms of our first glossary: its table has
 *   the head `| English`
 */
function glossaryTerms() {
  const file = path.join(translationsDir, 'pt-BR', 'glossary.md')
  const [, rows = ''] =
    /^\| English \|.*\n.*\n((?:\|.*\n)*)/m.exec(textOf(file)) ?? []
  return [...rows.matchAll(/^\|([^|]*)/gm)].map(([, term]) => term.trim())
}

/** @param {string} name of the language, in itself */
const glossary = (name) => `# Glossary: ${name}

One line per term, so that the same word is used on every page. Code,
identifiers, transcripts and protocol text stay as they are. A term that stays
English in your language is written down as well.

| English | ${name} | Note |
| --- | --- | --- |
${glossaryTerms()
  .map((term) => `| ${term} | | |\n`)
  .join('')}`

/** @param {string} code */
function isTag(code) {
  try {
    return Intl.getCanonicalLocales(code)[0] === code
  } catch {
    return false
  }
}

/** @param {string | undefined} code @param {string | undefined} name */
export function beginLanguage(code = '', name = '') {
  if (name === '' || !isTag(code)) {
    wrong(
      `got new ${code} "${name}"; expected a language tag such as es or zh-Hans, and the language's own name: new es "Español"`,
    )
  }
  if (existsSync(path.join(translationsDir, code)) || code === 'en') {
    wrong(`${code} is there already`)
  }
  const folder = `translations/${code}`
  const rightToLeft = ['ar', 'fa', 'he', 'ur'].includes(code.split('-')[0])
  const language = { code, name, dir: rightToLeft ? 'rtl' : 'ltr' }
  // What stands elsewhere is English until it is there.
  const tables = stringTables(code).filter(({ own }) => own.startsWith(folder))
  const files = [
    [`${folder}/language.json`, `${JSON.stringify(language, null, 2)}\n`],
    [`${folder}/glossary.md`, glossary(name)],
    [`${folder}/words.txt`, ''],
    ...tables.map(({ english, own }) => [
      own,
      textOf(path.join(root, english)),
    ]),
  ]
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
    console.log(`wrote ${file}`)
  }
  console.log(`
All pages are there now, in English. This begins the introduction:

  npm run l10n -- start ${code} ${documents()[0]}

npm run l10n -- status ${code} lists what is missing: pages in the order of the
book, and tables of strings, of which the first is on every page. For the
spelling, see "Begin a language" in docs/translating.md.`)
}
