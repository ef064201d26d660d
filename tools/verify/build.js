/**
 * Builds the book in every language, as readers and the published site get
 * it, and checks that each page of SUMMARY.md came out in each language.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pages, siteFile } from '../book-model/chapters.js'
import { translationLanguages } from '../book-model/languages.js'
import { bookDir, fromRoot, root, siteDir } from '../lib/paths.js'
import { cleanEnv, run } from '../processes/run.js'
import { mdbook } from '../processes/toolchain.js'

const tool = mdbook()
if (!tool.path) {
  console.error(tool.reason)
  process.exit(1)
}
// In CI a problem that a running `mdbook serve` only warns of is an error.
const result = await run(tool.path, ['build', '--dest-dir', bookDir], {
  cwd: root,
  timeout: Infinity,
  env: cleanEnv({ CI: 'true' }),
})
process.stdout.write(result.output)
if (result.status !== 0) {
  console.error(result.timedOut ? 'mdbook build did not end' : result.failure)
  process.exit(1)
}
// mdBook logs some errors, such as a missing include, and exits with 0.
const logged = result.output
  .split('\n')
  .filter((line) => /(^|\s|\[)ERROR[\s\]:]/.test(line))
if (logged.length > 0) {
  console.error(`mdbook build logged ${logged.length} error(s), shown above`)
  process.exit(1)
}

const languages = translationLanguages().map(({ code }) => code)
const absent = ['', ...languages].flatMap((language) =>
  pages()
    .map(({ file }) => path.join(siteDir, language, siteFile(file)))
    .filter((file) => !existsSync(file)),
)
for (const file of absent) console.error(`${fromRoot(file)} was not built`)
console.log(
  `${pages().length} pages in ${1 + languages.length} languages, ` +
    `built in ${result.seconds.toFixed(2)} s`,
)
process.exitCode = absent.length === 0 ? 0 : 1
