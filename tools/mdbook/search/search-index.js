/** The search index of one language, made by Pagefind. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { close, createIndex } from 'pagefind'
import { vocabularyOf } from '../../../common/vocabulary.js'
import { sourceLanguage } from '../../book-model/languages.js'
import { readJson } from '../../lib/files.js'
import { srcDir, translationsDir } from '../../lib/paths.js'
import { changelogPage } from '../feed.js'
import { placeOf } from '../place.js'
import { searchFolder } from '../site.js'
import { documentOf, excluded, sectionsOf } from './sections.js'

/** What Pagefind writes for interfaces that the book does not use. */
const unused =
  /^pagefind-(component-ui|highlight|modular-ui|ui|worker)\.(js|css)$/

/** An index that the pages of a language are added to. */
export class SearchIndex {
  #index
  #language
  /** @type {Promise<{ errors: string[] }>[]} */
  #added = []

  /**
   * @param {import('pagefind').PagefindIndex} index
   * @param {string} language
   */
  constructor(index, language) {
    this.#index = index
    this.#language = language
  }

  /**
   * @param {string} language
   * @returns {Promise<SearchIndex>}
   * @throws {Error} where Pagefind has no program for this system
   */
  static async create(language) {
    const { index, errors } = await createIndex({
      excludeSelectors: excluded,
      keepIndexUrl: true,
    })
    if (!index) throw new Error(errors.join('\n'))
    return new SearchIndex(index, language)
  }

  /**
   * @param {string} page below the folder of the language; one that SUMMARY.md
   *   does not list is not searched
   * @param {string} html
   */
  add(page, html) {
    const place = placeOf(page, this.#language)
    if (!place || page === changelogPage) return
    const { title, chapter, isFirst } = place
    for (const section of sectionsOf(html)) {
      const content = documentOf(section, {
        language: this.#language,
        title,
        chapter: chapter?.number ?? null,
        isOpening: chapter !== null && isFirst,
      })
      const added = this.#index.addHTMLFile({
        url: `${page}#${section.id}`,
        content,
      })
      // Thrown by write(), which waits for it.
      added.catch(() => {})
      this.#added.push(added)
    }
  }

  /**
   * @param {string} folder of the language
   * @throws {Error} what Pagefind says
   */
  async write(folder) {
    const outputPath = path.join(folder, searchFolder)
    const answers = await Promise.all(this.#added)
    answers.push(await this.#index.writeFiles({ outputPath }))
    const errors = answers.flatMap((answer) => answer.errors)
    if (errors.length > 0) throw new Error(`Pagefind: ${errors.join('\n')}`)
    for (const name of readdirSync(outputPath)) {
      if (unused.test(name)) rmSync(path.join(outputPath, name))
    }
    const vocabulary = vocabularyOf(textsOf(path.join(outputPath, 'fragment')))
    const words = JSON.stringify({ ...wordsOf(this.#language), vocabulary })
    writeFileSync(path.join(outputPath, 'words.json'), words)
  }
}

/** What Pagefind writes before a fragment. */
const signature = 'pagefind_dcd'

/**
 * @param {string} folder of fragments
 * @returns {string[]} what each section holds that is searched
 */
const textsOf = (folder) =>
  readdirSync(folder).map((name) => {
    const fragment = String(gunzipSync(readFileSync(path.join(folder, name))))
    return JSON.parse(fragment.slice(signature.length)).content
  })

/**
 * @param {string} language
 * @returns {import('../../../site/search-index.js').Words} of search.json,
 *   which a language need not have
 */
function wordsOf(language) {
  const isSource = language === sourceLanguage.code
  const folder = isSource ? srcDir : path.join(translationsDir, language)
  const file = path.join(folder, 'search.json')
  return existsSync(file) ? readJson(file) : {}
}

/**
 * @param {string[]} languages
 * @returns {Promise<Map<string, SearchIndex>>} empty where Pagefind has no
 *   program for this system: the book is then built without search
 */
export async function createIndexes(languages) {
  try {
    const indexes = languages.map(SearchIndex.create)
    return new Map(
      (await Promise.all(indexes)).map((index, i) => [languages[i], index]),
    )
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split('\n')
    console.error(
      `The book is built without search: Pagefind does not run here (${reason})`,
    )
    return new Map()
  }
}

/** Ends Pagefind's program. */
export const endSearch = () => close()
