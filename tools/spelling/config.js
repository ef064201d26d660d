/**
 * What cspell reads, and in which language. Each translation says in its
 * language.json which dictionary it is checked with; one that does not is not
 * checked.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../lib/paths.js'

/**
 * @typedef {object} Language of a language.json
 * @property {string} code
 * @property {{ dictionary: string, locale: string }} [spelling] the package of
 *   a dictionary of cspell, and the locales that it calls its own
 */

const { resolve } = createRequire(path.join(root, 'package.json'))

/**
 * @param {{ code: string, spelling: { dictionary: string } }} language
 * @returns {string} absolute path
 * @throws {Error} when the dictionary is not installed
 */
function dictionaryOf({ code, spelling: { dictionary } }) {
  try {
    return resolve(`${dictionary}/cspell-ext.json`)
  } catch {
    throw new Error(
      `translations/${code}/language.json: got the dictionary ${dictionary}, which is not installed; run npm install --save-dev --save-exact ${dictionary}`,
    )
  }
}

/** Markdown and JSON have parts that are no prose. */
const notProse = {
  fence: '/^([ \\t>]*)(`{3,}|~{3,})[\\s\\S]*?^[ \\t>]*\\2[`~]*[ \\t]*$/gm',
  'code-span': '/(`+)[^`]+\\1/g',
  directive: '/\\{\\{[#/][^{}]*\\}\\}/g',
  comment: '/<!--[\\s\\S]*?-->/g',
  tag: '/<\\/?[a-z][^<>]*>/gi',
  'link-target': '/\\]\\([^()\\s]*\\)/g',
  entity: '/&#?\\w+;/g',
  'heading-id': '/\\{#[\\w-]+\\}/g',
  advisory: '/GHSA(-\\w{4}){3}/g',
  'json-code': '/"(id|code|output|type)": "[^"]*"/g',
}

/** @param {string} code of a language @returns {string[]} patterns */
const filesOf = (code) => [
  `translations/${code}/**/*.{md,json}`,
  `{site,tools,widgets}/**/strings/${code}.json`,
]

/** A word that an escape is a part of is no word: `/%61dmin`. */
const escapes = '/\\w*(%[0-9a-f]{2}\\w*)+|\\\\x[0-9a-f]{2}/gi'

/** Of `#address`, the beginning is no color. */
const numbers = '/(?:#[0-9a-f]{3,8}|\\b0x[0-9a-f]+|\\\\u[0-9a-f]{4})\\b/gi'

/** @param {Language[]} languages of the translations */
export function spellingConfig(languages) {
  const checked = languages.flatMap(({ code, spelling }) =>
    spelling ? [{ code, spelling }] : [],
  )
  /** @param {string} name @param {string} file from the root */
  const words = (name, file) => ({ name, path: path.join(root, file) })
  return {
    version: /** @type {const} */ ('0.2'),
    language: 'en,en-GB',
    import: checked.map(dictionaryOf),
    files: [
      '*.md',
      'src/**/*.{md,json}',
      '{tools,packages}/**/*.md',
      'tools/**/strings*.json',
      '{site,tools,widgets}/**/strings/en.json',
      'code/**/*.{js,md}',
      ...checked.flatMap(({ code }) => filesOf(code)),
    ],
    ignorePaths: ['**/node_modules/**', '**/target/**', '**/*.min.js'],
    useGitignore: true,
    dictionaryDefinitions: [
      words('book', 'tools/spelling/book.txt'),
      ...checked.map(({ code }) =>
        words(`book-${code}`, `translations/${code}/words.txt`),
      ),
    ],
    dictionaries: ['book'],
    patterns: Object.entries({ ...notProse, escapes, numbers }).map(
      ([name, pattern]) => ({ name, pattern }),
    ),
    ignoreRegExpList: ['Urls', 'numbers', 'escapes'],
    overrides: [
      {
        filename: '**/*.{md,json}',
        ignoreRegExpList: Object.keys(notProse),
      },
      ...checked.map(({ code, spelling }) => ({
        filename: filesOf(code),
        language: `en,en-GB,${spelling.locale}`,
        dictionaries: [`book-${code}`],
      })),
    ],
  }
}
