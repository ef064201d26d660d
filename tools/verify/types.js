/**
 * node tools/verify/types.js chNN: `tsc --checkJs --strict` on a snapshot,
 * with nothing of the project around it but the types of Node. Then the
 * declarations of its `velocy` are emitted into the `node_modules` of a strict
 * project without `allowJs`, whose programs in `dependents/` have to compile.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { chapterNamed } from '../book-model/chapters.js'
import { cacheDir, fromRoot, root } from '../lib/paths.js'
import { run } from '../processes/run.js'

const chapter = chapterNamed(process.argv[2])
const { codeDir } = chapter
if (!existsSync(codeDir)) {
  console.error(`${fromRoot(codeDir)} is missing`)
  process.exit(1)
}
const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const base = path.join(root, 'tsconfig.base.json')
const typeRoots = [path.join(root, 'node_modules/@types')]
const dependents = path.join(import.meta.dirname, 'dependents')
const project = path.join(cacheDir, 'verify', 'types', chapter.id)
rmSync(project, { recursive: true, force: true })
mkdirSync(project, { recursive: true })

/**
 * Runs the compiler, and ends this program when it finds a mistake.
 *
 * @param {string} name of the configuration
 * @param {object} configuration
 */
async function compile(name, configuration) {
  const config = path.join(project, name)
  writeFileSync(config, JSON.stringify(configuration))
  const args = [tsc, '-p', config, '--pretty', 'false']
  const options = { cwd: root, timeout: Infinity }
  const result = await run(process.execPath, args, options)
  process.stdout.write(result.output)
  if (result.status !== 0) process.exit(result.status ?? 1)
}

await compile('tsconfig.snapshot.json', {
  extends: base,
  compilerOptions: { typeRoots },
  include: [path.join(codeDir, '**/*.js')],
  exclude: ['**/node_modules'],
})

const programs = readdirSync(dependents).filter(
  (file) => /^ch\d\d\.ts$/.test(file) && file <= `${chapter.id}.ts`,
)
if (existsSync(path.join(codeDir, 'lib/index.js')) && programs.length > 0) {
  const installed = path.join(project, 'node_modules', 'velocy')
  await compile('tsconfig.declarations.json', {
    extends: base,
    compilerOptions: {
      typeRoots,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      rootDir: codeDir,
      outDir: installed,
    },
    include: [path.join(codeDir, 'lib/**/*')],
  })
  // The compiler copies no declarations that were written by hand.
  const files = readdirSync(codeDir, { recursive: true, encoding: 'utf8' })
  const isOurs = (/** @type {string} */ file) =>
    file === 'package.json' || /^lib\/.*\.d\.ts$/.test(file)
  for (const file of files.filter(isOurs)) {
    cpSync(path.join(codeDir, file), path.join(installed, file))
  }
  for (const file of programs) {
    cpSync(path.join(dependents, file), path.join(project, file))
  }
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
  await compile('tsconfig.json', {
    extends: path.join(dependents, 'tsconfig.json'),
    compilerOptions: { typeRoots },
    include: ['*.ts'],
  })
}
