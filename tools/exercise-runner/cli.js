/**
 * node tools/exercise-runner/cli.js chNN: every exercise's starter fails by an
 * assertion, and every solution passes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { directives } from '../book-model/markdown.js'
import { srcDir } from '../lib/paths.js'
import { node } from '../processes/toolchain.js'
import { checkExercise, exercisesIn } from './exercise.js'

const [id] = process.argv.slice(2)
const chapter = chapters().find((candidate) => candidate.id === id)
if (!chapter) {
  console.error(`got ${id ?? 'nothing'}, expected a chapter such as ch01`)
  process.exit(2)
}
const tool = node(26)
if (!tool.path) {
  console.error(tool.reason)
  process.exit(1)
}
const runner = tool.path
const found = exercisesIn(chapter.codeDir)
const problems = (
  await Promise.all(
    found.map((exercise) => checkExercise(exercise, { node: runner })),
  )
).flat()

// A folder that no page shows, and a page that shows no folder.
const onPages = new Set(
  chapter.pages
    .map((page) => path.join(srcDir, page))
    .filter((file) => existsSync(file))
    .flatMap((file) => directives(readFileSync(file, 'utf8'), 'exercise'))
    .map((directive) => directive.target),
)
for (const { name } of found) {
  if (!onPages.has(name)) problems.push(`${name}: no page of ${id} shows it`)
}
for (const name of onPages) {
  if (!found.some((exercise) => exercise.name === name)) {
    const folder = `code/${id}/exercises`
    const there = existsSync(path.join(chapter.codeDir, 'exercises'))
      ? readdirSync(path.join(chapter.codeDir, 'exercises')).join(', ')
      : 'nothing'
    problems.push(`${name} is not in ${folder}; there is: ${there}`)
  }
}
if (found.length === 0) problems.push(`code/${id}/exercises has no exercise`)

for (const problem of problems) console.error(`✗ ${problem}`)
for (const { name } of found) {
  if (problems.some((problem) => problem.startsWith(name))) continue
  console.log(`✓ ${name}: the starter fails, the solution passes`)
}
process.exitCode = problems.length === 0 ? 0 : 1
