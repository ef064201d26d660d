/**
 * `{{#map}}`: the chapters as a road, each a stop that leads there. SUMMARY.md
 * says which there are, so that a new chapter becomes a stop by itself.
 */
import { chapters, siteFile } from '../book-model/chapters.js'
import { fill } from '../book-model/languages.js'
import { firstCommand, roadNamed, roads, roadsAt } from '../book-model/roads.js'
import { escapeHtml, oneLine } from './html.js'
import { titleOf } from './place.js'
import { strings } from './strings.js'

/**
 * @typedef {object} Stop
 * @property {string} id
 * @property {string} title
 * @property {string} href
 */

/**
 * @param {string} language
 * @returns {{ part: string, stops: Stop[] }[]} in the words of the language
 */
export function stopsOf(language) {
  const t = strings(language)
  /** @type {Map<string, Stop[]>} */
  const parts = new Map()
  for (const { id, part, pages } of chapters()) {
    const stops = parts.get(part ?? '') ?? []
    parts.set(part ?? '', stops)
    stops.push({
      id,
      title: titleOf(pages[0], language),
      href: siteFile(pages[0]),
    })
  }
  return Array.from(parts, ([part, stops]) => ({
    part: t.part[part] ?? part,
    stops,
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
  return `<code>${escapeHtml(firstCommand(roadNamed(name)))}</code>`
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
  let row = 0
  /** @param {Stop} stop */
  const stopHtml = ({ id, title, href }) => {
    const number = id.slice(2)
    const sign = `<span class="map-sign" style="--at: ${bend(row + 0.5).toFixed(1)}" aria-hidden="true">${number}</span>`
    const words = escapeHtml(title)
    const name = `<a class="map-name" href="${up}${href}"><span class="visually-hidden">${number}. </span>${words}${marksHtml(id, t)}</a>`
    const road = roadSvg(row)
    row += 1
    return `<li class="map-row">${road}${sign}${name}</li>`
  }
  const html = parts.map(({ part, stops: own }) => {
    const road = roadSvg(row)
    row += 1
    return (
      `<li class="map-part"><p class="map-row map-title">${road}<span class="map-name">${escapeHtml(part)}</span></p>` +
      `<ol>${own.map(stopHtml).join('')}</ol></li>`
    )
  })
  const caption = fill(t.mapCaption, { total: chapters().length })
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
