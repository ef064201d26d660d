/**
 * Watching: the tests run whenever the reader saves. Keys act at once on a
 * terminal; elsewhere each line of the input is a key, and its end ends.
 */
import readline from 'node:readline'
import { watchFiles } from '../processes/watch.js'

/** @typedef {import('./exercises.js').Exercise} Exercise */
/** @typedef {import('./session.js').Session} Session */

/** The exercise that is open, whose tests run at each save. */
class ExerciseWatch {
  #session
  #output
  #keyboard
  #clears
  #current
  #running = new AbortController()
  #stopWatching = () => {}

  /**
   * @param {Session} session
   * @param {Exercise} first
   * @param {NodeJS.WriteStream} output
   * @param {boolean} keyboard whether keys act at once
   */
  constructor(session, first, output, keyboard) {
    this.#session = session
    this.#current = first
    this.#output = output
    this.#keyboard = keyboard
    this.#clears = Boolean(output.isTTY) && process.env.TERM !== 'dumb'
  }

  /** @type {Record<string, () => unknown>} what each key does */
  get actions() {
    const session = this.#session
    return {
      n: () => this.#move(1),
      p: () => this.#move(-1),
      r: () => this.#check(),
      h: () => this.#tell(session.hint(this.#current)),
      s: () => this.#tell(session.solution(this.#current).text),
      t: () => this.#tell(session.show(this.#current)),
      l: () => this.#tell(session.list()),
    }
  }

  /** Opens the first exercise. */
  start() {
    const { say } = this.#session
    if (!this.#keyboard) this.#write(say('keysByLine', { keys: say('keys') }))
    return this.#open(this.#current)
  }

  stop() {
    this.#stopWatching()
    this.#running.abort()
  }

  /** @param {string} text */
  #write(text) {
    this.#output.write(`${text}\n`)
  }

  /**
   * Writes, and below it how many hints are left and the keys.
   *
   * @param {string} text
   */
  #tell(text) {
    const { say, paint } = this.#session
    this.#write(`\n${text}`)
    const count = this.#session.hintCount(this.#current)
    const footer = this.#keyboard ? `${count} · ${say('keys')}` : count
    this.#write(`\n${paint('dim', footer)}`)
  }

  /** Runs the tests, in place of those that are still running. */
  async #check() {
    const { say, paint } = this.#session
    this.#running.abort()
    this.#running = new AbortController()
    const { signal } = this.#running
    this.#write(paint('dim', say('running')))
    const { passed, text } = await this.#session.check(this.#current, signal)
    if (signal.aborted) return
    this.#write(`\n${text}`)
    this.#tell(say(passed ? 'nextKey' : 'saveToRun'))
  }

  #saved() {
    // A screen for each run, with what was before in the scrollback.
    if (this.#clears) this.#output.write('\x1b[2J\x1b[H')
    this.#write(this.#session.heading(this.#current))
    this.#check()
  }

  /** @param {Exercise} exercise */
  #open(exercise) {
    this.#stopWatching()
    this.#current = exercise
    this.#write(`\n${this.#session.show(exercise)}\n`)
    const file = this.#session.file(exercise)
    this.#stopWatching = watchFiles([file], () => this.#saved())
    return this.#check()
  }

  /** @param {1 | -1} step */
  #move(step) {
    const other = this.#session.neighbour(this.#current, step)
    if (other) return this.#open(other)
    this.#tell(this.#session.say(step === 1 ? 'last' : 'first'))
  }
}

/**
 * @param {Session} session
 * @param {Exercise} first
 * @param {{ input: NodeJS.ReadStream, output: NodeJS.WriteStream }} streams
 * @returns {Promise<void>} when the reader is done
 */
export async function watchExercises(session, first, { input, output }) {
  const keyboard = Boolean(input.isTTY)
  const watching = new ExerciseWatch(session, first, output, keyboard)
  const opened = watching.start()
  try {
    await actOn(input, watching.actions, opened)
  } finally {
    watching.stop()
  }
}

/**
 * Does what the reader asks for: on a terminal each key at once, elsewhere
 * each line in its turn.
 *
 * @param {NodeJS.ReadStream} input
 * @param {Record<string, () => unknown>} actions by key
 * @param {Promise<unknown>} opened what lines have to wait for
 * @returns {Promise<void>} at `q`, or where the input ends
 */
async function actOn(input, actions, opened) {
  if (input.isTTY) return onKeys(input, actions)
  await opened
  // A prompt before this may have read all of it.
  if (input.readableEnded) return
  for await (const line of readline.createInterface({ input })) {
    const key = line.trim().toLowerCase()
    if (key === 'q') return
    await actions[key]?.()
  }
}

/**
 * @param {NodeJS.ReadStream} input a terminal
 * @param {Record<string, () => unknown>} actions as above
 * @returns {Promise<void>} at `q`, Ctrl-C or Ctrl-D
 */
function onKeys(input, actions) {
  readline.emitKeypressEvents(input)
  input.setRawMode(true)
  return new Promise((resolve, reject) => {
    /** @param {string | undefined} text @param {readline.Key} key */
    const pressed = async (text, key) => {
      const end = () => input.off('keypress', pressed).setRawMode(false).pause()
      if (key.name === 'q' || (key.ctrl && /^[cd]$/.test(key.name ?? ''))) {
        end()
        resolve()
        return
      }
      try {
        await actions[text?.toLowerCase() ?? '']?.()
      } catch (error) {
        end()
        reject(error)
      }
    }
    input.on('keypress', pressed)
  })
}
