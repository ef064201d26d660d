/** `{{#terms}}`: an index of the terms in src/terms.json, in each language. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { translationOf } from '../l10n/state.js'
import { readJson } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'
import { titleOf } from './place.js'
import { readSections } from './sections.js'

/**
 * @param {string} page below src/
 * @param {string} name of the term; what it is the name of may follow in
 *   parentheses, and isn't on the page
 * @param {string} language of the name
 * @returns {string} the address of the section that defines it, in bold
 * @throws {Error} when the page does not
 */
export function addressOf(page, name, language) {
  const { text, sectionAt } = readSections(page, language)
  const marked = `**${name.replace(/ \(.*\)$/, '')}**`
  const line = text
    .split('\n')
    .findIndex((one) => one.toLowerCase().includes(marked.toLowerCase()))
  if (line >= 0) return sectionAt(line).link
  throw new Error(
    `terms.json: got no ${marked} on ${page} (${language}), expected the definition of the term; mark it there, or take the page from the term`,
  )
}

/**
 * @param {Record<string, string[]>} terms the pages of each, by English name
 * @param {Record<string, string>} names those that the language has of its own
 * @param {string} language
 * @returns {string} Markdown
 */
export function termList(terms, names, language) {
  const { compare } = new Intl.Collator(language, { sensitivity: 'base' })
  const items = Object.entries(terms).map(([english, pages]) => {
    const name = names[english] ?? english
    const links = pages.map((page) => {
      const where = addressOf(page, name, names[english] ? language : 'en')
      return `[${titleOf(page, language)}](${where})`
    })
    return { name, text: `- ${name}: ${links.join(', ')}` }
  })
  /** @type {Map<string, string[]>} */
  const letters = new Map()
  for (const { name, text } of items.sort((a, b) => compare(a.name, b.name))) {
    const letter = name.normalize('NFD')[0].toUpperCase()
    letters.set(letter, [...(letters.get(letter) ?? []), text])
  }
  return [...letters]
    .map(
      ([letter, texts]) =>
        `\n## ${letter} {#${letter.toLowerCase()}}\n\n${texts.join('\n')}\n`,
    )
    .join('')
}

/** @param {unknown} _directive @param {{ language: string }} context */
export function termsMarkdown(_directive, { language }) {
  const own = translationOf(language, 'terms.json')
  const names = existsSync(own) ? readJson(own) : {}
  return termList(readJson(path.join(srcDir, 'terms.json')), names, language)
}
