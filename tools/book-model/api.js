/**
 * What Velocy exports, as src/reference/api.json has it, and where the pages
 * of the reference show it. tools/reference writes that file.
 */
import path from 'node:path'
import { readJson, textOf } from '../lib/files.js'
import { srcDir, translationsDir } from '../lib/paths.js'
import { pages } from './chapters.js'
import { sourceLanguage } from './languages.js'
import { directives } from './markdown.js'

/**
 * @typedef {object} Value a parameter, an option or a property
 * @property {string} name
 * @property {string} type
 * @property {string} text Markdown
 * @property {boolean} [optional]
 * @property {boolean} [rest] whether it stands for any number of arguments
 */
/**
 * @typedef {object} Signature
 * @property {string} text
 * @property {Value[]} parameters
 * @property {{ type: string, text: string }} [returns] none for a constructor
 * @property {string} throws
 * @property {string} [usage] what stands in the place of the parameters
 */
/**
 * @typedef {object} Method
 * @property {string} name
 * @property {Signature[]} signatures
 */
/**
 * @typedef {object} Symbol
 * @property {'function' | 'class' | 'object' | 'type'} kind
 * @property {string} text
 * @property {Signature[]} [signatures] of a function, or of a constructor
 * @property {Method[]} [methods]
 * @property {Value[]} [properties]
 * @property {string} [type] of a type that is no object
 * @property {string[]} [uses] types that it names, and that are not exported
 */
/** @typedef {Record<string, Symbol>} Symbols */
/**
 * @typedef {object} Api
 * @property {Record<string, Symbols>} imports
 * @property {Symbols} types those that are named and not exported
 */

/** Where what Velocy exports is written down. */
export const apiFile = path.join(srcDir, 'reference', 'api.json')

/** @returns {Api} */
export const readApi = () => readJson(apiFile) ?? { imports: {}, types: {} }

/**
 * The symbols that a directive shows: `{{#api velocy Router}}`, or, without
 * names, all of an import but for those in `without=`, which stand elsewhere,
 * and those in `hidden=`, which stand nowhere.
 *
 * @param {Pick<import('./markdown.js').Directive,
 *   'target' | 'rest' | 'attributes'>} directive
 * @param {Api} [api]
 * @returns {string[]} the symbols, each with the types that are shown below it
 * @throws {Error} for a name that is not exported
 */
export function shownSymbols({ target, rest, attributes }, api = readApi()) {
  const symbols = api.imports[target]
  if (!symbols) {
    const known = Object.keys(api.imports).join(', ')
    throw new Error(`got the import "${target}", expected one of ${known}`)
  }
  const without = [...listOf(attributes.without), ...listOf(attributes.hidden)]
  const unknown = [...rest, ...without].find((name) => !(name in symbols))
  if (unknown !== undefined) {
    throw new Error(`${target} exports no ${unknown}; correct the name`)
  }
  const names = rest.length > 0 ? rest : Object.keys(symbols)
  const shown = names.filter((name) => !without.includes(name))
  return [
    ...new Set(shown.flatMap((name) => [name, ...(symbols[name].uses ?? [])])),
  ]
}

/** @param {string} [names] with commas between them */
export const listOf = (names) => names?.split(',') ?? []

/** @param {string} name of a symbol or a member @returns {string} its id */
export const apiId = (name) => name.replace(/\W+/g, '-').toLowerCase()

/**
 * @returns {Map<string, string>} the page that shows a symbol, by its import
 *   and name with a space between them; '' for one that is hidden
 */
export function apiPlaces() {
  const api = readApi()
  /** @type {Map<string, string>} */
  const places = new Map()
  for (const { file } of pages()) {
    if (!file.startsWith('reference/')) continue
    const text = textOf(path.join(srcDir, file))
    for (const directive of directives(text, 'api')) {
      const { target, attributes } = directive
      /** @param {string} name @param {string} page */
      const add = (name, page) => {
        const key = `${target} ${name}`
        places.set(key, places.get(key) || page)
      }
      for (const name of shownSymbols(directive, api)) add(name, file)
      for (const name of listOf(attributes.hidden)) add(name, '')
    }
  }
  return places
}

/** @param {Value} value */
const textOfValue = ({ text }) => text

/** @param {Signature} signature */
const textsOfSignature = ({ text, parameters, returns, throws }) => [
  ...[text, ...parameters.map(textOfValue), returns?.text ?? '', throws],
]

/** @param {Symbol} symbol @returns {string[]} its sentences */
const textsOfSymbol = ({ text, signatures, methods, properties }) => [
  text,
  ...(properties ?? []).map(textOfValue),
  ...[
    ...(signatures ?? []),
    ...(methods ?? []).flatMap((one) => one.signatures),
  ].flatMap(textsOfSignature),
]

/**
 * Whether there is a word in it to translate, besides code and error codes.
 *
 * @param {string} text
 */
export const hasWords = (text) =>
  /\p{L}/u.test(text.replace(/`[^`]*`|\b(ERR_\w+|status \d+|ms)\b/g, ''))

/** @param {Api} [api] @returns {string[]} what a translation has to say */
export function sentences({ imports, types } = readApi()) {
  const symbols = [...Object.values(imports), types].flatMap(Object.values)
  return [...new Set(symbols.flatMap(textsOfSymbol).filter(hasWords))]
}

/** @param {string} language @returns {string} absolute path */
export const sentencesFile = (language) =>
  path.join(translationsDir, language, 'reference', 'sentences.json')

/**
 * The sentences of a language, by the English ones: one that has changed in
 * English is not found.
 *
 * @param {string} language
 */
export const translatedSentences = (language) =>
  language === sourceLanguage.code
    ? {}
    : (readJson(sentencesFile(language)) ?? {})

/**
 * @param {string} language
 * @returns {{ missing: string[], outdated: string[] }} English sentences
 */
export function sentencesState(language) {
  const wanted = new Set(sentences())
  const own = Object.keys(translatedSentences(language))
  const has = new Set(own)
  return {
    missing: [...wanted].filter((text) => !has.has(text)),
    outdated: own.filter((text) => !wanted.has(text)),
  }
}
