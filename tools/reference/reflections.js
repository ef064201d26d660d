/** What is to be known of TypeDoc's reflections. */
import path from 'node:path'

/** @typedef {import('./types.js').Json} Json */

/** Kinds of reflections that we tell apart: ReflectionKind of TypeDoc. */
export const kinds = {
  ...{ variable: 32, function: 64, class: 128, interface: 256 },
  ...{ constructor: 512, property: 1024, method: 2048, accessor: 262_144 },
  ...{ alias: 2_097_152, reference: 4_194_304 },
}

/** Overloads whose parameters are better said in one line. */
export const usages = new Map([
  ['Verb', 'path, options?, …middleware, handler'],
  ['add', 'method, path, options?, …middleware, handler'],
])

/** @param {Json[]} [parts] of a comment @returns {string} on one line */
export const markdown = (parts = []) =>
  parts
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

/** @param {Json | undefined} comment @param {string} tag */
export const tagged = (comment, tag) =>
  (comment?.blockTags ?? [])
    .filter((one) => one.tag === tag)
    .map(({ content }) => markdown(content))
    .filter(Boolean)

/** @param {Json} reflection @returns {string} its sentences */
export const sentencesOf = ({ comment }) => markdown(comment?.summary)

/** @param {Json} member whether programs are to know it */
export const isShown = ({
  name,
  kind,
  flags = {},
  inheritedFrom,
  overwrites,
}) =>
  /^[a-z]/i.test(name) &&
  !flags.isPrivate &&
  (kind === kinds.constructor || !(inheritedFrom || overwrites))

/** @param {Record<string, string>} exports of a package.json */
export const entriesOf = (exports) =>
  Object.fromEntries(
    Object.entries(exports).map(([subpath, file]) => [
      path.posix.join('velocy', subpath),
      file.replace(/^\.\/lib\//, '').replace(/(\/index)?\.js$/, ''),
    ]),
  )
