/**
 * What a translation knows about the English text it was made from: its
 * stamp. A page carries it as its last line, quiz.json as its `l10n` key.
 *
 *     <!-- l10n {"source":"<blob>","sections":{"<id>":"<hash>"}} -->
 *
 * `source` is the hash that git gives the English file, so that git can show
 * what has changed since; `sections` has one hash per heading, so that the
 * reader can be told which ones have. `unchanged` is there when English changed
 * in a way that the translation did not need to follow, and says why.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { translationLanguages } from '../book-model/languages.js'
import { scan, sections } from '../book-model/markdown.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'

/** @typedef {import('../book-model/markdown.js').Section} Section */
/**
 * @typedef {object} Stamp
 * @property {string} source
 * @property {Record<string, string>} sections
 * @property {string} [unchanged] why the translation is as it was before,
 *   though English has changed
 */
/** @typedef {{ id: string, title: string }} SectionName */
/**
 * @typedef {object} PageState
 * @property {'current' | 'stale' | 'missing'} state
 * @property {SectionName[]} staleSections changed or new in English; titled
 *   as in the translation where it has the section. '' is the id of what
 *   stands before the first heading
 * @property {SectionName[]} untranslated whose prose is still the English one
 * @property {string[]} removedSections ids that English has no more
 */

/** A stamp that cannot be read. */
export class StampError extends Error {}

/** The languages that the book is translated into. */
export const languages = translationLanguages

