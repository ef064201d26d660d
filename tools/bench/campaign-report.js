/** The report of a campaign: a reader's figures beside the published ones. */
import { pairOf } from '../results/paired.js'
import { contender, formatMetric, metric } from '../results/results.js'

/** @typedef {import('../results/results.js').Result} Result */
/**
 * @typedef {object} Pair
 * @property {Result} own
 * @property {Result | null} published
 * @property {string} baseline the contender that others are compared with
 */

/** What a kind of benchmark is about; programs have metrics of their own. */
const MAIN = new Map([
  ['closed', 'rps'],
  ['open', 'latency.p99'],
  ['messages', 'rate.messages-per-cpu-second'],
  ['idle', 'memoryPerConnection'],
])

/** @param {Result} result */
const mainMetric = ({ settings, contenders }) =>
  MAIN.get(settings?.kind) ??
  Object.keys(contenders.find(({ summary }) => summary)?.summary ?? {})[0]

/**
 * How a contender stands to the baseline: the median of the rounds' ratios, and
 * the lowest and the highest of them.
 *
 * @param {Result | null} result
 * @param {string} id
 * @param {string} baseline
 * @param {string} name of the metric
 */
function ratio(result, id, baseline, name) {
  const [one, base] = [id, baseline].map((each) =>
    result && metric(result, each, name) ? contender(result, each) : null,
  )
  const paired = one && base && pairOf(one, base, name)
  if (!paired) return '–'
  const [median, min, max] = [paired.median, paired.min, paired.max].map(
    (value) => value.toFixed(2),
  )
  return `${median} (${min}–${max})`
}

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`

/** @param {Pair} pair */
function section({ own, published, baseline }) {
  const name = mainMetric(own)
  const lines = own.contenders.map(({ id, name: title, status, reason }) => {
    const value = metric(own, id, name)
    const figure = value ? formatMetric(value.median, name, 'en') : status
    const ratios = [own, published].map((result) =>
      ratio(result, id, baseline, name),
    )
    return row([title, figure, ...ratios, value ? '' : (reason ?? '')])
  })
  return [
    `## ${own.title}`,
    `\`${own.id}\`, ${own.date?.slice(0, 16)}, ${own.settings?.samples} rounds`,
    '',
    row(['', name, 'ratio here', 'ratio published', '']),
    row(['---', '--:', '--:', '--:', '---']),
    ...lines,
    '',
  ].join('\n')
}

/** @param {Result} result */
function machineOf({ machine }) {
  const { cpu, cores, os, kernel } = machine ?? {}
  return `${cpu}, ${cores} cores, ${os}, ${kernel}`
}

/**
 * @param {Pair[]} pairs at least one
 * @returns {string} Markdown
 */
export function campaignReport(pairs) {
  const { own, published } = pairs[0]
  return [
    '# The benchmarks of the book, here and as published',
    '',
    `Here: ${machineOf(own)}`,
    ...(published ? [`Published: ${machineOf(published)}`] : []),
    '',
    'A ratio is to the contender whose ratio is 1.00: the median of the rounds, ' +
      'with the lowest and the highest. Compare ratios, not figures: yours come ' +
      'from another machine. Where the ranges of two contenders overlap, they ' +
      'are level.',
    '',
    ...pairs.map(section),
  ].join('\n')
}
