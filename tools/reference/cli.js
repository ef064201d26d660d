/**
 * Writes src/reference/api.json, of which the reference is made, from the
 * comments of the newest snapshot; or checks that it is current, that each
 * symbol has a sentence and a page, and each error code a row:
 *
 *     node tools/reference/cli.js [--check]
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiFile } from '../book-model/api.js'
import { readArguments } from '../lib/arguments.js'
import { readJson, textOf } from '../lib/files.js'
import { fromRoot } from '../lib/paths.js'
import { report } from '../lint/problems.js'
import { publishedChapter } from '../package/stage.js'
import { codeProblems, mute, unshown } from './complete.js'
import { Extractor } from './extract.js'
import { entriesOf } from './reflections.js'
import { documented } from './typedoc.js'

const { values } = readArguments(
  'Usage: node tools/reference/cli.js [--check]',
  { options: { check: { type: 'boolean' } } },
)
const { codeDir } = publishedChapter()
const lib = path.join(codeDir, 'lib')
const { exports } = readJson(path.join(codeDir, 'package.json'))
const extractor = new Extractor(await documented(codeDir), lib)
const api = extractor.api(entriesOf(exports))
const text = `${JSON.stringify(api, null, 2)}\n`

if (!values.check) {
  writeFileSync(apiFile, text)
  console.log(`wrote ${fromRoot(apiFile)}`)
} else {
  const message =
    'it is not what the comments in lib say; run node tools/reference/cli.js'
  const isStale = textOf(apiFile) !== text
  report(
    'reference',
    [
      ...(isStale ? [{ file: fromRoot(apiFile), message }] : []),
      ...mute(api),
      ...unshown(api),
      ...codeProblems(lib),
    ],
    'each symbol has a sentence and a page, and each error code a row',
  )
}
