/** What a version has added to the API, and what it has taken away. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.js'

/** @typedef {import('../book-model/api.js').Api} Api */
/** @typedef {import('../book-model/api.js').Symbol} Symbol */
/** @typedef {Map<string, string[]>} Names of members, by symbol */

export const changelogFile = path.join(root, 'packages/velocy/CHANGELOG.md')

/** @param {Symbol} symbol @returns {string[]} */
const membersOf = ({ methods = [], properties = [] }) => [
  ...methods.map(({ name }) => `${name}()`),
  ...properties.map(({ name }) => name),
]

/**
 * @param {Api} api
 * @returns {Map<string, Names>} by import; options count as their own import's
 */
function namesOf({ imports, types }) {
  return new Map(
    Object.entries(imports).map(([from, symbols]) => {
      const all = Object.entries(symbols).flatMap(([name, symbol]) => [
        /** @type {const} */ ([name, membersOf(symbol)]),
        ...(symbol.uses ?? []).map(
          (used) => /** @type {const} */ ([used, membersOf(types[used])]),
        ),
      ])
      return [from, new Map(all.map(([name, members]) => [name, [...members]]))]
    }),
  )
}

/** @param {string[]} names */
const listed = (names) => names.map((name) => `\`${name}\``).join(', ')

/** @param {string[]} names @param {string[]} others */
const except = (names, others) => names.filter((one) => !others.includes(one))

/**
 * @param {string} owner
 * @param {string[]} before
 * @param {string[]} after
 * @returns {string[]} items of a list
 */
function itemsOf(owner, before, after) {
  const added = except(after, before)
  const removed = except(before, after)
  return [
    ...(added.length > 0 ? [`- \`${owner}\` adds ${listed(added)}.`] : []),
    ...(removed.length > 0
      ? [`- \`${owner}\` no longer has ${listed(removed)}.`]
      : []),
  ]
}

/**
 * @param {Api} before
 * @param {Api} after
 * @returns {string[]} items of a list: exports first, then members and options
 */
export function differences(before, after) {
  const old = namesOf(before)
  const now = namesOf(after)
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((from) => {
    /** @type {Names} */
    const had = old.get(from) ?? new Map()
    /** @type {Names} */
    const has = now.get(from) ?? new Map()
    const both = [...has.keys()].filter((name) => had.has(name))
    return [
      ...itemsOf(from, [...had.keys()], [...has.keys()]),
      ...both.flatMap((name) =>
        itemsOf(name, had.get(name) ?? [], has.get(name) ?? []),
      ),
    ]
  })
}

/**
 * The changelog with the section of a version, which is the first one unless
 * it is there already.
 *
 * @param {string} title such as `0.20.0: Server-sent events and WebSocket`
 * @param {string[]} items
 * @param {string} [text] of the changelog
 */
export function withSection(
  title,
  items,
  text = readFileSync(changelogFile, 'utf8'),
) {
  const [head, ...sections] = text.split(/^(?=## )/m)
  const [version] = title.split(':')
  const others = sections.filter((one) => !one.startsWith(`## ${version}:`))
  const body = items.join('\n') || 'The same names as before.'
  const whole = [
    `${head.trimEnd()}\n\n`,
    `## ${title}\n\n${body}\n\n`,
    ...others,
  ].join('')
  return `${whole.trimEnd()}\n`
}
