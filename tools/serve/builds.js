/**
 * Keeps the site as the files are. A saved page is made alone and shown at
 * once; then the whole book is built aside, and takes the place of the one
 * that is served: so what else the page has changed follows, and a site is
 * never seen half built.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheDir, fromRoot, root } from '../lib/paths.js'
import { reloadEndpoint } from './site-server.js'

/** @typedef {import('./one-page.js').Order} Order */
/** @typedef {import('./one-page.js').Answer} Answer */

/** What the tools are made of: whoever has loaded them starts again. */
const isTool = /^(tools|common|package\.json)(\/|$)/

/** How long nothing is saved before the whole book is built, in ms. */
const quiet = 300

const onePage = fileURLToPath(new URL('./one-page.js', import.meta.url))

/**
 * The languages of the book, without anything of the tools: they may be saved
 * while this runs.
 *
 * @typedef {object} Book
 * @property {string[]} languages codes, the one that it is written in first
 * @property {() => string[]} pages below src/, as SUMMARY.md has them now
 * @property {(page: string) => string} siteFile
 */

/** Builds the book, whole or page by page. */
export class Builder {
  #book
  #mdbook
  #server
  #say
  #env
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  #spare = new Map()
  /** @type {import('node:child_process').ChildProcess | null} */
  #building = null
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** @type {Set<import('node:child_process').ChildProcess>} */
  #running = new Set()
  /** @type {Set<string>} what the last whole build has said */
  #told = new Set()
  /** @type {Set<string>} saved, and not made yet */
  #waiting = new Set()
  #isMaking = false
  #turn = 0
  #isClosed = false

