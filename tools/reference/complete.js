/** What the reference must have of each symbol and each error code. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { apiPlaces } from '../book-model/api.js'
import { directives } from '../book-model/markdown.js'
import { fromRoot, srcDir } from '../lib/paths.js'

/** @typedef {import('../book-model/api.js').Api} Api */
/** @typedef {import('../book-model/api.js').Signature} Signature */
/** @typedef {import('../book-model/api.js').Symbol} Symbol */
/** @typedef {import('../lint/problems.js').Problem} Problem */

/**
 * What a function returns may say it all.
 *
 * @param {Signature[]} signatures
 */
const saidOf = ([{ text, returns }]) => text || returns?.text

/** @param {string} name @param {Symbol} symbol @returns {string[]} what says nothing */
function muteParts(name, { kind, text, signatures, methods, properties }) {
  const isFunction = kind === 'function'
  const whole = isFunction ? saidOf(signatures ?? []) : text
  const parts = [
    ...(methods ?? []).map((one) => [one.name, saidOf(one.signatures)]),
    ...(properties ?? []).map((one) => [one.name, one.text]),
  ]
  return [
    // A type with options is said by its options.
    ...(whole || kind === 'type' ? [] : [name]),
    ...parts.filter(([, said]) => !said).map(([part]) => `${name}.${part}`),
  ]
}

/** Symbols and members without a sentence. @param {Api} api @returns {Problem[]} */
export const mute = ({ imports, types }) =>
  [
    ...Object.entries(imports),
    /** @type {const} */ (['velocy', types]),
  ].flatMap(([from, symbols]) =>
    Object.entries(symbols)
      .flatMap(([name, symbol]) => muteParts(name, symbol))
      .map((name) => ({
        file: from,
        message: `${name} has no sentence in its comment; say what it is or does`,
      })),
  )

/** Symbols that no page shows. @param {Api} api @returns {Problem[]} */
export function unshown({ imports }) {
  const places = apiPlaces()
  return Object.entries(imports).flatMap(([from, symbols]) =>
    Object.keys(symbols)
      .filter((name) => !places.has(`${from} ${name}`))
      .map((name) => ({
        file: 'src/reference',
        message: `no page shows ${name} of ${from}; add {{#api ${from} ${name}}} to one`,
      })),
  )
}

/** @param {string} lib absolute path @returns {Map<string, string>} files by code */
function errorCodes(lib) {
  /** @type {Map<string, string>} */
  const codes = new Map()
  for (const name of readdirSync(lib, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    const file = path.join(lib, name)
    const text = readFileSync(file, 'utf8')
    for (const [code] of text.matchAll(/\bERR_VELOCY_\w*[A-Z]\b/g)) {
      if (!codes.has(code)) codes.set(code, fromRoot(file))
    }
  }
  return codes
}

/**
 * Codes without a row in the table of the page, and rows without a code.
 *
 * @param {string} lib absolute path
 * @param {string} [text] of the page
 * @returns {Problem[]}
 */
export function codeProblems(
  lib,
  text = readFileSync(path.join(srcDir, 'reference', 'errors.md'), 'utf8'),
) {
  const page = 'src/reference/errors.md'
  const codes = errorCodes(lib)
  const rows = directives(text, 'error').map(({ target }) => target)
  return [
    ...[...codes]
      .filter(([code]) => !rows.includes(code))
      .map(([code, file]) => ({
        file,
        message: `${code} has no row in ${page}; add its status, its cause and what to do`,
      })),
    ...rows
      .filter((code) => !codes.has(code))
      .map((code) => ({
        file: page,
        message: `no module of lib has ${code}; remove its row`,
      })),
  ]
}