/** The name that git gives to this content. @param {string | Buffer} content */
export function blobHash(content) {
  const bytes = Buffer.from(content)
  return createHash('sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
}

/** @param {string} text of a section; space at ends of lines does not count */
export function sectionHash(text) {
  const normal = text.replace(/[ \t\r]+$/gm, '').replace(/\n+$/, '')
  return createHash('sha256').update(normal).digest('hex').slice(0, 12)
}

/**
 * The key of a section in a stamp. Keys that look like numbers would lose
 * their place in the object.
 *
 * @param {string} id
 */
export const stampKey = (id) => (/^\d+$/.test(id) ? `${id}-` : id)

/** @param {string} english the English page @returns {Stamp} */
export function stampFor(english) {
  return {
    source: blobHash(english),
    sections: Object.fromEntries(
      sections(english).map(({ id, text }) => [
        stampKey(id),
        sectionHash(text),
      ]),
    ),
  }
}

const stampPattern = /\n*<!-- l10n ([^\n]*?) *-->\s*$/

/** @param {string} text a translated page */
export const withoutStamp = (text) => text.replace(stampPattern, '\n')

/** @param {string} text a translated page @param {Stamp} stamp */
export function withStamp(text, stamp) {
  return `${withoutStamp(text).trimEnd()}\n\n<!-- l10n ${JSON.stringify(stamp)} -->\n`
}

/**
 * @param {string} text a translated page
 * @returns {Stamp | null} null when it has none
 * @throws {StampError} when it is not well formed
 */
export function readStamp(text) {
  const match = stampPattern.exec(text)
  if (!match) {
    if (!/^<!-- l10n /m.test(text)) return null
    throw new StampError('the stamp is not the last line of the page')
  }
  // Its JSON is ours: nothing is put between.
  const isStamp =
    /^\{"source":"[0-9a-f]{40}","sections":\{("[^"]*":"[0-9a-f]{12}",?)*\}/
  try {
    if (isStamp.test(match[1])) return JSON.parse(match[1])
  } catch {
    // Reported below, like a stamp of another shape.
  }
  throw new StampError(
    `got the stamp ${match[1].slice(0, 60)}…, expected {"source":"<40 hex digits>","sections":{"<id>":"<12 hex digits>",…}}`,
  )
}

/**
 * @param {string} text a translated quiz.json
 * @returns {string | null} the hash of its English source
 * @throws {StampError} when it is not well formed
 */
export function readQuizStamp(text) {
  const { l10n } = JSON.parse(text)
  if (l10n === undefined) return null
  if (/^[0-9a-f]{40}$/.test(l10n?.source)) return l10n.source
  throw new StampError(
    `got "l10n": ${JSON.stringify(l10n)}, expected {"source":"<40 hex digits>"}`,
  )
}

/** @param {string} language its code @param {string} file below src/ */
export function translationOf(language, file) {
  return path.join(translationsDir, language, file)
}

/**
 * The ids of the headings of a translated page: those that the English
 * headings had when it was made, by position.
 *
 * @param {string} text a translated page
 * @returns {string[] | null} null when the page has no readable stamp
 */
export function translatedHeadingIds(text) {
  try {
    const stamp = readStamp(text)
    if (!stamp) return null
    const ids = Object.keys(stamp.sections).map((key) =>
      key.replace(/^(\d+)-$/, '$1'),
    )
    return ids.filter((id) => id !== '')
  } catch {
    return null
  }
}

/** @param {string} text of a section @returns {string} its prose alone */
function prose(text) {
  const lines = text.split('\n')
  for (const block of scan(text)) {
    if (block.type === 'directive' && block.inline) continue
    for (let i = block.start; i <= block.end; i++) lines[i] = ''
  }
  return lines.join(' ').replace(/\s+/g, ' ').trim()
}

/**
 * The sections of a translation that still have the English prose.
 *
 * @param {Section[]} translated
 * @param {Section[]} english
 */
function untranslatedSections(translated, english) {
  const originals = new Set(
    english.map(({ text }) => prose(text)).filter((text) => text.includes(' ')),
  )
  return translated.flatMap(({ text, id, title }) =>
    originals.has(prose(text)) ? [{ id, title }] : [],
  )
}

/**
 * Compares a stamp with the English page of today.
 *
 * @param {string} english
 * @param {string} translation with its stamp, or without
 * @returns {Omit<PageState, 'state'> & { isStale: boolean }}
 */
export function compareWithEnglish(english, translation) {
  let stamp = null
  try {
    stamp = readStamp(translation)
  } catch (error) {
    if (!(error instanceof StampError)) throw error
  }
  const own = sections(withoutStamp(translation))
  const now = sections(english)
  const keys = Object.keys(stamp?.sections ?? {})
  const titleOf = (/** @type {Section} */ section) =>
    own[keys.indexOf(stampKey(section.id))]?.title ?? section.title
  const named = own.map((section, i) => ({
    ...section,
    id: keys[i] ?? section.id,
  }))

  let stale = now.filter(
    ({ id, text }) => stamp?.sections[stampKey(id)] !== sectionHash(text),
  )
  const nowKeys = now.map(({ id }) => stampKey(id))
  const removedSections = keys.filter((key) => !nowKeys.includes(key))
  if (stale.length === 0 && removedSections.length === 0) {
    // The same sections in another order.
    stale = now.filter(({ id }, i) => stampKey(id) !== keys[i])
  }
  return {
    isStale: stale.length > 0 || removedSections.length > 0,
    staleSections: stale.map((section) => ({
      id: section.id,
      title: titleOf(section),
    })),
    untranslated: untranslatedSections(named, now),
    removedSections,
  }
}

/**
 * Whether the translation of a page says what the English page says.
 *
 * @param {string} language its code
 * @param {string} file a page or a quiz.json, below src/
 * @returns {PageState}
 */
export function pageState(language, file) {
  const none = { staleSections: [], untranslated: [], removedSections: [] }
  const translation = translationOf(language, file)
  if (!existsSync(translation)) return { state: 'missing', ...none }
  const source = path.join(srcDir, file)
  if (!existsSync(source)) {
    throw new Error(
      `${fromRoot(translation)} has no English page ${fromRoot(source)}`,
    )
  }
  const english = readFileSync(source, 'utf8')
  const text = readFileSync(translation, 'utf8')
  if (file.endsWith('.json')) {
    const isCurrent = readQuizStamp(text) === blobHash(english)
    return { state: isCurrent ? 'current' : 'stale', ...none }
  }
  const { isStale, ...rest } = compareWithEnglish(english, text)
  return { state: isStale ? 'stale' : 'current', ...rest }
}

/**
 * The stamp of a translation after a change to the English page that was made
 * in the translation too, by a tool: sections that were up to date stay so.
 *
 * @param {string} translation with its stamp
 * @param {string} before the English page
 * @param {string} after the English page
 * @returns {string} the translation with the new stamp
 */
export function carryStamp(translation, before, after) {
  const stamp = readStamp(translation)
  if (!stamp) return translation
  const old = stampFor(before)
  const now = stampFor(after)
  for (const [key, hash] of Object.entries(stamp.sections)) {
    if (hash === old.sections[key] && now.sections[key]) {
      stamp.sections[key] = now.sections[key]
    }
  }
  if (stamp.source === old.source) stamp.source = now.source
  return withStamp(translation, stamp)
}
