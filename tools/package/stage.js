/**
 * Velocy as a package: the newest snapshot's lib with its declarations, and
 * what packages/velocy says of it.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { fill } from '../book-model/languages.js'
import { readJson } from '../lib/files.js'
import { cacheDir, fromRoot, root } from '../lib/paths.js'
import { repositoryUrl } from '../mdbook/repository.js'
import { run } from '../processes/run.js'
import { onPath } from '../processes/toolchain.js'
import { emitDeclarations } from './declarations.js'

/** What is published beside lib. */
const sourceDir = path.join(root, 'packages', 'velocy')

/** Where the package is made. */
export const workDir = path.join(cacheDir, 'package')

/** The chapter whose snapshot is published: the last one that has a lib. */
export function publishedChapter() {
  const found = chapters().findLast(({ codeDir }) =>
    existsSync(path.join(codeDir, 'lib', 'index.js')),
  )
  if (found) return found
  throw new Error('no code/chNN has a lib/index.js, so there is no package')
}

/**
 * The package's name is `velocy` in the scope of the repository's owner, since
 * npm has a `velocy` that is somebody else's.
 *
 * @param {string} [repository] its address
 */
export function packageName(repository = repositoryUrl()) {
  const [, owner] = /([\w.-]+)\/[\w.-]+$/.exec(repository) ?? []
  return `@${owner?.toLowerCase()}/velocy`
}

/** @param {import('../book-model/chapters.js').Chapter} chapter */
function manifestOf({ codeDir }) {
  const snapshot = readJson(path.join(codeDir, 'package.json'))
  const { version, type, license, exports, engines } = snapshot
  const { description, keywords } = readJson(
    path.join(sourceDir, 'package.json'),
  )
  return {
    ...{ name: packageName(), version, description, keywords, license },
    repository: {
      type: 'git',
      url: `git+${repositoryUrl()}.git`,
      directory: fromRoot(codeDir),
    },
    ...{ type, exports, engines, sideEffects: false },
    peerDependencies: { '@types/node': '>=24' },
    peerDependenciesMeta: { '@types/node': { optional: true } },
  }
}

/**
 * Makes the folder that is published.
 *
 * @returns {Promise<string>} its absolute path
 */
export async function stage() {
  const chapter = publishedChapter()
  const folder = path.join(workDir, 'velocy')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const lib = path.join(chapter.codeDir, 'lib')
  cpSync(lib, path.join(folder, 'lib'), { recursive: true })
  await emitDeclarations(chapter.codeDir, folder, workDir)
  const manifest = manifestOf(chapter)
  /** @param {string} name @param {string} text */
  const write = (name, text) => writeFileSync(path.join(folder, name), text)
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
  const readme = readFileSync(path.join(sourceDir, 'README.md'), 'utf8')
  const repository = repositoryUrl()
  write('README.md', fill(readme, { package: manifest.name, repository }))
  for (const file of ['LICENSE', 'packages/velocy/CHANGELOG.md']) {
    cpSync(path.join(root, file), path.join(folder, path.basename(file)))
  }
  return folder
}

/**
 * @typedef {object} Packed
 * @property {string} file absolute path of the tarball
 * @property {string} name
 * @property {string} version
 * @property {number} size of the tarball, in bytes
 * @property {number} unpackedSize in bytes
 * @property {{ path: string }[]} files
 */

/**
 * @param {string} folder made by `stage`
 * @returns {Promise<Packed>}
 */
export async function pack(folder) {
  const npm = onPath('npm')
  if (!npm) throw new Error('npm is not on PATH; it comes with Node.js')
  const args = ['pack', folder, '--json', '--pack-destination', workDir]
  const { status, stdout, output } = await run(npm, args, { cwd: workDir })
  if (status !== 0) throw new Error(`npm pack failed: ${output}`)
  const [packed] = Object.values(JSON.parse(stdout))
  return { ...packed, file: path.join(workDir, packed.filename) }
}
