/** What is the same for all pages of a build, in every language. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pages, siteFile } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { siteAddress } from './address.js'
import { cardFile } from './art.js'
import { changelogPage } from './feed.js'
import { strings } from './strings.js'

/** @typedef {import('./finish.js').Site} Site */

/** The search index of a language, below the language's folder. */
export const searchFolder = 'search'

/**
 * @param {string | undefined} siteUrl `site-url` of mdBook's configuration
 * @param {{ hasSearch: boolean }} built what the build could make
 * @returns {Site}
 */
export function siteOf(siteUrl, { hasSearch }) {
  const languages = [sourceLanguage, ...translationLanguages()]
  const cards = new Map(languages.map(({ code }) => [code, cardFile(code)]))
  return {
    languages,
    address: siteAddress(siteUrl),
    hasSearch,
    hasFeed: pages().some(({ file }) => siteFile(file) === changelogPage),
    // A language whose own has not been drawn yet shows the English one.
    picture: (code) =>
      [code, sourceLanguage.code]
        .map((each) => cards.get(each))
        .filter((file) => file !== undefined && existsSync(file))
        .map((file) => path.basename(String(file)))[0] ?? null,
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
