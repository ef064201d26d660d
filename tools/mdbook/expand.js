/**
 * Turns a page as its author wrote it into Markdown that mdBook understands:
 * listings, transcripts, figures, quizzes and exercises are put in, and every
 * heading gets its id.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chapters, siteFile } from '../book-model/chapters.js'
import { figureOwner } from '../book-model/figures.js'
import {
  fill,
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { headingIds, scan } from '../book-model/markdown.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { answerCount, answersHtml } from './answers.js'
import { apiMarkdown, errorCode } from './api.js'
import { chartHtml } from './chart.js'
import { exerciseList } from './exercise-list.js'
import { figureHtml } from './figure.js'
import { heatHtml } from './heat.js'
import { escapeHtml } from './html.js'
import { alternate } from './languages.js'
import { listingHtml, transcriptHtml } from './listing-html.js'
import { otherMachine } from './machines.js'
import { firstCommandHtml, mapHtml, roadHtml } from './map.js'
import { inlineNumbers } from './numbers.js'
import { doubtsHtml } from './page-doubts.js'
import { quizHtml } from './quiz.js'
import { sourceUrl } from './repository.js'
import { startMarkdown } from './start.js'
import { strings } from './strings.js'
import { tableHtml } from './table.js'
import { termsMarkdown } from './terms.js'

/**
 * @typedef {object} PageContext
 * @property {string} language `en`, `pt-BR`
 * @property {string} page path below src/
 * @property {string} file path from the root of the text that is expanded
 * @property {import('../book-model/chapters.js').Chapter | undefined} chapter
 * @property {string[] | null} ids heading ids of the English page
 * @property {(import('./typed-file.js').Place | null)[]} places of its listings
 * @property {import('./terminals.js').Beside[]} terminals of its transcripts
 * @property {(message: string) => void} problem collects what is wrong
 * @property {string} [machine] of the last figure that was measured on ours
 */

/** @typedef {import('../book-model/markdown.js').Directive} Directive */

/** @param {PageContext} context */
function requireChapter(context) {
  if (context.chapter) return context.chapter
  throw new Error('this directive stands outside a chapter (a chNN-… folder)')
}

/**
 * `{{#exercise 01-name}}`, or `{{#exercise 01-name local}}` for one whose tests
 * no page can run.
 *
 * @param {Directive} directive
 * @param {PageContext} context
 */
function exerciseHtml({ target, rest }, context) {
  const chapter = requireChapter(context)
  const t = strings(context.language)
  const folder = path.join(chapter.codeDir, 'exercises', target)
  for (const name of ['exercise.js', 'exercise.test.js', 'solution.js']) {
    const file = path.join(folder, name)
    if (!existsSync(file)) throw new Error(`there is no ${fromRoot(file)}`)
  }
  const unknown = rest.find((word) => word !== 'local')
  if (unknown !== undefined) {
    throw new Error(`got "${unknown}", expected "local" or nothing`)
  }
  const base = fromRoot(folder)
  /** @param {string} name */
  const link = (name) =>
    `<a href="${sourceUrl(`${base}/${name}`)}"><code>${base}/${name}</code></a>`
  const files = fill(escapeHtml(t.exerciseFiles), {
    file: link('exercise.js'),
    tests: link('exercise.test.js'),
  })
  const solution = fill(escapeHtml(t.exerciseSolution), {
    file: link('solution.js'),
  })
  const isLocal = rest.includes('local')
  const mark = isLocal
    ? 'data-local'
    : `data-run="${chapter.id}/exercises/${escapeHtml(target)}"`
  const why = isLocal
    ? `<p class="exercise-local">${escapeHtml(t.exerciseLocal)}</p>`
    : ''
  return `<div class="exercise" data-exercise="${chapter.id}/${escapeHtml(target)}" ${mark}><p>${files}</p>${why}<p>${escapeHtml(t.exerciseRun)}</p><pre><code class="nohighlight">npm run learn -- ${chapter.id}/${escapeHtml(target)}</code></pre><p>${solution}</p></div>`
}

