import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, fromRoot, root } from '../lib/paths.js'
import { typeRoots } from '../package/declarations.js'
import { run } from '../processes/run.js'
import { ofPackage, typedoc } from '../processes/toolchain.js'

const workDir = path.join(cacheDir, 'reference')

/**
 * What TypeDoc reads out of a snapshot.
 *
 * @param {string} codeDir absolute path of code/chNN
 * @returns {Promise<import('./types.js').Json>} its project
 */
export async function documented(codeDir) {
  const { path: program, reason } = typedoc()
  if (!program) throw new Error(reason)
  const lib = path.join(codeDir, 'lib')
  // A class may be known by what a function returns, and not be exported.
  const plugin = 'typedoc-plugin-missing-exports'
  const { path: missing } = ofPackage('typedoc', plugin, 'index.js')
  const [config, json, options] = ['tsconfig', 'out', 'options'].map((name) =>
    path.join(workDir, `${name}.json`),
  )
  mkdirSync(workDir, { recursive: true })
  /** @param {string} file @param {object} value */
  const write = (file, value) => writeFileSync(file, JSON.stringify(value))
  write(config, {
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: { typeRoots },
    include: [path.join(lib, '**/*')],
  })
  write(options, {
    ...{ entryPointStrategy: 'expand', entryPoints: [lib] },
    ...{ plugin: [missing], basePath: lib, tsconfig: config, json },
    ...{ excludeInternal: true, excludePrivate: true, excludeProtected: true },
    ...{ excludeExternals: true, skipErrorChecking: true, disableGit: true },
    ...{ sourceLinkTemplate: 'none', readme: 'none' },
    ...{ logLevel: 'Error', sort: ['source-order'] },
  })
  const args = ['--options', options]
  const { status, output } = await run(process.execPath, [program, ...args])
  if (status === 0) return JSON.parse(readFileSync(json, 'utf8'))
  throw new Error(`TypeDoc failed on ${fromRoot(lib)}: ${output}`)
}
