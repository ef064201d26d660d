/**
 * What to doubt about the figures of a page, said once for all of them: what
 * the harness saw while it measured, and where the rounds do not agree on who
 * is ahead.
 */

import { fill } from '../book-model/languages.js'
import { doubtDetail, doubtKinds } from '../results/doubts.js'
import { orderOf, requirePaired } from '../results/paired.js'
import { contender, formatRatio, requireMetric } from '../results/results.js'
import { escapeHtml, oneLine } from './html.js'
import {
  localized,
  requireResult,
  shownLocal,
  wantedOf,
} from './result-parts.js'

/** @typedef {import('../book-model/markdown.js').Directive} Directive */
/** @typedef {import('../results/results.js').Result} Result */
/**
 * @typedef {object} Shown what the figures of a page show of one result
 * @property {Set<string>} metrics
 * @property {Set<string>} ranked those that rank the contenders: of charts,
 *   and the first of each table
 * @property {((id: string) => boolean)[]} has which contenders
 */

/** @param {Directive} directive a chart or a table */
const metricsOf = ({ attributes }) =>
  (attributes.metric ?? attributes.metrics ?? 'rps').split(',')

/** @param {Directive[]} figures @returns {Map<string, Shown>} by result */
function shownBy(figures) {
  /** @type {Map<string, Shown>} */
  const shown = new Map()
  for (const figure of figures) {
    const one = shown.get(figure.target) ?? {
      metrics: new Set(),
      ranked: new Set(),
      has: [],
    }
    const metrics = metricsOf(figure)
    for (const metric of metrics) one.metrics.add(metric)
    const ranking = figure.name === 'chart' ? metrics : metrics.slice(0, 1)
    for (const metric of ranking) one.ranked.add(metric)
    one.has.push(wantedOf(figure.attributes).has)
    shown.set(figure.target, one)
  }
  return shown
}

/**
 * @param {Result} result
 * @param {Shown} shown
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {string[]} HTML of the items of a list
 */
function itemsOf(result, shown, language, t) {
  const contenders = result.contenders.filter(({ id }) =>
    shown.has.some((has) => has(id)),
  )
  const items = result.machine?.coresNote ? [t['doubt.shared-cores']] : []
  for (const kind of doubtKinds) {
    const whose = contenders.flatMap(({ name, doubts = [] }) =>
      doubts
        .filter((doubt) => doubt.kind === kind)
        .filter(
          (doubt) =>
            doubt.kind !== 'unsteady' ||
            shown.metrics.has(String(doubt.metric)),
        )
        .map((doubt) => {
          const detail = doubtDetail(doubt, language, t)
          return detail ? `${name} (${detail})` : name
        }),
    )
    if (whose.length > 0)
      items.push(`${t[`doubt.${kind}`]}: ${whose.join('; ')}.`)
  }
  for (const metric of shown.ranked) {
    const unsure = orderOf(contenders, metric).filter(
      ({ isCertain, isLevel }) => !isCertain && !isLevel,
    )
    if (unsure.length === 0) continue
    /** @param {string} id */
    const nameOf = (id) => contenders.find((one) => one.id === id)?.name ?? id
    const pairs = unsure.map(({ ahead, behind }) =>
      fill(t.doubtPair, { ahead: nameOf(ahead), behind: nameOf(behind) }),
    )
    const name = t[`metric.${metric}`] ?? metric
    items.push(
      `${fill(t['doubt.order'], { metric: name })}: ${pairs.join('; ')}.`,
    )
  }
  return items.map((item) => `<li>${escapeHtml(item)}</li>`)
}

/**
 * Those ratios of a page whose rounds do not agree on which of the two is more.
 *
 * @param {Directive[]} pairs
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {string[]} each once, with the range of the rounds
 */
function unsurePairs(pairs, language, t) {
  const found = pairs.flatMap(({ target, rest: [a, , b] }) => {
    const result = requireResult(target)
    const { min, max, isCertain } = requirePaired(result, a, b)
    if (isCertain) return []
    const named = localized(result, t)
    const [first, second] = [a, b].map((name) => {
      const { metric } = requireMetric(result, name)
      const id = name.slice(0, name.indexOf('.'))
      return `${contender(named, id)?.name ?? id} (${t[`metric.${metric}`] ?? metric})`
    })
    const [from, to] = [min, max].map((one) => formatRatio(one, 1, language))
    return [fill(t['doubt.ratio'], { first, second, from, to })]
  })
  return [...new Set(found)]
}

/**
 * What the ratios in a page's text are: someone who divides one median of its
 * tables by another gets something else.
 *
 * @param {Directive[]} pairs
 * @param {string} language
 * @param {Record<string, any>} t
 * @returns {{ html: string, count: number }} count: of the doubts in it
 */
function pairsHtml(pairs, language, t) {
  if (pairs.length === 0) return { html: '', count: 0 }
  const unsure = unsurePairs(pairs, language, t)
  const items = unsure.map((item) => `<li>${escapeHtml(item)}</li>`).join('')
  const list = items === '' ? '' : `<ul>${items}</ul>`
  const said = items === '' ? t.ratios : `${t.ratios} ${t.ratiosUnsure}`
  return {
    html: `<p>${escapeHtml(said)}</p>${list}`,
    count: unsure.length,
  }
}

/**
 * @param {Directive[]} figures the charts and tables of a page
 * @param {Directive[]} pairs the ratios in its text, of rounds with rounds
 * @param {string} language
 * @param {Record<string, any>} t interface strings
 * @returns {string} one line of HTML; empty where there is nothing to doubt
 */
export function doubtsHtml(figures, pairs, language, t) {
  let count = 0
  const parts = [...shownBy(figures)].flatMap(([id, shown]) => {
    const published = requireResult(id)
    // What is counted has one round: nobody is ahead by chance.
    if (published.source || published.settings?.counts) return []
    const local = shownLocal(id)
    return [published, ...(local ? [local] : [])].flatMap((result, i) => {
      const named = localized(result, t)
      const items = itemsOf(named, shown, language, t)
      if (items.length === 0) return []
      count += items.length
      const whose = i === 0 ? '' : ` (${t.doubtsLocal})`
      return [
        `<p>${escapeHtml(named.title + whose)}</p><ul>${items.join('')}</ul>`,
      ]
    })
  })
  const ratios = pairsHtml(pairs, language, t)
  const all = count + ratios.count
  if (all === 0) return ''
  const found =
    count === 0 ? '' : `<p>${escapeHtml(t.doubtsMeaning)}</p>${parts.join('')}`
  return oneLine(
    `<details class="doubts"><summary>${escapeHtml(fill(t.doubts, { count: all }))}</summary>${found}${ratios.html}</details>`,
  )
}
