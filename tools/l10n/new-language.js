/** Begins a translation into another language. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { textOf } from '../lib/files.js'
import { root, translationsDir } from '../lib/paths.js'
import { documents, stringTables } from './documents.js'
import { languages } from './state.js'
import { UsageError } from './usage.js'

/**
 * The English terms that other languages' glossaries have.
 *
 * @returns {string[]} sorted
 */
function glossaryTerms() {
  if (!existsSync(translationsDir)) return []
  const files = readdirSync(translationsDir)
    .map((code) => path.join(translationsDir, code, 'glossary.md'))
    .filter((file) => existsSync(file))
  const terms = files.flatMap((file) =>
    termsOf(readFileSync(file, 'utf8').split('\n')),
  )
  return [...new Set(terms)].sort((a, b) => a.localeCompare(b, 'en'))
}

/** @param {string[]} lines of a glossary: its table has the head `| English` */
function termsOf(lines) {
  const head = lines.findIndex((line) => line.startsWith('| English |'))
  if (head === -1) return []
  const rows = lines.slice(head + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows
    .slice(0, end === -1 ? rows.length : end)
    .map((row) => row.split('|')[1].trim())
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

/**
 * @param {string | undefined} code
 * @param {string | undefined} name
 * @returns {asserts code is string}
 */
function checkLanguage(code, name) {
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
  if (existsSync(path.join(translationsDir, code)) || code === 'en') {
    throw new UsageError(`${code} is there already`)
  }
  const base = code.split('-')[0]
  const sister = languages().find((one) => one.code.split('-')[0] === base)
  if (sister && code === base) {
    throw new UsageError(
      `${code} would stand beside ${sister.code} (${sister.name}), which is the same language: help with that one, or name the region of yours, such as ${base}-${base === 'pt' ? 'PT' : base.toUpperCase()}`,
    )
  }
}

/** @param {string | undefined} code @param {string | undefined} name */
export function beginLanguage(code, name) {
  checkLanguage(code, name)
  const folder = `translations/${code}`
  const rightToLeft = ['ar', 'fa', 'he', 'ur'].includes(code.split('-')[0])
  const language = { code, name, dir: rightToLeft ? 'rtl' : 'ltr' }
  // What stands elsewhere is English until it is there.
  const tables = stringTables(code).filter(({ own }) => own.startsWith(folder))
  const files = [
    [`${folder}/language.json`, `${JSON.stringify(language, null, 2)}\n`],
    [`${folder}/glossary.md`, glossary(String(name))],
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

npm run l10n -- status ${code} lists what is missing in the order in which a
reader gains most: pages, and tables of strings, of which the first is on every
page. For the spelling, see "Begin a language" in docs/translating.md.`)
}
