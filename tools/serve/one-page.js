/**
 * A process that makes pages in one language as a whole build would, and ends:
 *
 *     node tools/serve/one-page.js '{ "pages": …, … }'
 *
 * mdBook renders a page in a book of its own, between its two neighbours,
 * which are empty. Nothing else of the book is on a page, but its contents,
 * which are a file of their own.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pages, siteFile } from '../book-model/chapters.js'
import { sourceLanguage } from '../book-model/languages.js'
import { fromRoot, root } from '../lib/paths.js'
import { withoutTables } from '../lib/toml.js'
import { finishPage } from '../mdbook/finish.js'
import { buildPage } from '../mdbook/page.js'
import { titleOf } from '../mdbook/place.js'
import { siteOf, translationEnv } from '../mdbook/site.js'
import { cleanEnv, run } from '../processes/run.js'

/**
 * @typedef {object} Order
 * @property {string[]} pages below src/
 * @property {string} language
 * @property {string} mdbook absolute path of the program
 * @property {string} folder for the book of one page; no two processes have
 *   the same at once
 * @property {string} site the folder of the language in the site that is
 *   served: the pages are written there
 */
/**
 * @typedef {object} Answer
 * @property {boolean} changed whether the site has another page now
 * @property {string[]} problems of the page, or why there is none
 */

/**
 * @param {string} page below src/
 * @returns {string[]} it and its neighbours, which it leads to
 */
function neighbourhood(page) {
  const all = pages().map(({ file }) => file)
  const index = all.indexOf(page)
  return all.slice(Math.max(index - 1, 0), index + 2)
}

/**
 * @param {string} folder of the book of one page
 * @param {string} page below src/
 * @param {string} content
 * @param {string} language
 */
function writeBook(folder, page, content, language) {
  rmSync(folder, { recursive: true, force: true })
  const own = path.join(folder, 'src')
  const files = neighbourhood(page)
  for (const file of files) {
    const target = path.join(own, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, file === page ? content : '')
  }
  const summary = files.map(
    (file) => `- [${titleOf(file, language)}](${file})\n`,
  )
  writeFileSync(path.join(own, 'SUMMARY.md'), summary.join(''))
  const toml = readFileSync(path.join(root, 'book.toml'), 'utf8')
  writeFileSync(
    path.join(folder, 'book.toml'),
    withoutTables(toml, [
      'preprocessor.velocy',
      'output.site',
      // It names pages that this book has not.
      'output.html.redirect',
    ]),
  )
  symlinkSync(path.join(root, 'theme'), path.join(folder, 'theme'))
}

/**
 * The contents are called by what they hold, and a book of one page has others.
 *
 * @param {string} html
 * @param {string} site the folder that has the name which is right
 */
function withNameOf(html, site) {
  const right = readdirSync(site).find((name) => /^toc-.*\.js$/.test(name))
  return html.replace(/\btoc-[0-9a-f]{8}\.js/g, (own) => right ?? own)
}

/** @param {string} page below src/ @param {Order} order */
async function makePage(page, { language, mdbook, folder, site }) {
  /** @type {string[]} */
  const problems = []
  const content = buildPage({
    language,
    page,
    problem: (message) => problems.push(message),
  })
  writeBook(folder, page, content, language)
  const isSource = language === sourceLanguage.code
  const built = await run(mdbook, ['build', folder], {
    env: cleanEnv(isSource ? {} : translationEnv(language)),
  })
  const name = siteFile(page)
  const file = path.join(folder, 'book', name)
  if (built.status !== 0 || !existsSync(file)) {
    const why = built.failure || built.output
    return {
      changed: false,
      problems: [...problems, `${fromRoot(file)} was not built: ${why}`],
    }
  }
  const html = withNameOf(
    finishPage(readFileSync(file, 'utf8'), {
      page: name,
      language,
      site: siteOf(),
    }),
    site,
  )
  const target = path.join(site, name)
  const before = existsSync(target) ? readFileSync(target, 'utf8') : ''
  if (html === before) return { changed: false, problems }
  writeFileSync(target, html)
  return { changed: true, problems }
}

const order = /** @type {Order} */ (JSON.parse(process.argv[2]))
/** @type {Answer} */
const answer = { changed: false, problems: [] }
for (const page of order.pages) {
  const { changed, problems } = await makePage(page, order)
  answer.changed ||= changed
  answer.problems.push(...problems)
}
console.log(JSON.stringify(answer))
