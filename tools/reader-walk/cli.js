#!/usr/bin/env node
/**
 * Types and runs what the built pages of chapters show, as a reader does.
 *
 *     node tools/reader-walk/cli.js [chNN …]
 */
import { format } from '../lint/problems.js'
import { chapters, previousChapter } from '../manuscript/chapters.js'
import { endAllGroups } from '../transcripts/shell.js'
import { removeWorkspaces } from '../transcripts/workspace.js'
import { walkChapter } from './walk.js'

/** @param {string[]} ids @returns {import('../manuscript/chapters.js').Chapter[]} */
function chosen(ids) {
  const all = chapters()
  if (ids.length === 0) return all
  return ids.map((id) => {
    const found = all.find((chapter) => chapter.id === id)
    if (found) return found
    const known = all.map((chapter) => chapter.id).join(', ')
    throw new Error(`got the chapter "${id}"; expected one of ${known}`)
  })
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    endAllGroups()
    removeWorkspaces()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}

try {
  for (const chapter of chosen(process.argv.slice(2))) {
    const start = performance.now()
    const { problems, commands, listings } = await walkChapter(
      chapter,
      previousChapter(chapter.id),
    )
    for (const problem of problems) console.log(`${format(problem)}\n`)
    const pages = new Set(problems.map(({ file }) => file)).size
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(
      `walk: ${chapter.id}: ${listings} listings typed and ${commands} commands run in ${seconds} s, ${problems.length === 0 ? 'no failure' : `${problems.length} failures on ${pages} of ${chapter.pages.length} pages`}`,
    )
    if (problems.length > 0) process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
