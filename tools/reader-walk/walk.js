/**
 * Follows a chapter's pages as its readers do: types what they show, runs what
 * they run, and has one folder, two terminals and one port.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { siteFile } from '../book-model/chapters.js'
import { fromRoot, siteDir } from '../lib/paths.js'
import { startStores, storeNames, whyNot } from '../stores/stores.js'
import { whyMissing } from '../transcripts/needs.js'
import {
  readCommands,
  readNeeds,
  readStores,
  TranscriptError,
} from '../transcripts/parse.js'
import { Shell } from '../transcripts/shell.js'
import { indented, runCommand } from '../transcripts/transcripts.js'
import { openFolder } from './folder.js'
import { loadedBy } from './loads.js'
import { OtherTerminal, WalkError } from './other-terminal.js'
import { readSteps } from './page.js'
import { TypingError, typeListing } from './type.js'

/** @typedef {import('../lint/problems.js').Problem} Problem */
/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./page.js').ListingStep} ListingStep */
/** @typedef {import('./page.js').TranscriptStep} TranscriptStep */
/** @typedef {import('./folder.js').ReaderFolder} ReaderFolder */

/** @param {string} page below src/ @returns {string} as it is built */
function builtPage(page) {
  const file = path.join(siteDir, siteFile(page))
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new Error(`${fromRoot(file)} is not there; build the book first`)
}

/** A walk through one chapter. */
class Walk {
  #chapter
  #folder
  #other
  /** @type {import('../stores/stores.js').Stores | undefined} in a third
   * terminal, once a page wants them */
  #stores
  /** @type {Map<string, string | undefined>} variables that it has changed, as
   * they were */
  #environment = new Map()
  /** @type {Shell} */
  #shell
  #page = ''
  #hasStart = false
  /** @type {Problem[]} */
  problems = []
  /** How many of them are outputs, which change nothing in the folder. */
  misprints = 0
  commands = 0
  listings = 0
  /** @type {string[]} for each transcript that wasn't run, why */
  missed = []
  /** @type {Set<string>} files that the pages have shown */
  #typed = new Set()
  /** @type {Map<string, number>} by file: lines of listings that have not run */
  #idle = new Map()
  /** @type {{ page: string, step: import('./page.js').Step }[]} */
  #forTheEnd = []

  /** @param {Chapter} chapter @param {ReaderFolder} folder */
  constructor(chapter, folder) {
    this.#chapter = chapter
    this.#folder = folder
    this.#other = new OtherTerminal(folder)
    this.#shell = this.#openShell(folder.start)
  }

  /** @param {string} cwd */
  #openShell(cwd) {
    return new Shell({ cwd, env: this.#folder.workspace.env })
  }

  /** @param {number} line @param {string} message */
  #fail(line, message) {
    this.problems.push({ file: `src/${this.#page}`, line, message })
  }

