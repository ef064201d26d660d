/** The second terminal of those who follow a chapter. */
import { startServer, usualTimeLimit } from '../transcripts/shell.js'
import { startFailure } from '../transcripts/transcripts.js'

/** @typedef {import('./page.js').TranscriptStep} TranscriptStep */
/** @typedef {import('./folder.js').ReaderFolder} ReaderFolder */

/** Something on a page that does not work for those who follow it. */
export class WalkError extends Error {}

/** The second terminal: at most one server. */
export class OtherTerminal {
  #folder
  /** @type {{ name: string, server: Awaited<ReturnType<typeof startServer>> } | null} */
  #running = null
  /** Whether a transcript that starts a server has been left out. */
  hasMissed = false

  /** @param {ReaderFolder} folder */
  constructor(folder) {
    this.#folder = folder
  }

  /** @param {string} name */
  async #start(name) {
    const { workspace, own } = this.#folder
    const { node, env } = workspace
    const args = workspace.toReal(name).split(/\s+/)
    const server = await startServer(node, args, { cwd: own, env })
    this.#running = { name, server }
    if (!server.failure) return
    const message = startFailure(server, workspace)
    await this.stop()
    throw new WalkError(message)
  }

  /** Presses Ctrl+C, if anything runs there. */
  async stop() {
    const running = this.#running
    this.#running = null
    if (!running) return
    // Where a server is to end by itself, a busy machine may take its time.
    if (await running.server.close('SIGINT', usualTimeLimit())) return
    throw new WalkError(`Ctrl+C does not end node ${running.name}`)
  }

  /** Does what a transcript's caption says. @param {TranscriptStep} step */
  async follow({ terminal, server }) {
    if (terminal === 'again' || terminal === 'swap' || terminal === 'stop') {
      await this.stop()
    }
    if (terminal === 'end' && server !== '') await this.stop()
    if (terminal === 'keep') {
      if (this.#running?.server.isRunning()) return
      if (this.hasMissed) return this.#start(server)
      throw new WalkError(
        `the page says that ${server} runs, and it does not: restart`,
      )
    }
    if (server !== '') await this.#start(server)
  }

  /** What the server has printed, for messages. */
  get server() {
    return this.#running?.server
  }
}
