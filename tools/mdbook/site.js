/** What is the same for all pages of a build, in every language. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pages, siteFile } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { root } from '../lib/paths.js'
import { siteAddress } from './address.js'
import { changelogPage } from './feed.js'
import { strings } from './strings.js'

/** @typedef {import('./finish.js').Site} Site */

/** The search index of a language, below the language's folder. */
export const searchFolder = 'search'

/**
 * A language whose own is not drawn yet has the English one.
 *
 * @param {string} language
 * @returns {string} absolute path of the picture on its card
 */
export function cardFile(language) {
  const [own, english] = [language, sourceLanguage.code].map((code) =>
    path.join(root, 'theme', 'cards', `card-${code}.png`),
  )
  return existsSync(own) ? own : english
}

/** @returns {Site} */
export function siteOf() {
  const languages = [sourceLanguage, ...translationLanguages()]
  return {
    languages,
    address: siteAddress(),
    hasFeed: pages().some(({ file }) => siteFile(file) === changelogPage),
    picture: (code) => path.basename(cardFile(code)),
  }
}

/**
 * @param {string} code of a translation
 * @returns {Record<string, string>} by which mdBook builds that language
 */
export function translationEnv(code) {
  const t = strings(code)
  return {
    MDBOOK_BOOK__LANGUAGE: code,
    MDBOOK_BOOK__TITLE: t.bookTitle,
    MDBOOK_BOOK__DESCRIPTION: t.bookDescription,
  }
}