  /** @param {string} page below src/ */
  async page(page) {
    this.#page = page
    for (const step of readSteps(builtPage(page))) {
      const isLater =
        step.type === 'listing' ? step.atEnd : step.terminal === 'end'
      if (isLater) this.#forTheEnd.push({ page, step })
      else await this.#follow(step)
    }
    for (const [name, line] of this.#idle) {
      this.#fail(
        line,
        `${name} is typed here, and nothing on this page runs it`,
      )
    }
    this.#idle.clear()
  }

  /** @param {import('./page.js').Step} step */
  async #follow(step) {
    if (step.type === 'listing') this.#type(step)
    else if (step.only === 'starts') this.#hasStart = true
    else if (step.noRun === '') await this.#run(step)
  }

  /** @param {ListingStep} step */
  #type(step) {
    if (step.kind === 'given') return
    this.listings += 1
    const name = path.posix.relative(`code/${this.#chapter.id}`, step.path)
    try {
      if (!existsSync(this.#folder.own)) {
        throw new WalkError(
          `there is no folder for ${this.#chapter.id} yet, and the page does not say to make one`,
        )
      }
      const text = typeListing(this.#folder.read(name), step, (other) =>
        this.#folder.read(other),
      )
      this.#folder.write(name, this.#folder.fillIn(name, text))
      this.#typed.add(name)
      if (step.kind !== 'there' && /\.[cm]?js$/.test(name)) {
        this.#idle.set(name, step.line)
      }
      if (step.isRun) this.#ran(name)
    } catch (error) {
      if (!(error instanceof TypingError || error instanceof WalkError)) {
        throw error
      }
      this.#fail(step.line, `${name}: ${error.message}`)
    }
  }

  /** @param {string} command */
  #ran(command) {
    for (const file of loadedBy(command, this.#folder.own)) {
      this.#idle.delete(file)
    }
  }

  /** @param {TranscriptStep} step */
  async #run(step) {
    try {
      const reasons = [
        step.stores && (await this.#connect(step)),
        whyMissing(readNeeds(step.needs, step.line)),
      ].filter(Boolean)
      if (reasons.length > 0) return this.#miss(step, reasons.join('; '))
      await this.#other.follow(step)
      if (['start', 'again', 'swap'].includes(step.terminal)) {
        this.#ran(step.server)
      }
      const commands = readCommands(step.content, 0)
      for (const command of commands) {
        const isLast = command === commands.at(-1)
        await this.#command(command, step, isLast ? step.status : 0)
      }
    } catch (error) {
      if (!(error instanceof WalkError || error instanceof TranscriptError)) {
        throw error
      }
      this.#fail(step.line, error.message)
    }
  }

  /**
   * Starts the stores, at the first transcript that needs one. They keep what
   * the pages write there until the chapter's end.
   *
   * @param {TranscriptStep} step
   * @returns {Promise<string>} why some that it needs don't run; '' if all do
   */
  async #connect({ stores, line }) {
    const names = readStores(stores, line)
    if (!this.#stores) {
      this.#stores = await startStores(storeNames)
      const { env } = this.#stores
      const { workspace } = this.#folder
      workspace.connect(env)
      Object.assign(workspace.env, env)
      for (const [name, url] of Object.entries(env)) {
        // The chapter's tests look for them, too.
        this.#environment.set(name, process.env[name])
        process.env[name] = url
        await this.#shell.run(`export ${name}=${url}`)
      }
    }
    return whyNot(this.#stores, names)
  }

  /** @param {TranscriptStep} step @param {string} reason */
  #miss({ content, server }, reason) {
    this.#other.hasMissed = true
    this.missed.push(reason)
    this.#ran(server)
    for (const { script } of readCommands(content, 0)) this.#ran(script)
  }

  /**
   * @param {import('../transcripts/parse.js').Command} command
   * @param {TranscriptStep} step
   * @param {number} status
   */
  async #command(command, step, status) {
    const { workspace, own } = this.#folder
    this.commands += 1
    this.#ran(command.script)
    const { trouble, updated, isEnded } = await runCommand(
      command,
      status,
      this.#shell,
      workspace,
      this.#other.server,
    )
    if (trouble) this.#fail(step.line + command.line, trouble)
    if (updated) this.misprints += 1
    if (isEnded) return
    await this.#shell.close()
    this.#shell = this.#openShell(own)
  }

  /** What the pages have kept for the end, and what must be true then. */
  async end() {
    await this.#other.stop()
    for (const { page, step } of this.#forTheEnd) {
      this.#page = page
      await this.#follow(step)
    }
    const [first] = this.#chapter.pages
    if (!this.#hasStart && !this.#folder.isFirst) {
      const message = 'the page does not say how to begin here: {{#start}}'
      this.problems.push({ file: `src/${first}`, message })
    }
    for (const message of this.#folder.compare(this.#typed)) {
      this.problems.push({
        file: `src/${first}`,
        message: `at the end of the chapter, ${message}`,
      })
    }
    const { output } = await this.#shell.run('jobs -r')
    if (output.trim() !== '') {
      this.problems.push({
        file: `src/${first}`,
        message: `at the end of the chapter, what a page has started still runs:\n${indented(output.trimEnd())}`,
      })
    }
  }

  async close() {
    await this.#shell.close()
    await this.#other.stop().catch(() => {})
    await this.#stores?.stop()
    for (const [name, value] of this.#environment) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    this.#folder.close()
  }
}

/**
 * @param {Chapter} chapter
 * @param {Chapter | undefined} before
 * @param {import('./stages.js').StageFinder} [finder] runs the chapter's tests
 *   on the folder after each page
 * @returns {Promise<Pick<Walk, 'problems' | 'misprints' | 'commands' |
 *   'listings' | 'missed'>>}
 */
export async function walkChapter(chapter, before, finder) {
  const folder = await openFolder(chapter, before)
  const walk = new Walk(chapter, folder)
  const last = chapter.pages.length - 1
  try {
    for (const [i, page] of chapter.pages.entries()) {
      await walk.page(page)
      // What is for the end of the chapter is still to come.
      if (i < last) await finder?.keep(i, folder)
    }
    await walk.end()
    await finder?.keep(last, folder)
    // Where the folder is not the reader's, its tests say nothing.
    if (walk.problems.length === walk.misprints) await finder?.find()
  } finally {
    await walk.close()
  }
  const { problems, misprints, commands, listings, missed } = walk
  return { problems, misprints, commands, listings, missed }
}
