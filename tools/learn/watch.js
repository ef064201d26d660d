/**
 * Watching: the tests run whenever the reader saves. Keys act at once on a
 * terminal; elsewhere each line of the input is a key, and its end ends.
 */
import { readFileSync, unwatchFile, watch, watchFile } from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'

/** @typedef {import('./exercises.js').Exercise} Exercise */
/** @typedef {import('./session.js').Session} Session */

/** How long an editor may take over the several steps of a save, in ms. */
const settling = 80

/** How often to look, where the system does not tell, in ms. */
const interval = 1000

/**
 * Calls back when what is in a file has changed. Editors write in place, or
 * put a new file in the old one's place; both count once.
 *
 * @param {string} file absolute path
 * @param {() => void} changed
 * @returns {() => void} stops watching
 */
export function watchContent(file, changed) {
  let content = read(file)
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const now = read(file)
      if (now === null || now === content) return
      content = now
      changed()
    }, settling)
  }
  const watcher = watch(path.dirname(file), (_, name) => {
    if (name === null || name === path.basename(file)) look()
  })
  watcher.on('error', () => watcher.close())
  // On some mounted folders there are no events.
  watchFile(file, { interval }, look)
  return () => {
    clearTimeout(timer)
    watcher.close()
    unwatchFile(file, look)
  }
}

/** @param {string} file @returns {string | null} null while it is away */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * @param {Session} session
 * @param {Exercise} first
 * @param {{ input: NodeJS.ReadStream, output: NodeJS.WriteStream }} streams
 * @returns {Promise<void>} when the reader is done
 */
export async function watchExercises(session, first, { input, output }) {
  const { say, paint } = session
  const keyboard = Boolean(input.isTTY)
  const clears = Boolean(output.isTTY) && process.env.TERM !== 'dumb'
  const write = (/** @type {string} */ text) => output.write(`${text}\n`)
  const keys = say('keys')
  let current = first
  let running = new AbortController()
  let stop = () => {}

  const footer = () => {
    const count = session.hintCount(current)
    write(`\n${paint('dim', keyboard ? `${count} · ${keys}` : count)}`)
  }

  const check = async () => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    write(paint('dim', say('running')))
    const { passed, text } = await session.check(current, signal)
    if (signal.aborted) return
    write(`\n${text}`)
    write(`\n${say(passed ? 'nextKey' : 'saveToRun')}`)
    footer()
  }

  const saved = () => {
    // A screen for each run, with what was before in the scrollback.
    if (clears) output.write('\x1b[2J\x1b[H')
    write(session.heading(current))
    check()
  }

  /** @param {Exercise} exercise */
  const open = (exercise) => {
    stop()
    current = exercise
    write(`\n${session.show(current)}\n`)
    stop = watchContent(session.file(current), saved)
    return check()
  }

  /** @param {1 | -1} step */
  const move = (step) => {
    const other = session.neighbour(current, step)
    if (other) return open(other)
    write(`\n${say(step === 1 ? 'last' : 'first')}`)
    footer()
  }

  /** @type {Record<string, () => void | Promise<void>>} */
  const actions = {
    n: () => move(1),
    p: () => move(-1),
    r: check,
    h: () => {
      write(`\n${session.hint(current)}`)
      footer()
    },
    s: () => {
      write(`\n${session.solution(current).text}`)
      footer()
    },
    t: () => {
      write(`\n${session.show(current)}`)
      footer()
    },
    l: () => {
      write(`\n${session.list()}`)
      footer()
    },
  }

  if (!keyboard) write(say('keysByLine', { keys }))
  const opened = open(current)
  try {
    await actOn(input, actions, opened)
  } finally {
    stop()
    running.abort()
  }
}

/**
 * Does what the reader asks for: on a terminal each key at once, elsewhere
 * each line in its turn.
 *
 * @param {NodeJS.ReadStream} input
 * @param {Record<string, () => unknown>} actions by key; one that results in
 *   `end` is the last
 * @param {Promise<unknown>} opened what lines have to wait for
 * @returns {Promise<void>} then, at `q`, or where the input ends
 */
export async function actOn(input, actions, opened) {
  if (input.isTTY) return onKeys(input, actions)
  await opened
  // Whoever was asked before may have said all by now.
  if (input.readableEnded) return
  for await (const line of readline.createInterface({ input })) {
    const key = line.trim().toLowerCase()
    if (key === 'q' || (await actions[key]?.()) === 'end') return
  }
}

/**
 * @param {NodeJS.ReadStream} input a terminal
 * @param {Record<string, () => unknown>} actions as above
 * @returns {Promise<void>} after the last, or at `q`, Ctrl-C or Ctrl-D
 */
function onKeys(input, actions) {
  readline.emitKeypressEvents(input)
  input.setRawMode(true)
  return new Promise((resolve, reject) => {
    /** @param {string | undefined} text @param {readline.Key} key */
    const pressed = async (text, key) => {
      const stop = () =>
        input.off('keypress', pressed).setRawMode(false).pause()
      if (key.name === 'q' || (key.ctrl && /^[cd]$/.test(key.name ?? ''))) {
        stop()
        resolve()
        return
      }
      try {
        const result = await actions[text?.toLowerCase() ?? '']?.()
        if (result !== 'end') return
        stop()
        resolve()
      } catch (error) {
        stop()
        reject(error)
      }
    }
    input.on('keypress', pressed)
  })
}
