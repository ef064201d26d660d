/**
 * node tools/verify/types.js chNN: `tsc --checkJs --strict` on a snapshot,
 * with nothing of the project around it but the types of Node.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheDir, fromRoot, root } from '../lib/paths.js'
import { chapters } from '../manuscript/chapters.js'
import { run } from '../processes/run.js'

const [id] = process.argv.slice(2)
const chapter = chapters().find((candidate) => candidate.id === id)
if (!chapter) {
  console.error(`got ${id ?? 'nothing'}, expected a chapter such as ch01`)
  process.exit(2)
}
if (!existsSync(chapter.codeDir)) {
  console.error(`${fromRoot(chapter.codeDir)} is missing`)
  process.exit(1)
}
const config = path.join(cacheDir, 'verify', `tsconfig.${chapter.id}.json`)
mkdirSync(path.dirname(config), { recursive: true })
writeFileSync(
  config,
  JSON.stringify({
    extends: path.join(root, 'tsconfig.base.json'),
    compilerOptions: { typeRoots: [path.join(root, 'node_modules/@types')] },
    include: [path.join(chapter.codeDir, '**/*.js')],
    exclude: ['**/node_modules'],
  }),
)
const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const args = [tsc, '-p', config, '--pretty', 'false']
const result = await run(process.execPath, args, {
  cwd: root,
  timeout: Infinity,
})
process.stdout.write(result.output)
process.exitCode = result.status ?? 1
