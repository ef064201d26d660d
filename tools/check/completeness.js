/**
 * Whoever types what a chapter's pages show has its snapshot: every line that
 * the snapshot adds or changes is in a listing, everything that a page names
 * is there, and nothing that was made to be shown is left unshown.
 *
 *     node tools/check/completeness.js [chNN …]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapterOf, chapters, pages, previousChapter } from '../lib/chapters.js'
import {
  compareLines,
  cut,
  fileBefore,
  ListingError,
  listing,
  readSource,
  resolveTarget,
} from '../lib/listing.js'
import { directives, fences } from '../lib/markdown.js'
import { codeDir, fromRoot, root, srcDir } from '../lib/paths.js'
import { loadResult } from '../lib/results.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {import('../lib/chapters.js').Chapter} Chapter */
/** @typedef {import('../lib/listing.js').ListingLine} ListingLine */
/**
 * @typedef {object} Shown a listing on a page
 * @property {string} page below src/
 * @property {string} file absolute path
 * @property {string | undefined} anchor
 * @property {{ start: number, end: number }} range over the file's lines
 * @property {string | null} comparedWith path from the root
 */

const textFile = /\.(m?js|cjs|ts|json|toml|rs|go|lua|sh|html|css|ya?ml|md)$/

/** Languages in which a block on a page would be a pasted program. */
const programs = ['js', 'javascript', 'mjs', 'ts', 'typescript']

/** Languages in which a block on a page would be a pasted transcript. */
const shells = ['sh', 'bash', 'shell', 'zsh', 'shell-session']

/**
 * The files of a folder, by absolute path.
 *
 * @param {string} folder absolute path
 * @returns {string[]}
 */
function filesOf(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (['node_modules', 'target'].includes(entry.name)) return []
    return entry.isDirectory() ? filesOf(file) : [file]
  })
}

/**
 * The files of a snapshot that its chapter must show.
 *
 * @param {string} folder absolute path of code/chNN
 * @returns {string[]} paths below it
 */
function shownFiles(folder) {
  return filesOf(folder)
    .map((file) => path.relative(folder, file).split(path.sep).join('/'))
    .filter((file) => /^(lib\/.+|server[^/]*\.js)$/.test(file))
    .filter((file) => !file.endsWith('.test.js'))
    .sort()
}

/** @param {string} file below src/ */
const readPage = (file) => readFileSync(path.join(srcDir, file), 'utf8')

/**
 * The listings of a page, and what is wrong with those that are not shown.
 *
 * @param {string} page below src/
 * @returns {{ listings: Shown[], problems: Problem[] }}
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
      const found = listing(target, folder, attributes.from)
      listings.push({
        page,
        file: found.file,
        anchor: target.split(':')[1],
        range: found.range,
        comparedWith: found.comparedWith,
      })
    } catch (error) {
      if (!(error instanceof ListingError)) throw error
      problems.push({
        file: `src/${page}`,
        line: start + 1,
        message: `${source}: ${error.message}`,
      })
    }
  }
  return { listings, problems }
}

/**
 * The lines of a file with the numbers that an editor gives them: anchor lines
 * are lines there.
 *
 * @param {string} file absolute path
 * @returns {number[]} by index in the file without anchors
 */
function editorLines(file) {
  const { lines } = readSource(file)
  const all = readFileSync(file, 'utf8').split('\n')
  const numbers = []
  let at = 0
  for (const line of lines) {
    while (all[at] !== line) at += 1
    numbers.push(++at)
  }
  return numbers
}

/**
 * The lines of one file that its chapter's pages do not show.
 *
 * @param {string} file absolute path
 * @param {Shown[]} listings of the chapter's pages
 * @returns {Problem[]}
 */
