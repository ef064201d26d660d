/**
 * Runs the console blocks of the pages and compares their output.
 *
 *     npm run transcripts -- [chNN | page …] [--update]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chapterOf } from '../book-model/chapters.js'
import { fences } from '../book-model/markdown.js'
import { carryStamp, languages, translationOf } from '../l10n/state.js'
import { readArguments } from '../lib/arguments.js'
import { counted } from '../lib/message.js'
import { fromRoot, srcDir } from '../lib/paths.js'
import { endChildrenOnSignal } from '../processes/groups.js'
import { sayMissed } from '../stores/stores.js'
import { applyChanges, checkPages, selectPages } from './transcripts.js'

const usage = `Usage: npm run transcripts -- [chNN | page …] [--update]

Runs the console blocks of the English pages and compares what the commands
print with what the pages say. --update writes what they print to the pages,
and to the translations that hold the same block.`

/**
 * Writes a page anew, and the same blocks in its translations.
 *
 * @param {import('./transcripts.js').PageResult} result
 * @returns {string[]} the files that changed
 */
function update({ page, changes }) {
  const file = path.join(srcDir, page)
  const before = readFileSync(file, 'utf8')
  const after = applyChanges(before, changes)
  writeFileSync(file, after)
  const changed = [fromRoot(file)]

  const old = fences(before, 'console').map(({ content }) => content.join('\n'))
  const now = fences(after, 'console').map(({ content }) => content.join('\n'))
  for (const { code } of languages()) {
    const translation = translationOf(code, page)
    if (!existsSync(translation)) continue
    const text = readFileSync(translation, 'utf8')
    const lines = text.split('\n')
    const blocks = fences(text, 'console')
    for (const [i, block] of [...blocks.entries()].reverse()) {
      const content = block.content.join('\n')
      if (old[i] !== content || now[i] === content) continue
      const replacement = now[i]
        .split('\n')
        .map((line) => `${block.indent}${line}`.trimEnd())
      lines.splice(block.start + 1, block.content.length, ...replacement)
    }
    const replaced = lines.join('\n')
    if (replaced === text) continue
    writeFileSync(translation, carryStamp(replaced, before, after))
    changed.push(fromRoot(translation))
  }
  return changed
}

/** @param {import('./transcripts.js').PageResult[]} results that differ */
function updateHint(results) {
  const names = new Set(
    results.map(({ page }) => chapterOf(page)?.id ?? `src/${page}`),
  )
  return `If what the commands print now is right, write it to the pages: npm run transcripts -- ${[...names].join(' ')} --update`
}

/** @returns {Promise<number>} exit status */
async function main() {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { update: { type: 'boolean' } },
  })
  const start = performance.now()
  const selected = selectPages(positionals)
  const results = await checkPages(selected, ({ page, failures }) => {
    for (const { line, message } of failures) {
      console.log(`src/${page}:${line}: ${message}\n`)
    }
  })
  for (const { page, skipped, missed } of results) {
    for (const { line, reason } of [...skipped, ...missed]) {
      console.log(`src/${page}:${line}: not run: ${reason}`)
    }
  }
  const missed = results
    .flatMap((result) => result.missed)
    .map(({ reason }) => reason)
  if (missed.length > 0) console.log(sayMissed(missed))
  const commands = results.reduce((sum, result) => sum + result.commands, 0)
  let failures = results.flatMap((result) => result.failures).length
  if (values.update) {
    for (const result of results.filter(({ changes }) => changes.length > 0)) {
      for (const file of update(result)) console.log(`wrote ${file}`)
      failures -= result.changes.length
    }
  } else {
    const differing = results.filter(({ changes }) => changes.length > 0)
    if (differing.length > 0) console.log(updateHint(differing))
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `transcripts: ${counted(commands, 'command')} on ${counted(results.length, 'page')} in ${seconds} s, ${failures === 0 ? 'no failure' : `${failures} failed`}`,
  )
  return failures > 0 ? 1 : 0
}

endChildrenOnSignal()
try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
