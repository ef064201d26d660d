import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cleanEnv } from '../processes/run.js'

/**
 * A reader who types `npm run learn` in a project.
 *
 * @param {ReturnType<
 *   typeof import('../testing/temporary-project.js').temporaryProject>} project
 * @param {{ after: (clean: () => void) => void }} t
 */
export function learnerIn(project, t) {
  const env = cleanEnv({
    LANG: 'C',
    LC_ALL: undefined,
    LC_MESSAGES: undefined,
    INIT_CWD: project.folder,
    LEARN_PROGRESS: undefined,
  })
  /**
   * @param {string[]} args
   * @param {{ env?: Record<string, string> }} [options]
   */
  const start = (args, options = {}) => {
    const child = spawn(
      process.execPath,
      [project.path('tools/learn/cli.js'), ...args],
      { cwd: project.folder, env: { ...env, ...options.env } },
    )
    t.after(() => child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const ended = once(child, 'close').then(([status]) => ({ status, output }))
    return { child, ended }
  }
  /** @param {string[]} args */
  const learn = (...args) => {
    const { child, ended } = start(args)
    child.stdin.end()
    return ended
  }
  return { start, learn }
}
