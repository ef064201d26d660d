/**
 * Whoever types what a chapter's pages show has its snapshot: every line that
 * the snapshot adds or changes is in a listing, everything that a page names
 * is there, and nothing that was made to be shown is left unshown.
 *
 *     node tools/lint/completeness.js [chNN …]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  chapterNamed,
  chapterOf,
  chapters,
  pages,
  previousChapter,
} from '../book-model/chapters.js'
import { isComment, isScript } from '../book-model/comments.js'
import {
  fileBefore,
  ListingError,
  listing,
  rangesOf,
  readLines,
} from '../book-model/listing.js'
import { directives, fences } from '../book-model/markdown.js'
import { filesBelow } from '../lib/files.js'
import { codeDir, fromRoot, root, srcDir } from '../lib/paths.js'
import { isMain, report } from './problems.js'
import { forwardPort, uncovered } from './uncovered.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../book-model/markdown.js').Fence} Fence */
/** @typedef {import('./uncovered.js').Shown} Shown */

/** Languages in which a block on a page would be a pasted program. */
const programs = ['js', 'javascript', 'mjs', 'ts', 'typescript']

/** Languages in which a block on a page would be a pasted transcript. */
const shells = ['sh', 'bash', 'shell', 'zsh', 'shell-session']

/**
 * The files of a snapshot that its chapter must show.
 *
 * @param {string} folder absolute path of code/chNN
 * @returns {string[]} paths below it
 */
function shownFiles(folder) {
  return filesBelow(folder)
    .filter((file) => /^(lib\/.+|server[^/]*\.js)$/.test(file))
    .filter((file) => !file.endsWith('.test.js'))
}

/** @param {string} file below src/ */
const readPage = (file) => readFileSync(path.join(srcDir, file), 'utf8')

/**
 * @param {string} page below src/
 * @param {number} line from 0
 * @param {string} message
 */
const problemAt = (page, line, message) => ({
  file: `src/${page}`,
  line: line + 1,
  message,
})

/**
 * The listings of a page, and what is wrong with those that are not shown.
 *
 * @param {string} page below src/
 */
function listingsOf(page) {
  /** @type {Shown[]} */
  const listings = []
  /** @type {Problem[]} */
  const problems = []
  const folder = chapterOf(page)?.codeDir ?? codeDir
  for (const directive of directives(readPage(page), 'listing')) {
    const { target, attributes, start, source } = directive
    try {
      const { from, without } = attributes
      const found = listing(target, folder, from, without)
      listings.push({
        page,
        file: found.file,
        target: found.target,
        ranges: found.ranges,
        omitted: found.omitted,
        without: without?.split(',') ?? [],
        comparedWith: found.comparedWith,
      })
    } catch (error) {
      if (!(error instanceof ListingError)) throw error
      problems.push(problemAt(page, start, `${source}: ${error.message}`))
    }
  }
  return { listings, problems }
}

/**
 * Every line that the snapshot adds, changes or removes is on its pages.
 *
 * @param {Chapter} chapter
 * @param {Shown[]} listings
 */
function checkLines(chapter, listings) {
  const own = listings.filter(({ page }) => chapter.pages.includes(page))
  const files = shownFiles(chapter.codeDir)
  const problems = files.flatMap((file) =>
    uncovered(path.join(chapter.codeDir, file), own),
  )
  const previous = previousChapter(chapter.id)
  const removed = previous
    ? shownFiles(previous.codeDir).filter((file) => !files.includes(file))
    : []
  const text = chapter.pages
    .filter((page) => existsSync(path.join(srcDir, page)))
    .map(readPage)
    .join('\n')
  for (const file of removed) {
    if (text.includes(`\`${file}\``)) continue
    problems.push({
      file: `${fromRoot(chapter.codeDir)}/${file}`,
      message: `${previous?.id} has this file and ${chapter.id} does not, and no page of ${chapter.id} says so; name it there as \`${file}\``,
    })
  }
  return problems
}

/**
 * Each range that a chapter keeps is shown.
 *
 * @param {Chapter} chapter
 * @param {Shown[]} listings
 */
function checkRanges(chapter, listings) {
  const { file, ranges } = rangesOf(chapter.codeDir)
  const own = listings.filter(({ page }) => chapter.pages.includes(page))
  return Object.entries(ranges).flatMap(([name, named]) =>
    Object.keys(named)
      .filter(
        (part) =>
          !own.some(
            ({ target, without }) =>
              target.name === name &&
              (without.includes(part) ||
                (target.by === 'range' && target.part === part)),
          ),
      )
      .map((part) => ({
        file: fromRoot(file),
        message: `no page of ${chapter.id} shows the range "${part}" of ${name}; list it with {{#listing ${name}:${part}}} or remove it`,
      })),
  )
}

/** What a file may have that a chapter hands on to the next. */
const handedOn =
  /^(lib\/.+|demo\/.+|server[^/]*\.js|test\/(?!.*\.test\.js$).+)$/

/**
 * @param {string} before absolute path
 * @param {string} after absolute path
 * @returns {boolean} whether they are the same but for their comments
 */