  /**
   * @param {object} options
   * @param {Book} options.book
   * @param {string} options.mdbook absolute path of the program
   * @param {import('./site-server.js').SiteServer} options.server
   * @param {(line: string) => void} options.say
   */
  constructor({ book, mdbook, server, say }) {
    this.#book = book
    this.#mdbook = mdbook
    this.#server = server
    this.#say = say
    this.#env = {
      ...process.env,
      MDBOOK: mdbook,
      // As `mdbook serve` does; a problem is then shown on its page.
      MDBOOK_OUTPUT__HTML__LIVE_RELOAD_ENDPOINT: reloadEndpoint,
      MDBOOK_OUTPUT__HTML__SITE_URL: '/',
      // mdBook calls `node`.
      PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
    }
  }

  /**
   * Builds the whole book, and serves it.
   *
   * @returns {Promise<'built' | 'failed' | 'given up'>} given up when something
   *   was saved in the meantime
   */
  async build() {
    this.#stopBuilding()
    this.#turn = 1 - this.#turn
    const folder = path.join(cacheDir, 'serve', `site-${this.#turn}`)
    const start = performance.now()
    const child = spawn(this.#mdbook, ['build', '--dest-dir', folder], {
      cwd: root,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#building = child
    this.#follow(child)
    let printed = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    // Whoever saves a page in the meantime does not wait for this.
    if (child.pid && this.#server.folder !== null) yieldTo(child.pid)
    const status = await new Promise((resolve) => {
      child.on('error', ({ message }) => {
        printed += message
        resolve(1)
      })
      child.on('close', resolve)
    })
    if (this.#building !== child) return 'given up'
    this.#building = null
    this.#tell(printed)
    if (status !== 0) {
      this.#say('The book could not be built')
      return 'failed'
    }
    const before = this.#server.folder
    this.#server.folder = path.join(folder, 'html')
    this.#say(`Whole book: ${seconds(start)}`)
    if (!before || this.#looksOther(before)) this.#server.reload()
    return 'built'
  }

  /**
   * @param {string} printed by mdBook and the tools that it calls
   */
  #tell(printed) {
    const lines = printed
      .split('\n')
      .filter((line) => line !== '' && !/^ *INFO\b/.test(line))
    // What is as it was has been said.
    for (const line of lines) if (!this.#told.has(line)) this.#say(line)
    this.#told = new Set(lines)
  }

  /**
   * @param {string} before the folder that was served
   * @returns {boolean} whether a reader sees another page now
   */
  #looksOther(before) {
    const page = this.#server.lastPage
    if (page === null) return false
    const [old, now] = [before, String(this.#server.folder)].map((folder) => {
      const file = path.join(folder, page)
      if (!existsSync(file)) return ''
      // Which search index it names is not to be seen.
      return readFileSync(file, 'utf8').replace(/-[0-9a-f]{8}\.js/g, '')
    })
    return old !== now
  }

  /** @param {string[]} files absolute paths */
  async saved(files) {
    this.#stopBuilding()
    clearTimeout(this.#timer)
    const names = files.map(fromRoot)
    if (names.some((name) => isTool.test(name))) this.#endSpare()
    for (const name of names) this.#waiting.add(name)
    if (this.#isMaking || this.#isClosed) return
    this.#isMaking = true
    while (this.#waiting.size > 0) {
      const next = [...this.#waiting]
      this.#waiting.clear()
      // A file may be on its way: the whole build says what is wrong.
      await this.#makeAtOnce(next).catch(({ message }) => this.#say(message))
    }
    this.#isMaking = false
    if (this.#isClosed) return
    this.prepare()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.build(), quiet)
  }

  /**
   * What is to be seen first: pages that were saved, in the languages that
   * they are for; of what else was saved, its effect on the page that a reader
   * has open.
   *
   * @param {string[]} names from the root
   * @returns {{ page: string, language: string }[]}
   */
  #first(names) {
    const { languages, siteFile } = this.#book
    const pages = this.#book.pages()
    /** @type {Map<string, { page: string, language: string }>} */
    const found = new Map()
    /** @param {string} page @param {string} language */
    const add = (page, language) =>
      found.set(`${language} ${page}`, { page, language })
    const [source, ...translations] = languages
    for (const name of names) {
      const [, code, page = ''] =
        /^(?:src|translations\/([^/]+))\/(.+\.md)$/.exec(name) ?? []
      if (pages.includes(page)) {
        if (code === undefined) for (const one of languages) add(page, one)
        else if (languages.includes(code)) add(page, code)
        continue
      }
      const open = this.#server.lastPage ?? ''
      const own = translations.find((one) => open.startsWith(`${one}/`))
      const inside = own === undefined ? open : open.slice(own.length + 1)
      const shown = pages.find((one) => siteFile(one) === inside)
      if (shown !== undefined) add(shown, own ?? source)
    }
    return [...found.values()]
  }

  /** @param {string[]} names from the root */
  async #makeAtOnce(names) {
    const { folder } = this.#server
    if (folder === null) return
    const start = performance.now()
    let changed = false
    const first = this.#first(names)
    const languages = new Set(first.map(({ language }) => language))
    await Promise.all(
      [...languages].map(async (language) => {
        // One after the other: they share a folder.
        const own = first.filter((one) => one.language === language)
        for (const { page } of own) {
          const answer = await this.#make({
            page,
            language,
            mdbook: this.#mdbook,
            folder: path.join(cacheDir, 'serve', `page-${language}`),
            site: path.join(
              folder,
              language === this.#book.languages[0] ? '' : language,
            ),
          })
          for (const problem of answer.problems) this.#say(problem)
          changed ||= answer.changed
        }
      }),
    )
    if (!changed) return
    this.#server.reload()
    this.#say(`${names.join(', ')}: ${seconds(start)}`)
  }

  /**
   * @param {Order} order
   * @returns {Promise<Answer>}
   */
  #make(order) {
    const child = this.#spare.get(order.language) ?? this.#start()
    this.#spare.delete(order.language)
    return new Promise((resolve) => {
      child.once('message', (answer) => resolve(/** @type {Answer} */ (answer)))
      child.once('exit', () => resolve({ changed: false, problems: [] }))
      child.send(order, () => {})
    })
  }

  #start() {
    const child = fork(onePage, { cwd: root, env: this.#env })
    child.on('error', ({ message }) => this.#say(message))
    this.#follow(child)
    return child
  }

  /** Starts what makes the next page, so that it is ready by then. */
  prepare() {
    for (const language of this.#book.languages) {
      const child = this.#spare.get(language)
      if (child?.connected) continue
      this.#spare.set(language, this.#start())
    }
  }

  #endSpare() {
    for (const child of this.#spare.values()) child.kill()
    this.#spare.clear()
  }

  #stopBuilding() {
    const pid = this.#building?.pid
    this.#building = null
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }

  /** Ends what it has started, and waits until that has ended. */
  async close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const ended = [...this.#running].map((child) => once(child, 'exit'))
    this.#stopBuilding()
    for (const child of this.#running) child.kill()
    await Promise.all(ended)
  }

  /** @param {import('node:child_process').ChildProcess} child */
  #follow(child) {
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    child.once('error', () => this.#running.delete(child))
  }
}

/** @param {number} pid */
function yieldTo(pid) {
  try {
    os.setPriority(pid, 10)
  } catch {
    // It has ended, or the system has no such thing.
  }
}

/** @param {number} start @returns {string} */
const seconds = (start) =>
  `${((performance.now() - start) / 1000).toFixed(2)} s`

/** Makes room for what is served. */
export function makeRoom() {
  const folder = path.join(cacheDir, 'serve')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
