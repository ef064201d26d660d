import { patience } from '../processes/pace.js'
import { cleanEnv, run } from '../processes/run.js'

/**
 * Runs the verify of a project, without its set-up.
 *
 * @param {ReturnType<
 *   typeof import('../testing/temporary-project.js').temporaryProject>} project
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function verifyIn(project, args, env = {}) {
  const script = project.path('tools/verify/cli.js')
  const { status, output } = await run(
    process.execPath,
    [script, '--no-setup', ...args],
    {
      cwd: project.folder,
      timeout: patience(30),
      env: cleanEnv({ ...env, CALLER_DIR: undefined }),
    },
  )
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  return { status, output, last }
}
