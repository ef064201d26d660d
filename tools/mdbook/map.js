/**
 * `{{#map}}`: the chapters as a road. Those that are written are stops that
 * lead there; the rest is road. What is written SUMMARY.md says, so that a
 * chapter that comes in becomes a stop by itself.
 */
import { chapters, siteFile } from '../book-model/chapters.js'
import { fill } from '../book-model/languages.js'
import { firstCommand, roadNamed, roads, roadsAt } from '../book-model/roads.js'
import { escapeHtml, oneLine } from './html.js'
import { titleOf } from './place.js'
import { strings } from './strings.js'

/**
 * The book as it is planned; the titles of what is not written are in the
 * strings, under `road`.
 */
export const plan = [
  { part: 'Prologue', ids: ['ch00'] },
  {
    part: 'Part I · From bytes to HTTP',
    ids: ['ch01', 'ch02', 'ch03', 'ch04', 'ch05'],
  },
  { part: 'Part II · The router', ids: ['ch06', 'ch07', 'ch08', 'ch09'] },
  { part: 'Part III · The framework', ids: ['ch10', 'ch11'] },
  { part: 'Part IV · Speed', ids: ['ch12', 'ch13'] },
  { part: 'Part V · Scale', ids: ['ch14', 'ch15', 'ch16'] },
  {
    part: 'Part VI · Production',
    ids: ['ch17', 'ch18', 'ch19', 'ch20'],
  },
  { part: 'Part VII · Beyond', ids: ['ch21', 'ch22'] },
]

/**
 * @typedef {object} Stop
 * @property {string} id
 * @property {string} title
 * @property {string | null} href null for one that is not written
 */

/**
 * @param {string} language
 * @returns {{ part: string, stops: Stop[] }[]} in the words of the language
 * @throws {Error} of a chapter that is not in the plan
 */
export function stopsOf(language) {
  const t = strings(language)
  const written = new Map(chapters().map((chapter) => [chapter.id, chapter]))
  for (const { id, part } of written.values()) {
    const planned = plan.find(({ ids }) => ids.includes(id))
    if (planned && planned.part === part) continue
    throw new Error(
      `${id} is in "${part}" in src/SUMMARY.md, and in ${planned ? `"${planned.part}"` : 'no part'} of tools/mdbook/map.js`,
    )
  }
  return plan.map(({ part, ids }) => ({
    part: t.part[part] ?? part,
    stops: ids.map((id) => {
      const [first] = written.get(id)?.pages ?? []
      return first === undefined
        ? { id, title: t.road[id], href: null }
        : { id, title: titleOf(first, language), href: siteFile(first) }
    }),
  }))
}

/** Where the road is, in percent of its strip, `at` rows from its beginning. */
const bend = (/** @type {number} */ at) => 50 + 27 * Math.sin(at * 0.85)

/**
 * The road beside one row: it goes on where that of the row before ends.
 *
 * @param {number} row
 */
function roadSvg(row) {
  const points = Array.from({ length: 9 }, (_, i) => i / 8).map(
    (part) => `${bend(row + part).toFixed(1)} ${(part * 100).toFixed(1)}`,
  )
  const path = `<path vector-effect="non-scaling-stroke" d="M${points.join('L')}"/>`
  return `<svg class="map-road" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${path}${path}</svg>`
}

/** The sign of a road: its form tells it from the others, not its colour. */
const forms = new Map([
  ['router', 'M8 1 15 8 8 15 1 8Z'],
  ['performance', 'M8 1 15.5 14.5H.5Z'],
])

/** @param {string} id of a road @returns {string} '' for the one of all */
function markSvg(id) {
  const form = forms.get(id)
  if (form === undefined) return ''
  return `<svg class="map-mark map-mark-${id}" viewBox="0 0 16 16" aria-hidden="true"><path d="${form}"/></svg>`
}

/**
 * @param {string} id of a chapter
 * @param {Record<string, any>} t
 * @returns {string} the signs of the roads that it is on, and their names for
 *   those who do not see them
 */
