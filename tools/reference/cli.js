/**
 * Writes src/reference/api.json, of which the reference is made, from the
 * comments of the newest snapshot; or checks that it's current, that each
 * symbol has a sentence and a page, and each error code a row:
 *
 *     node tools/reference/cli.js [--check]
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { apiFile, readApi } from '../book-model/api.js'
import { readJson } from '../lib/files.js'
import { fromRoot } from '../lib/paths.js'
import { report } from '../lint/problems.js'
import { publishedChapter } from '../package/stage.js'
import { codeProblems, mute, unshown } from './complete.js'
import { Extractor } from './extract.js'
import { entriesOf } from './reflections.js'
import { documented } from './typedoc.js'

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const { codeDir } = publishedChapter()
const { exports } = readJson(path.join(codeDir, 'package.json'))
const api = new Extractor(
  await documented(codeDir),
  path.join(codeDir, 'lib'),
).api(entriesOf(exports))
const file = fromRoot(apiFile)

if (!values.check) {
  writeFileSync(apiFile, `${JSON.stringify(api, null, 2)}\n`)
  console.log(`wrote ${file}`)
} else {
  const isCurrent = isDeepStrictEqual(
    JSON.parse(JSON.stringify(api)),
    readApi(),
  )
  const message =
    'the comments in lib have changed; run node tools/reference/cli.js'
  report(
    'reference',
    [
      ...(isCurrent ? [] : [{ file, message }]),
      ...mute(api),
      ...unshown(api),
      ...codeProblems(path.join(codeDir, 'lib')),
    ],
    'each symbol has a sentence and a page, and each error code a row',
  )
}
