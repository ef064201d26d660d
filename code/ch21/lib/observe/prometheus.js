import { checkValue } from '../common/options.js'

/** @import { Sums } from '../cluster/metrics.js' */
/** @import { Rule } from '../common/options.js' */

/**
 * @typedef {object} Metric
 * @property {string} type counter, gauge or histogram
 * @property {string} help
 * @property {string} key where its series are
 * @property {number[]} [bounds] of a histogram
 * @property {() => number} [read] of a gauge
 */

/** @type {Rule} */
export const NAME = {
  expected: 'letters, digits and _, such as jobs_total',
  allows: (name) => typeof name === 'string' && /^[a-z_:][\w:]*$/i.test(name),
}
/** @type {Rule} */
const LABEL = {
  expected: 'letters, digits and _, and not le, such as route',
  allows: (name) => /^(?!__|le$)[a-z_]\w*$/i.test(name),
}

/** @type {Record<string, string>} */
const ESCAPES = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }
const escapeText = (/** @type {string} */ c) => ESCAPES[c]

/**
 * @param {string} metric
 * @param {Record<string, string | number>} [labels]
 * @returns {string} such as `method="GET",status="200"`
 */
export function labelsOf(metric, labels = {}) {
  const pairs = []
  for (const [name, value] of Object.entries(labels).sort()) {
    checkValue(metric, 'label', name, LABEL)
    pairs.push(`${name}="${`${value}`.replace(/[\\"\n]/g, escapeText)}"`)
  }
  return pairs.join()
}

/**
 * Prometheus's text format, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 *
 * @param {Map<string, Metric>} metrics by name
 * @param {Sums} sums
 */
export function textOf(metrics, { counts, gauges }) {
  let text = ''
  for (const [name, { type, help, key, bounds }] of metrics) {
    text += `# HELP ${name} ${help.replace(/[\\\n]/g, escapeText)}\n`
    text += `# TYPE ${name} ${type}\n`
    if (type === 'gauge') text += line(name, '', gauges.get(name))
    for (const [labels, numbers] of counts.get(key) ?? []) {
      text += bounds
        ? histogramLines(name, labels, bounds, numbers)
        : line(name, labels, numbers[0])
    }
  }
  return text
}

/**
 * @param {string} name
 * @param {string} labels
 * @param {number[]} bounds
 * @param {number[]} numbers
 */
function histogramLines(name, labels, bounds, numbers) {
  const before = labels && `${labels},`
  let text = ''
  let count = 0
  for (const [i, bound] of [...bounds, '+Inf'].entries()) {
    // A bucket has what the smaller ones have, too.
    count += numbers[i]
    text += line(`${name}_bucket`, `${before}le="${bound}"`, count)
  }
  text += line(`${name}_sum`, labels, numbers[bounds.length + 1])
  return text + line(`${name}_count`, labels, count)
}

/**
 * @param {string} name
 * @param {string} labels
 * @param {number} [value]
 */
const line = (name, labels, value = Number.NaN) =>
  `${name}${labels && `{${labels}}`} ${`${value}`.replace('Infinity', 'Inf')}\n`