/** @param {Directive} directive @param {PageContext} context */
function quiz(directive, context) {
  const chapter = requireChapter(context)
  const own = path.join(translationsDir, context.language, chapter.slug)
  const file = [own, path.join(srcDir, chapter.slug)]
    .map((folder) => path.join(folder, directive.target || 'quiz.json'))
    .find((candidate) => existsSync(candidate))
  if (!file) {
    throw new Error(`there is no ${chapter.slug}/quiz.json in src/`)
  }
  try {
    return quizHtml(file, chapter, strings(context.language))
  } catch (error) {
    throw new Error(
      `${fromRoot(file)}: ${/** @type {Error} */ (error).message}`,
    )
  }
}

/**
 * `{{#languages}}`: the same page in the other languages, each in its own words.
 *
 * @param {PageContext} context
 */
function languagesHtml({ language, page }) {
  return [sourceLanguage, ...translationLanguages()]
    .filter(({ code }) => code !== language)
    .map(({ code }) => {
      const href = alternate(siteFile(page), language, code)
      return `<a href="${href}" lang="${code}" hreflang="${code}">${escapeHtml(strings(code).readHere)}</a>`
    })
    .join(' · ')
}

/**
 * @param {(directive: Directive, context: PageContext,
 *   t: Record<string, any>) => string} draw
 * @returns {(directive: Directive, context: PageContext) => string} a figure,
 *   below a line where it is of another machine than the one before
 */
const measured = (draw) => (directive, context) => {
  const t = strings(context.language)
  const html = draw(directive, context, t)
  return otherMachine(directive, context, t) + html
}

const measuredAnswers = measured(answersHtml)

/**
 * What each directive becomes. Those marked inline may stand in a sentence.
 *
 * @type {Record<string, { inline?: boolean,
 *   expand: (directive: Directive, context: PageContext) => string }>}
 */
const expansions = {
  listing: {
    expand: (directive, context) =>
      listingHtml(
        directive,
        context.chapter?.codeDir ?? srcDir,
        strings(context.language),
        context.places.shift(),
      ),
  },
  chart: { expand: measured(chartHtml) },
  table: { expand: measured(tableHtml) },
  heat: { expand: measured(heatHtml) },
  answers: {
    inline: true,
    expand: (directive, context) =>
      directive.target === 'count'
        ? answerCount(directive.rest[0], context.language)
        : measuredAnswers(directive, context),
  },
  figure: {
    expand: (directive, context) =>
      figureHtml(
        directive,
        figureOwner(context.page, directive.target) ??
          requireChapter(context).slug,
        context.language,
      ),
  },
  map: { expand: (_, { language, page }) => mapHtml(language, page) },
  chapters: { inline: true, expand: () => String(chapters().length) },
  road: {
    inline: true,
    expand: ({ target }, { language, page }) =>
      roadHtml(target, language, page),
  },
  first: { inline: true, expand: ({ target }) => firstCommandHtml(target) },
  languages: {
    inline: true,
    expand: (_, context) => languagesHtml(context),
  },
  start: {
    expand: (directive, context) =>
      startMarkdown(
        directive,
        requireChapter(context),
        strings(context.language),
      ),
  },
  api: {
    expand: (directive, context) =>
      apiMarkdown(directive, context, strings(context.language)),
  },
  error: { inline: true, expand: errorCode },
  quiz: { expand: quiz },
  exercise: { expand: exerciseHtml },
  exercises: {
    expand: (directive, context) =>
      exerciseList(directive, context, strings(context.language)),
  },
  terms: { expand: termsMarkdown },
  ...inlineNumbers,
}

/**
 * What a directive that may stand in a sentence says there.
 *
 * @param {Directive} directive
 * @param {string} language
 * @param {import('../book-model/chapters.js').Chapter} chapter
 * @returns {string | null} null for one that is a block
 */
