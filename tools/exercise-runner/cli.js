/**
 * node tools/exercise-runner/cli.js chNN: every exercise's starter fails by an
 * assertion, and every solution passes.
 */
import { chapterNamed } from '../book-model/chapters.js'
import { node } from '../processes/toolchain.js'
import { checkExercise, exercisesIn } from './exercise.js'

const chapter = chapterNamed(process.argv[2])
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

if (found.length === 0)
  problems.push(`code/${chapter.id}/exercises has no exercise`)

for (const problem of problems) console.error(`✗ ${problem}`)
for (const { name } of found) {
  if (problems.some((problem) => problem.startsWith(name))) continue
  console.log(`✓ ${name}: the starter fails, the solution passes`)
}
process.exitCode = problems.length === 0 ? 0 : 1