export function uncovered(file, listings) {
  const { lines } = readSource(file)
  const before = fileBefore(file)
  const marked = compareLines(before ? readSource(before).lines : [], lines)
  const own = listings.filter((shown) => shown.file === file)
  const shownLines = new Set()
  /** @type {Set<ListingLine>} */
  const shownRemoved = new Set()
  for (const { range, comparedWith } of own) {
    for (let i = range.start; i < range.end; i++) shownLines.add(i)
    if (!before || comparedWith !== fromRoot(before)) continue
    for (const line of cut(marked, range)) {
      if (line.kind === 'removed') shownRemoved.add(line)
    }
  }
  /** @param {ListingLine} line */
  const isBlank = ({ text }) => text.trim() === ''
  // Where the whole file stands on the page, what it replaces does not matter.
  const isWhole = marked.every(
    (line) =>
      line.kind === 'removed' || isBlank(line) || shownLines.has(line.number),
  )
  const numbers = editorLines(file)
  const name = fromRoot(file)
  /** @type {Problem[]} */
  const problems = []
  let inRun = ''
  let lastNumber = -1
  for (const line of marked) {
    if (line.number !== null) lastNumber = line.number
    if (isBlank(line)) continue
    const isMissing =
      line.kind === 'removed'
        ? !isWhole && !shownRemoved.has(line)
        : line.kind === 'added' && !shownLines.has(line.number)
    if (!isMissing) {
      inRun = ''
      continue
    }
    // One message for each run of lines.
    if (inRun === line.kind) continue
    inRun = line.kind
    problems.push({
      file: name,
      line: numbers[lastNumber] ?? 1,
      message:
        line.kind === 'removed'
          ? `a line of ${before && fromRoot(before)} is removed here, and no listing shows it: "${line.text.trim()}". Show the lines around it, compared with the chapter before`
          : `no listing of the chapter shows "${line.text.trim()}". Put the line between ANCHOR: and ANCHOR_END: of a listing on one of its pages`,
    })
  }
  return problems
}

/**
 * Every line that the snapshot adds, changes or removes is on its pages.
 *
 * @param {Chapter} chapter
 * @param {Shown[]} listings of all pages
 * @returns {Problem[]}
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
 * Every anchor of the snapshot is used.
 *
 * @param {string} folder absolute path
 * @param {Shown[]} listings of all pages
 * @returns {Problem[]}
 */
function checkAnchors(folder, listings) {
  /** @type {Problem[]} */
  const problems = []
  for (const file of filesOf(folder).filter((name) => textFile.test(name))) {
    const text = readFileSync(file, 'utf8')
    if (!text.includes('ANCHOR')) continue
    const name = fromRoot(file)
    let anchors
    try {
      anchors = readSource(file).anchors
    } catch (error) {
      if (!(error instanceof ListingError)) throw error
      problems.push({ file: name, message: error.message })
      continue
    }
    for (const anchor of anchors.keys()) {
      const isUsed = listings.some(
        (shown) => shown.file === file && shown.anchor === anchor,
      )
      if (isUsed) continue
      const opening = new RegExp(`ANCHOR:\\s*${anchor}\\b(?!-)`)
      const line = text.split('\n').findIndex((row) => opening.test(row)) + 1
      problems.push({
        file: name,
        line,
        message: `no page shows the anchor "${anchor}"; list it with {{#listing ${path.relative(folder, file)}:${anchor}}} or remove its two lines`,
      })
    }
  }
  return problems
}

/**
 * Quizzes, exercises, widgets and results that a page names are there.
 *
 * @param {string} page below src/
 * @returns {Problem[]}
 */