export function inlineText(directive, language, chapter) {
  const known = expansions[directive.name]
  if (!known?.inline) return null
  const nowhere = {
    page: '',
    file: '',
    chapter,
    ids: null,
    places: [],
    terminals: [],
  }
  return known.expand(directive, { ...nowhere, language, problem() {} })
}

/** The directives that there are, for checks and messages. */
const directiveNames = [...Object.keys(expansions), 'hint']

/**
 * @param {number} line
 * @param {string} source what is drawn, for the message
 * @param {PageContext} context
 * @param {() => string} draw
 * @returns {string} HTML; while the book is served, what is wrong instead
 */
function drawn(line, source, context, draw) {
  try {
    return draw()
  } catch (error) {
    const message = source + /** @type {Error} */ (error).message
    context.problem(`${context.file}:${line + 1}: ${message}`)
    const { buildError } = strings(context.language)
    return `<strong class="build-error">${escapeHtml(`${buildError}: ${message}`)}</strong>`
  }
}

/**
 * @param {Directive} directive
 * @param {PageContext} context
 * @returns {string} what stands in its place
 */
function expandDirective(directive, context) {
  const known = expansions[directive.name]
  if (!known) {
    throw new Error(
      `unknown directive; expected one of ${directiveNames.join(', ')}`,
    )
  }
  if (directive.inline && !known.inline) {
    throw new Error('this directive must stand on a line of its own')
  }
  return known.expand(directive, context)
}

/**
 * @param {Directive[]} figures
 * @param {Directive[]} pairs
 * @param {PageContext} context
 */
function pageDoubts(figures, pairs, { language }) {
  try {
    return `\n${doubtsHtml(figures, pairs, language, strings(language))}`
  } catch {
    // A figure that is not there has been reported where it should stand.
    return ''
  }
}

/**
 * mdBook renders README.md as index.html, but leaves links to it alone.
 *
 * @param {string} line
 */
const linkToIndex = (line) =>
  line.replace(/(\]\((?!\w+:)[^)\s]*?)README\.md(?=[)#])/g, '$1index.md')

/**
 * @param {string} text the page as written
 * @param {PageContext} context
 * @returns {string} Markdown for mdBook
 */
export function expandPage(text, context) {
  const t = strings(context.language)
  const lines = text.split('\n')
  const blocks = scan(text)
  const ids = context.ids ?? headingIds(text)
  const directives = blocks.filter((block) => block.type === 'directive')
  const figures = directives.filter(({ name }) => /^(chart|table)$/.test(name))
  const pairs = directives.filter(({ name }) => name === 'paired')
  let heading = 0
  let hint = 0
  /** @type {(string | null)[]} null for a line that goes */
  const output = [...lines]
  for (const block of blocks) {
    if (block.type === 'heading') {
      const id = ids[heading]
      heading += 1
      hint = 0
      if (id) {
        output[block.start] =
          `${'#'.repeat(block.level)} ${block.text} {#${id}}`
      }
    } else if (block.type === 'fence' && block.language === 'console') {
      const beside = context.terminals.shift()
      const html = drawn(block.start, '', context, () =>
        transcriptHtml(block, t, beside),
      )
      output[block.start] = `${block.indent}${html}\n`
      output.fill(null, block.start + 1, block.end + 1)
    } else if (block.type === 'directive' && block.name === 'hint') {
      hint += 1
      output[block.start] =
        `<details class="hint"><summary>${fill(t.hint, { number: hint })}</summary>\n`
    } else if (block.type === 'directive') {
      const html = drawn(block.start, `${block.source}: `, context, () =>
        expandDirective(block, context),
      )
      output[block.start] =
        output[block.start]?.replace(block.source, () => html) ?? null
    }
  }
  const last = figures.at(-1)
  if (last) {
    output[last.end] += `\n${pageDoubts(figures, pairs, context)}`
  }
  return output
    .filter((line) => line !== null)
    .map((line) => (line.trim() === '{{/hint}}' ? '\n</details>\n' : line))
    .map(linkToIndex)
    .join('\n')
}
