/** What happens in a tree, in words. */
import { element } from '../../site/dom.js'

/** @import { Translate } from '../../site/strings.js' */
/** @import { Planter, Stage } from './growth.js' */
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
 * @param {Translate} t
 * @param {Stage} stage
 * @returns {Node[]} what its route has done to the tree
 */
export function describeStage(t, { route, error, changed }) {
  if (error) {
    const message = element('span', { lang: 'en' }, error)
    const space = document.createTextNode(' ')
    return [...withCode(t, 'change.refused', { route }), space, message]
  }
  const kinds = [...changed.values()]
  const count = kinds.filter((kind) => kind === 'new').length
  const more = []
  if (kinds.includes('split')) more.push(t('change.split'))
  if (count > 0) more.push(t('change.new', { count }))
  else if (kinds.includes('ends')) more.push(t('change.ends'))
  const added = withCode(t, 'change.added', { route })
  return [...added, document.createTextNode(` ${more.join(' ')}`)]
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

/**
 * What the chapter's own find answers, once the lookup is over.
 *
 * @param {Translate} t
 * @param {Step} end
 * @param {Planter} planter
 * @param {string} asked
 * @returns {Node[]}
 */
export function describeEnd(t, { type, path, spans }, planter, asked) {
  if (type === 'bad') return [element('p', {}, t('result.bad'))]
  const found = planter.find(asked)
  if (!found) return [element('p', {}, t('result.none'))]
  if (type === 'lost') {
    const route = `GET ${found.route}`
    return [element('p', {}, ...withCode(t, 'result.missed', { route }))]
  }
  const { route, params } = found
  const rows = Object.entries(params).flatMap(([name, value], index) => {
    const sent = path.slice(...spans[index])
    return [
      element('dt', {}, element('code', {}, `req.params.${name}`)),
      element(
        'dd',
        {},
        element('code', {}, JSON.stringify(value)),
        ...(sent === value
          ? []
          : [' ', ...withCode(t, 'result.sent', { sent })]),
      ),
    ]
  })
  return [
    element('p', {}, ...withCode(t, 'result.found', { route })),
    ...(rows.length > 0 ? [element('dl', {}, ...rows)] : []),
  ]
}

/**
 * The path: what has matched, what was taken as a value, what is left.
 *
 * @param {Translate} t
 * @param {Step} step
 * @returns {HTMLElement[]}
 */
export function drawPath(t, { position, spans, path }) {
  /** @type {{ kind: 'matched' | 'value' | 'left', text: string }[]} */
  const parts = []
  let from = 0
  for (const [start, end] of spans) {
    parts.push({ kind: 'matched', text: path.slice(from, start) })
    parts.push({ kind: 'value', text: path.slice(start, end) })
    from = end
  }
  parts.push({ kind: 'matched', text: path.slice(from, position) })
  parts.push({ kind: 'left', text: path.slice(position) })
  return parts
    .filter(({ text }) => text !== '')
    .map(({ kind, text }, index) =>
      element(
        'span',
        { class: `part ${kind}` },
        element('code', {}, text),
        // What has matched is named once: further parts may be a slash.
        ...(kind === 'matched' && index > 0
          ? []
          : [element('small', {}, t(`part.${kind}`))]),
      ),
    )
}
