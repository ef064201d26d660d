/**
 * Keeps the site as the files are. A saved page is made alone and shown at
 * once; then the whole book is built aside, and takes the place of the one
 * that is served: what else the page has changed follows, and a site is never
 * seen half built.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pages, siteFile } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { textOf } from '../lib/files.js'
import { cacheDir, fromRoot, root } from '../lib/paths.js'
import { cleanEnv, run } from '../processes/run.js'

/** @typedef {import('./one-page.js').Answer} Answer */
/** @typedef {{ page: string, language: string }} Wanted page is below src/ */

/** How long nothing is saved before the whole book is built, in ms. */
const quiet = 300

const onePage = fileURLToPath(new URL('./one-page.js', import.meta.url))

const languageCodes = () =>
  [sourceLanguage, ...translationLanguages()].map(({ code }) => code)

/**
 * What is to be seen first: pages that were saved, in the languages that they
 * are for; of what else was saved, its effect on the page that is open.
 *
 * @param {string[]} names from the root
 * @param {string} open page of the site
 */
function seenFirst(names, open) {
  const languages = languageCodes()
  const [source, ...translations] = languages
  const files = pages().map(({ file }) => file)
  const own = translations.find((code) => open.startsWith(`${code}/`))
  const inside = own === undefined ? open : open.slice(own.length + 1)
  const shown = files.find((file) => siteFile(file) === inside)
  const found = names.flatMap((name) => {
    const [, code, page = ''] =
      /^(?:src|translations\/([^/]+))\/(.+\.md)$/.exec(name) ?? []
    if (files.includes(page)) {
      const wanted = code === undefined ? languages : [code]
      return wanted.map((language) => ({ page, language }))
    }
    return shown === undefined ? [] : [{ page: shown, language: own ?? source }]
  })
  const keys = found.map(({ page, language }) => `${language} ${page}`)
  return found.filter((_, i) => keys.indexOf(keys[i]) === i)
}

/** @param {number} start @returns {string} */
const seconds = (start) =>
  `${((performance.now() - start) / 1000).toFixed(2)} s`

/** Builds the book, whole or page by page. */
export class Builder {
  #mdbook
  #server
  #say
  #env
  /** The whole build that is running, if any. */
  #building = new AbortController()
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** @type {Set<string>} what the last whole build has said */
  #told = new Set()
  /** @type {Set<string>} saved, and not made yet */
  #waiting = new Set()
  #isMaking = false

  /**
   * @param {object} options
   * @param {string} options.mdbook absolute path of the program
   * @param {import('./site-server.js').SiteServer} options.server
   * @param {(line: string) => void} options.say
   */
  constructor({ mdbook, server, say }) {
    this.#mdbook = mdbook
    this.#server = server
    this.#say = say
    const bin = path.dirname(process.execPath)
    this.#env = cleanEnv({
      MDBOOK: mdbook,
      // Problems are shown on their page instead of failing the build.
      BOOK_IS_SERVED: '1',
      MDBOOK_OUTPUT__HTML__SITE_URL: '/',
      // mdBook calls `node`.
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    })
  }

  /**
   * Builds the whole book, and serves it.
   *
   * @returns {Promise<boolean>} whether it failed
   */
  async build() {
    this.#building.abort()
    this.#building = new AbortController()
    const { signal } = this.#building
    const before = this.#server.folder
    const [folder] = ['site-1', 'site-2']
      .map((name) => path.join(cacheDir, 'serve', name))
      .filter((one) => path.join(one, 'html') !== before)
    const start = performance.now()
    const args = ['build', '--dest-dir', folder]
    const options = { cwd: root, env: this.#env, timeout: Infinity, signal }
    const { status, output, failure } = await run(this.#mdbook, args, options)
    // Given up, or ended together with this process.
    if (signal.aborted || (status === null && !failure)) return false
    this.#tell(failure || output)
    if (status !== 0) {
      this.#say('The book could not be built')
      return true
    }
    this.#server.show(path.join(folder, 'html'))
    this.#say(`Whole book: ${seconds(start)}`)
    if (this.#looksOther(before)) this.#server.reload()
    return false
  }

  /** @param {string} printed by mdBook and the tools that it calls */
  #tell(printed) {
    const lines = printed
      .split('\n')
      .filter((line) => line !== '' && !/^ *INFO\b/.test(line))
    // What is as it was has been said.
    for (const line of lines) if (!this.#told.has(line)) this.#say(line)
    this.#told = new Set(lines)
  }

  /**
   * @param {string | null} before the folder that was served
   * @returns {boolean} whether a reader sees another page now
   */
  #looksOther(before) {
    const { folder, lastPage } = this.#server
    if (lastPage === '') return false
    // The hashes in names of files are not to be seen.
    const [old, now] = [before, folder].map((one) =>
      textOf(path.join(String(one), lastPage)).replace(/-[0-9a-f]{8}\.js/g, ''),
    )
    return old !== now
  }

  /** @param {string[]} files absolute paths */
  async saved(files) {
    this.#building.abort()
    clearTimeout(this.#timer)
    for (const file of files) this.#waiting.add(fromRoot(file))
    if (this.#isMaking) return
    this.#isMaking = true
    while (this.#waiting.size > 0) {
      const names = [...this.#waiting]
      this.#waiting.clear()
      // A file may be on its way: the whole build says what is wrong.
      await this.#makeAtOnce(names).catch(({ message }) => this.#say(message))
    }
    this.#isMaking = false
    this.#timer = setTimeout(() => this.build(), quiet)
  }

  /** @param {string[]} names from the root */
  async #makeAtOnce(names) {
    if (this.#server.folder === null) return
    const start = performance.now()
    const wanted = seenFirst(names, this.#server.lastPage)
    const answers = await Promise.all(
      languageCodes().map((language) =>
        this.#make(
          language,
          wanted.filter((one) => one.language === language),
        ),
      ),
    )
    for (const { problems } of answers) problems.forEach(this.#say)
    if (!answers.some(({ changed }) => changed)) return
    this.#server.reload()
    this.#say(`${names.join(', ')}: ${seconds(start)}`)
  }

  /**
   * In a process of its own: what is saved may be a tool, too.
   *
   * @param {string} language
   * @param {Wanted[]} wanted
   */
  async #make(language, wanted) {
    if (wanted.length === 0) return { changed: false, problems: [] }
    const isSource = language === sourceLanguage.code
    const order = {
      pages: wanted.map(({ page }) => page),
      language,
      mdbook: this.#mdbook,
      folder: path.join(cacheDir, 'serve', `page-${language}`),
      site: path.join(String(this.#server.folder), isSource ? '' : language),
    }
    const args = [onePage, JSON.stringify(order)]
    const options = { cwd: root, env: this.#env, timeout: 60 }
    const { status, stdout, output } = await run(
      process.execPath,
      args,
      options,
    )
    if (status === 0) return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    return { changed: false, problems: [output.trim()] }
  }
}