function marksHtml(id, t) {
  const own = roadsAt(id)
  if (own.length === 0) return ''
  const names = own.map((road) => t.roadName[road]).join(', ')
  return `<span class="visually-hidden"> (${escapeHtml(names)})</span><span class="map-marks">${own.map(markSvg).join('')}</span>`
}

/**
 * `{{#road router}}`: its sign, its name and its chapters, in a sentence.
 *
 * @param {string} name
 * @param {string} language
 * @param {string} page path below src/
 */
export function roadHtml(name, language, page) {
  const t = strings(language)
  const { id, ids } = roadNamed(name)
  const up = '../'.repeat(page.split('/').length - 1)
  const links = chapters()
    .filter((chapter) => ids.includes(chapter.id))
    .map(
      ({ id: chapter, pages: [first] }) =>
        `<a href="${up}${siteFile(first)}" title="${escapeHtml(titleOf(first, language))}">${chapter.slice(2)}</a>`,
    )
  const where = links.length === 0 ? '' : ` (${links.join(', ')})`
  return `${markSvg(id)}<strong>${escapeHtml(t.roadName[id])}</strong>${where}`
}

/**
 * `{{#first router}}`: the first command of those who take a road.
 *
 * @param {string} name
 */
export function firstCommandHtml(name) {
  const road = roadNamed(name)
  return `<code data-road="${road.id}">${escapeHtml(firstCommand(road))}</code>`
}

/**
 * `{{#chapters}}`: how many are written; `{{#chapters ahead}}`: how many are not.
 *
 * @param {string} which
 */
export function chapterCount(which) {
  const written = chapters().length
  if (which === '') return String(written)
  if (which !== 'ahead') throw new Error(`got "${which}", expected "ahead"`)
  return String(plan.flatMap(({ ids }) => ids).length - written)
}

/**
 * @param {string} language
 * @param {string} page path below src/
 * @returns {string} one line of HTML
 */
export function mapHtml(language, page) {
  const t = strings(language)
  const up = '../'.repeat(page.split('/').length - 1)
  const parts = stopsOf(language)
  const stops = parts.flatMap(({ stops: own }) => own)
  const done = stops.filter(({ href }) => href !== null).length
  let row = 0
  /** @param {Stop} stop */
  const stopHtml = ({ id, title, href }) => {
    const number = id.slice(2)
    const sign = `<span class="map-sign" style="--at: ${bend(row + 0.5).toFixed(1)}" aria-hidden="true">${number}</span>`
    const words = escapeHtml(title)
    const name =
      href === null
        ? `<span class="map-name"><span class="visually-hidden">${number}. </span>${words}<span class="visually-hidden"> (${escapeHtml(t.mapAhead)})</span></span>`
        : `<a class="map-name" href="${up}${href}"><span class="visually-hidden">${number}. </span>${words}${marksHtml(id, t)}</a>`
    const road = roadSvg(row)
    row += 1
    return `<li class="map-row ${href === null ? 'map-ahead' : 'map-done'}">${road}${sign}${name}</li>`
  }
  const html = parts.map(({ part, stops: own }) => {
    const state = own[0].href === null ? 'map-ahead' : 'map-done'
    const road = roadSvg(row)
    row += 1
    return (
      `<li class="map-part"><p class="map-row map-title ${state}">${road}<span class="map-name">${escapeHtml(part)}</span></p>` +
      `<ol>${own.map(stopHtml).join('')}</ol></li>`
    )
  })
  const caption = fill(t.mapCaption, { done, total: stops.length })
  const legend = roads
    .filter(({ id }) => forms.has(id))
    .map(
      ({ id }) =>
        `<span class="map-key">${markSvg(id)}${escapeHtml(t.roadName[id])}</span>`,
    )
  return oneLine(
    `<figure class="map"><ol class="map-parts">${html.join('')}</ol><figcaption>${escapeHtml(caption)} <span class="map-keys" aria-hidden="true">${legend.join(' ')}</span></figcaption></figure>`,
  )
}