function checkReferences(page) {
  const text = readPage(page)
  const chapter = chapterOf(page)
  const file = `src/${page}`
  /** @type {Problem[]} */
  const problems = []
  const missingResults = new Set()
  /** @param {number} start @param {string} message */
  const add = (start, message) =>
    problems.push({ file, line: start + 1, message })

  for (const { name, target, attributes, source, start } of directives(text)) {
    if (name === 'quiz') {
      const quiz = path.posix.join(path.posix.dirname(page), 'quiz.json')
      if (!existsSync(path.join(srcDir, quiz))) {
        add(start, `${source}: there is no src/${quiz}; write it`)
        continue
      }
      const { questions } = JSON.parse(readPage(quiz))
      for (const { id, code } of questions) {
        if (code === undefined) continue
        try {
          const program = resolveTarget(code, chapter?.codeDir ?? codeDir)
          if (existsSync(program)) continue
        } catch (error) {
          if (!(error instanceof ListingError)) throw error
        }
        problems.push({
          file: `src/${quiz}`,
          message: `question "${id}": there is no program ${code} in ${chapter ? fromRoot(chapter.codeDir) : 'code'}`,
        })
      }
    }
    if (name === 'exercise') {
      if (!chapter) {
        add(start, `${source}: this page belongs to no chapter`)
        continue
      }
      const folder = path.join(chapter.codeDir, 'exercises', target)
      for (const part of ['exercise.js', 'exercise.test.js', 'solution.js']) {
        if (target !== '' && existsSync(path.join(folder, part))) continue
        add(start, `${source}: there is no ${fromRoot(folder)}/${part}`)
      }
    }
    if (['number', 'ratio', 'meta', 'value', 'chart', 'table'].includes(name)) {
      const ids = [target, ...(attributes.with?.split(',') ?? [])]
      for (const id of ids) {
        // One message per page for a result that many numbers come from.
        if (missingResults.has(id) || loadableResult(id)) continue
        missingResults.add(id)
        add(
          start,
          `${source}: there is no results/${id}.json nor results/reference/${id}.json; check the name, or run npm run bench -- ${id} --publish`,
        )
      }
    }
  }

  for (const fence of fences(text)) {
    if (programs.includes(fence.language)) {
      add(
        fence.start,
        `a program is pasted into the page; put it into a file of ${chapter ? fromRoot(chapter.codeDir) : 'code/'} and show it with {{#listing …}}`,
      )
    }
    if (shells.includes(fence.language)) {
      add(
        fence.start,
        `got a ${fence.language} block, which nothing runs; use \`\`\`console with "$ " before the commands`,
      )
    }
  }

  text.split('\n').forEach((line, number) => {
    for (const [, name] of line.matchAll(/<div\b[^>]*data-widget="([^"]*)"/g)) {
      const program = `widgets/${name}/index.js`
      if (/^[\w-]+$/.test(name) && existsSync(path.join(root, program))) {
        continue
      }
      add(number, `the widget "${name}" has no ${program}; check the name`)
    }
  })
  return problems
}

/** @param {string} id @returns {boolean} */
function loadableResult(id) {
  try {
    return loadResult(id) !== null
  } catch {
    return false
  }
}

/**
 * Exercises and a quiz that no page of the chapter has.
 *
 * @param {Chapter} chapter
 * @returns {Problem[]}
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
 * @returns {Problem[]}
 */
export function checkCompleteness(ids = []) {
  const all = chapters()
  const unknown = ids.filter((id) => !all.some((chapter) => chapter.id === id))
  if (unknown.length > 0) {
    const known = all.map(({ id }) => id).join(', ')
    throw new Error(`got the chapter "${unknown[0]}"; expected one of ${known}`)
  }
  const chosen = all.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const written = pages()
    .map(({ file }) => file)
    .filter((file) => existsSync(path.join(srcDir, file)))
  const own = written.filter((file) => {
    return ids.length === 0 || chosen.some(({ pages: p }) => p.includes(file))
  })

  const byPage = new Map(written.map((page) => [page, listingsOf(page)]))
  const listings = [...byPage.values()].flatMap((page) => page.listings)
  const problems = own.flatMap((page) => [
    ...(byPage.get(page)?.problems ?? []),
    ...checkReferences(page),
  ])
  for (const chapter of chosen) {
    if (!existsSync(chapter.codeDir)) continue
    problems.push(
      ...checkLines(chapter, listings),
      ...checkAnchors(chapter.codeDir, listings),
      ...checkUnused(chapter),
    )
  }
  if (ids.length === 0) {
    const contenders = path.join(codeDir, 'contenders')
    problems.push(...checkAnchors(contenders, listings))
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
