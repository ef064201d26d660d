/** TypeScript's compiler, and the declarations of a snapshot's `velocy`. */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.js'
import { run } from '../processes/run.js'

const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const base = path.join(root, 'tsconfig.base.json')

/** Where the compiler finds the types of Node. */
export const typeRoots = [path.join(root, 'node_modules', '@types')]

/**
 * Runs the compiler.
 *
 * @param {string} file absolute path that the configuration is written to
 * @param {object} configuration
 * @throws {Error} what the compiler says, when it finds a mistake
 */
export async function compile(file, configuration) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ extends: base, ...configuration }))
  const args = [tsc, '-p', file, '--pretty', 'false']
  const options = { cwd: root, timeout: Infinity }
  const { status, output, failure } = await run(process.execPath, args, options)
  if (status !== 0) throw new Error(`${output}${failure}`)
}

/**
 * Writes the declarations of a snapshot's lib, in which no `@internal` member
 * is, beside those that were written by hand.
 *
 * @param {string} codeDir absolute path of code/chNN
 * @param {string} folder absolute path that gets `lib/`
 * @param {string} workDir absolute path, for the compiler's configuration
 */
export async function emitDeclarations(codeDir, folder, workDir) {
  await compile(path.join(workDir, 'tsconfig.declarations.json'), {
    compilerOptions: {
      typeRoots,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      rootDir: codeDir,
      outDir: folder,
    },
    include: [path.join(codeDir, 'lib/**/*')],
  })
  // The compiler copies no declarations that were written by hand.
  const files = readdirSync(codeDir, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /^lib\/.*\.d\.ts$/.test(name))) {
    cpSync(path.join(codeDir, file), path.join(folder, file))
  }
}
