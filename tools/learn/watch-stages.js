/**
 * Watching a chapter's stages: the tests run whenever the reader saves a file
 * of the server.
 */
import { watchFiles } from '../processes/watch.js'
import { actOn } from './watch.js'

/** @typedef {import('./stages.js').StageView} StageView */

const program = /\.(?:[cm]?js|json)$/

/**
 * @param {StageView} view
 * @param {{ input: NodeJS.ReadStream, output: NodeJS.WriteStream }} streams
 * @returns {Promise<'exercises' | 'quit'>} what the reader wants next
 */
export async function watchStages(view, { input, output }) {
  const { say, paint } = view.session
  const keyboard = Boolean(input.isTTY)
  const clears = Boolean(output.isTTY) && process.env.TERM !== 'dumb'
  const write = (/** @type {string} */ text) => output.write(`${text}\n`)
  const keys = say('stageKeys')
  let running = new AbortController()
  /** @type {'exercises' | 'quit'} */
  let wanted = 'quit'

  const check = async () => {
    running.abort()
    running = new AbortController()
    const { signal } = running
    write(paint('dim', say('running')))
    const { text } = await view.check(signal)
    if (signal.aborted) return
    write(`\n${text}`)
    write(`\n${say('stageSave', { folder: view.folder })}`)
    if (keyboard) write(paint('dim', keys))
  }

  const saved = () => {
    // A screen for each run, with what was before in the scrollback.
    if (clears) output.write('\x1b[2J\x1b[H')
    write(view.heading())
    check()
  }

  /** @type {Record<string, () => unknown>} */
  const actions = {
    r: check,
    e() {
      wanted = 'exercises'
      return 'end'
    },
  }

  if (!keyboard) write(say('keysByLine', { keys }))
  // A server may lie in its writer's home.
  const options = { settled: 300, depth: 5 }
  const stop = watchFiles(
    [view.folder],
    (files) => {
      if (files.some((file) => program.test(file))) saved()
    },
    options,
  )
  write(view.heading())
  const opened = check()
  try {
    await actOn(input, actions, opened)
  } finally {
    stop()
    running.abort()
  }
  return wanted
}
