import path from 'node:path'
import { root } from '../lib/paths.js'
import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'

/** What a reader's settings must not change; and one failure is enough. */
const quiet = {
  DEBIAN_FRONTEND: 'noninteractive',
  NO_UPDATE_NOTIFIER: '1',
  PIP_USER: '0',
  PIP_NO_INPUT: '1',
  PIP_RETRIES: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_ROOT_USER_ACTION: 'ignore',
}

/**
 * Runs an installer.
 *
 * @param {string[]} command
 * @param {number} [timeout] seconds, on an idle machine
 * @param {string} [cwd]
 * @throws {Error} when it fails, with what it said last
 */
export async function execute([file, ...args], timeout = 400, cwd = root) {
  const allowed = patience(timeout)
  const options = { cwd, timeout: allowed, env: cleanEnv(quiet) }
  const { status, timedOut, failure, output } = await run(file, args, options)
  if (status === 0) return
  const why = timedOut ? `took more than ${Math.round(allowed)} s` : 'failed'
  const tail = output.trim().split('\n').slice(-20).join('\n')
  throw new Error(
    `${path.basename(file)} ${args.join(' ')} ${why}\n${failure}${tail}`,
  )
}
