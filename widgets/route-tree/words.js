/** What a step of a lookup is, in words. */
import { element } from '../../site/dom.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Step } from './walk.js' */

/**
 * A text whose values are code.
 *
 * @param {Translate} t
 * @param {string} key
 * @param {Record<string, unknown>} values
 * @returns {Node[]}
 */
export function withCode(t, key, values) {
  const names = Object.keys(values)
  const template = t(
    key,
    Object.fromEntries(names.map((name) => [name, `{${name}}`])),
  )
  return template
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0
        ? document.createTextNode(part)
        : element('code', {}, String(values[part])),
    )
}

/**
 * @param {Translate} t of this folder's strings
 * @param {Step} step
 * @param {{ asked: string, lostKey?: string }} context the path as it was
 *   asked for, and the key of what to say when there is no way left
 * @returns {Node[]}
 */
export function describeStep(t, step, { asked, lostKey = 'step.lost' }) {
  const { type, node, position, spans, path, message = '' } = step
  const rest = path.slice(position)
  const [start, end] = spans.at(-1) ?? [0, 0]
  const key = {
    enter: rest === '' ? 'step.enterEnd' : 'step.enter',
    capture: rest === '' ? 'step.captureEnd' : 'step.capture',
    back: node.kind === 'root' ? 'step.backRoot' : 'step.back',
    lost: lostKey,
  }[/** @type {string} */ (type)]
  return withCode(t, key ?? `step.${type}`, {
    label: node.label,
    value: path.slice(start, end) || '""',
    rest,
    path,
    asked,
    route: node.route ?? '',
    message,
  })
}
