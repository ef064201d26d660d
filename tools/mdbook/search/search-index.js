/** The search index of one language, made by Pagefind. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/**
 * @param {string} folder of the language
 * @param {string} language
 * @param {{ page: string, html: string }[]} pages finished; one that SUMMARY.md
 *   does not list is not searched
 * @throws {Error} what Pagefind says
 */
export async function writeIndex(folder, language, pages) {
  const { index, errors } = await createIndex({
    excludeSelectors: excluded,
    keepIndexUrl: true,
  })
  if (!index) throw new Error(`Pagefind: ${errors.join('\n')}`)
  const added = pages.flatMap(({ page, html }) => {
    const place = placeOf(page, language)
    if (!place || page === changelogPage) return []
    const { title, chapter, isFirst } = place
    return sectionsOf(html).map((section) =>
      index.addHTMLFile({
        url: `${page}#${section.id}`,
        content: documentOf(section, {
          language,
          title,
          chapter: chapter?.number ?? null,
          isOpening: chapter !== null && isFirst,
        }),
      }),
    )
  })
  const outputPath = path.join(folder, searchFolder)
  const answers = await Promise.all(added)
  answers.push(/** @type {any} */ (await index.writeFiles({ outputPath })))
  const wrong = answers.flatMap((answer) => answer.errors)
  if (wrong.length > 0) throw new Error(`Pagefind: ${wrong.join('\n')}`)
  for (const name of readdirSync(outputPath)) {
    if (unused.test(name)) rmSync(path.join(outputPath, name))
  }
  const vocabulary = vocabularyOf(textsOf(path.join(outputPath, 'fragment')))
  // A language need not have a search.json.
  const isSource = language === sourceLanguage.code
  const own = isSource ? srcDir : path.join(translationsDir, language)
  const words = readJson(path.join(own, 'search.json'))
  writeFileSync(
    path.join(outputPath, 'words.json'),
    JSON.stringify({ ...words, vocabulary }),
  )
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

/** Ends Pagefind's program. */
export const endSearch = () => close()
