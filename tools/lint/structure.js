/**
 * The English pages against src/SUMMARY.md: each is listed, under the title
 * that it has, and its headings do not jump. And the chapters' folders: each
 * runs alone, so the support of its tests is a copy, which must be the same.
 *
 *     node tools/lint/structure.js
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fromRoot, srcDir } from '../lib/paths.js'
import { chapters, pages } from '../manuscript/chapters.js'
import { headings } from '../manuscript/markdown.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */

/**
 * @param {string} file below src/
 * @param {string} title in SUMMARY.md
 * @returns {Problem[]}
 */
function checkPage(file, title) {
  const name = `src/${file}`
  const text = readFileSync(path.join(srcDir, file), 'utf8')
  const [first, ...rest] = headings(text)
  if (!first) {
    return [
      { file: name, line: 1, message: `it has no heading; begin: # ${title}` },
    ]
  }
  /** @type {Problem[]} */
  const problems = []
  if (first.level !== 1) {
    problems.push({
      file: name,
      line: first.start + 1,
      message: `got a first heading of level ${first.level}, expected: # ${title}`,
    })
  } else if (first.text !== title) {
    problems.push({
      file: name,
      line: first.start + 1,
      message: `got the title "${first.text}", but src/SUMMARY.md has "${title}"; make them the same`,
    })
  }
  let previous = first
  for (const heading of rest) {
    if (heading.level === 1) {
      problems.push({
        file: name,
        line: heading.start + 1,
        message: `got a second heading of level 1, "${heading.text}"; use ## for a section`,
      })
    } else if (heading.level > previous.level + 1) {
      problems.push({
        file: name,
        line: heading.start + 1,
        message: `got a heading of level ${heading.level} below one of level ${previous.level}, "${previous.text}"; expected level ${previous.level + 1} at most`,
      })
    }
    previous = heading
  }
  return problems
}

/** @returns {Problem[]} */
export function checkStructure() {
  /** @type {Problem[]} */
  const problems = []
  const listed = pages()
  const seen = new Set()
  for (const { file, title } of listed) {
    if (seen.has(file)) {
      problems.push({
        file: 'src/SUMMARY.md',
        message: `${file} is listed twice`,
      })
    }
    seen.add(file)
    if (existsSync(path.join(srcDir, file))) {
      problems.push(...checkPage(file, title))
    } else {
      problems.push({
        file: 'src/SUMMARY.md',
        message: `"${title}" leads to src/${file}, which does not exist; write the page or remove the line`,
      })
    }
  }
  const files = readdirSync(srcDir, { recursive: true, encoding: 'utf8' })
  for (const entry of files.sort()) {
    const file = entry.split(path.sep).join('/')
    if (!file.endsWith('.md') || file === 'SUMMARY.md' || seen.has(file)) {
      continue
    }
    problems.push({
      file: `src/${file}`,
      message: 'it is not in src/SUMMARY.md, so no reader finds it; list it',
    })
  }
  return problems
}

/** @returns {Problem[]} copies of test/support.js that are not the same */
export function checkSupport() {
  const copies = chapters()
    .map(({ codeDir }) => path.join(codeDir, 'test', 'support.js'))
    .filter((file) => existsSync(file))
  const [first, ...others] = copies
  return others
    .filter(
      (file) => readFileSync(file, 'utf8') !== readFileSync(first, 'utf8'),
    )
    .map((file) => ({
      file: fromRoot(file),
      message: `it differs from ${fromRoot(first)}, of which it is a copy; change both, with tools/forward-port`,
    }))
}

if (isMain(import.meta.url)) {
  report(
    'structure',
    [...checkStructure(), ...checkSupport()],
    `${pages().length} pages are as src/SUMMARY.md lists them`,
  )
}
