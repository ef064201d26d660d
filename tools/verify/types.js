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
import { messageOf } from '../lib/message.js'
import { cacheDir, fromRoot } from '../lib/paths.js'
import {
  compile,
  emitDeclarations,
  typeRoots,
} from '../package/declarations.js'

const dependents = path.join(import.meta.dirname, 'dependents')

/** @param {import('../book-model/chapters.js').Chapter} chapter */
async function checkTypes({ id, codeDir }) {
  const project = path.join(cacheDir, 'verify', 'types', id)
  rmSync(project, { recursive: true, force: true })
  await compile(path.join(project, 'tsconfig.snapshot.json'), {
    compilerOptions: { typeRoots },
    include: [path.join(codeDir, '**/*.js')],
    exclude: ['**/node_modules'],
  })
  const programs = readdirSync(dependents).filter(
    (file) => /^ch\d\d\.ts$/.test(file) && file <= `${id}.ts`,
  )
  const hasLib = existsSync(path.join(codeDir, 'lib/index.js'))
  if (!hasLib || programs.length === 0) return
  const installed = path.join(project, 'node_modules', 'velocy')
  mkdirSync(installed, { recursive: true })
  await emitDeclarations(codeDir, installed, project)
  const manifest = 'package.json'
  cpSync(path.join(codeDir, manifest), path.join(installed, manifest))
  for (const file of programs) {
    cpSync(path.join(dependents, file), path.join(project, file))
  }
  writeFileSync(path.join(project, manifest), '{ "type": "module" }')
  await compile(path.join(project, 'tsconfig.json'), {
    extends: path.join(dependents, 'tsconfig.json'),
    compilerOptions: { typeRoots },
    include: ['*.ts'],
  })
}

const chapter = chapterNamed(process.argv[2])
if (!existsSync(chapter.codeDir)) {
  console.error(`${fromRoot(chapter.codeDir)} is missing`)
  process.exit(1)
}
try {
  await checkTypes(chapter)
} catch (error) {
  console.log(messageOf(error).trimEnd())
  process.exitCode = 1
}