function isSame(before, after) {
  if (!isScript(after)) {
    return readFileSync(before).equals(readFileSync(after))
  }
  const [a, b] = [before, after].map((file) =>
    readLines(file).filter((line) => !isComment(line)),
  )
  return a.join('\n') === b.join('\n')
}

/**
 * A file that a chapter does not show is the one of the chapter before, but for
 * its comments.
 *
 * @param {Chapter} chapter
 * @param {Shown[]} listings
 */
function checkUntouched(chapter, listings) {
  const shown = new Set(
    listings
      .filter(({ page }) => chapter.pages.includes(page))
      .map(({ file }) => file),
  )
  return filesBelow(chapter.codeDir).flatMap((name) => {
    const file = path.join(chapter.codeDir, name)
    const before = handedOn.test(name) ? fileBefore(file) : null
    if (before === null || shown.has(file)) return []
    if (isSame(before, file)) return []
    return [
      {
        file: fromRoot(file),
        message: `it differs from ${fromRoot(before)}, and no page of ${chapter.id} shows it; carry the change on (${forwardPort(before)}), or show what has changed`,
      },
    ]
  })
}

/**
 * Neither a program nor a transcript is pasted into the page.
 *
 * @param {Fence} fence
 * @param {string} page below src/
 */
function checkFence({ language, start }, page) {
  if (programs.includes(language)) {
    const chapter = chapterOf(page)
    const message = `a program is pasted into the page; put it into a file of ${chapter ? fromRoot(chapter.codeDir) : 'code/'} and show it with {{#listing …}}`
    return [problemAt(page, start, message)]
  }
  if (shells.includes(language)) {
    const message = `got a ${language} block, which nothing runs; use \`\`\`console with "$ " before the commands`
    return [problemAt(page, start, message)]
  }
  return []
}

/** @param {string} text of the page @param {string} page below src/ */
function checkWidgets(text, page) {
  return text.split('\n').flatMap((line, number) =>
    [...line.matchAll(/<div\b[^>]*data-widget="([^"]*)"/g)].flatMap(
      ([, name]) => {
        const program = `widgets/${name}/index.js`
        const isThere =
          /^[\w-]+$/.test(name) && existsSync(path.join(root, program))
        if (isThere) return []
        const message = `the widget "${name}" has no ${program}; check the name`
        return [problemAt(page, number, message)]
      },
    ),
  )
}

/**
 * Exercises and a quiz that no page of the chapter has.
 *
 * @param {Chapter} chapter
 */
function checkUnused(chapter) {
  const found = chapter.pages
    .filter((page) => existsSync(path.join(srcDir, page)))
    .flatMap((page) => directives(readPage(page)))
  /** @type {Problem[]} */
  const problems = []
  const exercises = path.join(chapter.codeDir, 'exercises')
  const folders = existsSync(exercises)
    ? readdirSync(exercises, { withFileTypes: true })
    : []
  for (const entry of folders) {
    if (!entry.isDirectory() || entry.name === 'node_modules') continue
    const isUsed = found.some(
      ({ name, target }) => name === 'exercise' && target === entry.name,
    )
    if (isUsed) continue
    problems.push({
      file: fromRoot(path.join(exercises, entry.name)),
      message: `no page of ${chapter.id} has this exercise; add {{#exercise ${entry.name}}} below its heading`,
    })
  }
  const quiz = `${chapter.slug}/quiz.json`
  if (
    existsSync(path.join(srcDir, quiz)) &&
    !found.some(({ name }) => name === 'quiz')
  ) {
    problems.push({
      file: `src/${quiz}`,
      message: `no page of ${chapter.id} shows these questions; add {{#quiz}}`,
    })
  }
  return problems
}

/**
 * @param {string[]} [ids] of the chapters to check; all when empty
 */
export function checkCompleteness(ids = []) {
  const chosen = ids.length > 0 ? ids.map(chapterNamed) : chapters()
  const written = pages()
    .map(({ file }) => file)
    .filter((file) => existsSync(path.join(srcDir, file)))
  const own = written.filter((file) => {
    return ids.length === 0 || chosen.some(({ pages: p }) => p.includes(file))
  })

  const byPage = new Map(own.map((page) => [page, listingsOf(page)]))
  const listings = [...byPage.values()].flatMap((page) => page.listings)
  const problems = own.flatMap((page) => [
    ...(byPage.get(page)?.problems ?? []),
    ...fences(readPage(page)).flatMap((fence) => checkFence(fence, page)),
    ...checkWidgets(readPage(page), page),
  ])
  for (const chapter of chosen) {
    if (!existsSync(chapter.codeDir)) continue
    problems.push(
      ...checkLines(chapter, listings),
      ...checkUntouched(chapter, listings),
      ...checkRanges(chapter, listings),
      ...checkUnused(chapter),
    )
  }
  return problems
}

if (isMain(import.meta.url)) {
  const ids = process.argv.slice(2)
  try {
    report(
      'completeness',
      checkCompleteness(ids),
      `the pages show all of ${ids.join(', ') || 'the code'}`,
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
