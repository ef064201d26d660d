/** What there is to translate: pages, quizzes and tables of strings. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapters, pages } from '../book-model/chapters.js'
import { figureStrings } from '../book-model/figures.js'
import { sourceLanguage } from '../book-model/languages.js'
import { fromRoot, root, srcDir, translationsDir } from '../lib/paths.js'

/** The pages and quizzes in reading order, by path below src/. */
export function documents() {
  const bySlug = new Map(chapters().map((chapter) => [chapter.slug, chapter]))
  return pages()
    .map(({ file }) => file)
    .filter((file) => existsSync(path.join(srcDir, file)))
    .flatMap((file) => {
      const slug = file.split('/')[0]
      const isLast = bySlug.get(slug)?.pages.at(-1) === file
      const quiz = `${slug}/quiz.json`
      return isLast && existsSync(path.join(srcDir, quiz))
        ? [file, quiz]
        : [file]
    })
}

/**
 * The files of a language that have to have an English counterpart.
 *
 * @param {string} language
 * @returns {string[]} below the language's folder
 */
export function translatedDocuments(language) {
  const folder = `translations/${language}/`
  const own = new Set([
    'language.json',
    'glossary.md',
    'search.json',
    'terms.json',
    'reference/sentences.json',
    ...stringTables(language)
      .filter((table) => table.own.startsWith(folder))
      .map((table) => table.own.slice(folder.length)),
  ])
  return readdirSync(path.join(translationsDir, language), {
    recursive: true,
    encoding: 'utf8',
  })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.(md|json)$/.test(file) && !own.has(file))
    .sort()
}

/**
 * The tables of strings: the book's, those of the figures, those of what every
 * page has, of the widgets, and of the terminal.
 *
 * @param {string} language
 * @returns {{ english: string, own: string }[]} paths from the root
 */
export function stringTables(language) {
  const widgets = path.join(root, 'widgets')
  const names = existsSync(widgets) ? readdirSync(widgets).sort() : []
  const folders = [
    'site',
    'site/playground',
    'site/progress',
    ...names.map((name) => `widgets/${name}`),
    'tools/learn',
  ]
    .map((folder) => path.posix.join(folder, 'strings'))
    .filter((folder) => existsSync(path.join(root, folder, 'en.json')))
  return [
    {
      english: 'tools/mdbook/strings.en.json',
      own: `translations/${language}/strings.json`,
    },
    ...figureTables(language),
    ...folders.map((folder) => ({
      english: `${folder}/en.json`,
      own: `${folder}/${language}.json`,
    })),
  ]
}

/**
 * @param {string} language
 * @returns {{ english: string, own: string }[]} paths from the root
 */
const figureTables = (language) =>
  chapters()
    .map(({ slug }) => ({
      english: figureStrings(slug, sourceLanguage.code),
      own: figureStrings(slug, language),
    }))
    .filter(({ english }) => existsSync(english))
    .map(({ english, own }) => ({
      english: fromRoot(english),
      own: fromRoot(own),
    }))

/**
 * The strings of a table, nested ones under `outer › inner`.
 *
 * @param {string} file path from the root
 */
export function readStrings(file) {
  /** @type {Map<string, string>} */
  const found = new Map()
  /** @param {any} table @param {string} prefix */
  const collect = (table, prefix) => {
    for (const [key, value] of Object.entries(table)) {
      if (typeof value === 'object' && value !== null) {
        collect(value, `${prefix}${key} › `)
      } else found.set(prefix + key, String(value))
    }
  }
  collect(JSON.parse(readFileSync(path.join(root, file), 'utf8')), '')
  return found
}
