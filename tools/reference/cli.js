/**
 * Writes src/reference/api.json, of which the reference is made, from the
 * comments of the newest snapshot, and the section of its version in the
 * package's changelog; or checks that both are current, that each symbol has a
 * sentence and a page, and each error code a row:
 *
 *     node tools/reference/cli.js [--check]
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiFile } from '../book-model/api.js'
import { previousChapter } from '../book-model/chapters.js'
import { readArguments } from '../lib/arguments.js'
import { readJson, textOf } from '../lib/files.js'
import { fromRoot } from '../lib/paths.js'
import { report } from '../lint/problems.js'
import { publishedChapter } from '../package/stage.js'
import { changelogFile, differences, withSection } from './changelog.js'
import { codeProblems, mute, unshown } from './complete.js'
import { Extractor } from './extract.js'
import { entriesOf } from './reflections.js'
import { documented } from './typedoc.js'

/** @param {string} codeDir absolute path of code/chNN */
async function apiOf(codeDir) {
  const { exports } = readJson(path.join(codeDir, 'package.json'))
  const lib = path.join(codeDir, 'lib')
  return new Extractor(await documented(codeDir), lib).api(entriesOf(exports))
}

const { values } = readArguments(
  'Usage: node tools/reference/cli.js [--check]',
  { options: { check: { type: 'boolean' } } },
)
const { id, codeDir, title } = publishedChapter()
const before = previousChapter(id)?.codeDir ?? codeDir
const api = await apiOf(codeDir)
const items = differences(await apiOf(before), api)
const { version } = readJson(path.join(codeDir, 'package.json'))
const written = new Map([
  [apiFile, `${JSON.stringify(api, null, 2)}\n`],
  [changelogFile, withSection(`${version}: ${title}`, items)],
])

if (!values.check) {
  for (const [file, text] of written) writeFileSync(file, text)
  console.log(`wrote ${[...written.keys()].map(fromRoot).join(', ')}`)
} else {
  const message =
    'it is not what the comments in lib say; run node tools/reference/cli.js'
  const stale = [...written]
    .filter(([file, text]) => textOf(file) !== text)
    .map(([file]) => ({ file: fromRoot(file), message }))
  report(
    'reference',
    [
      ...stale,
      ...mute(api),
      ...unshown(api),
      ...codeProblems(path.join(codeDir, 'lib')),
    ],
    'each symbol has a sentence and a page, and each error code a row',
  )
}
