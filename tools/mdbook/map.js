/**
 * `{{#map}}`: the chapters as a road. Those that are written are stops that
 * lead there; the rest is road. What is written SUMMARY.md says, so that a
 * chapter that comes in becomes a stop by itself.
 */
import { chapters, siteFile } from '../manuscript/chapters.js'
import { fill } from '../manuscript/languages.js'
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
    ids: ['ch17', 'ch18', 'ch19', 'ch20', 'ch21', 'ch22'],
  },
  { part: 'Part VII · Beyond', ids: ['ch23', 'ch24'] },
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
    const number = Number(id.slice(2))
    const sign = `<span class="map-sign" style="--at: ${bend(row + 0.5).toFixed(1)}" aria-hidden="true">${number}</span>`
    const words = escapeHtml(title)
    const name =
      href === null
        ? `<span class="map-name"><span class="visually-hidden">${number}. </span>${words}<span class="visually-hidden"> (${escapeHtml(t.mapAhead)})</span></span>`
        : `<a class="map-name" href="${up}${href}"><span class="visually-hidden">${number}. </span>${words}</a>`
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
  return oneLine(
    `<figure class="map"><ol class="map-parts">${html.join('')}</ol><figcaption>${escapeHtml(caption)}</figcaption></figure>`,
  )
}
