/** node:path, of a system where `/` stands between the parts. */
import path from 'path-browserify'
import { checkString } from './errors.js'
import { cwd } from './process.js'

const { delimiter, format, sep } = path

/**
 * The package's functions, with Node's words for what is no text.
 *
 * @param {(...parts: any[]) => any} run
 */
const checked =
  (run) =>
  (/** @type {any[]} */ ...parts) => {
    const [first] = parts
    if (run === path.join) {
      for (const part of parts) checkString(part, 'path')
    } else checkString(first, 'path')
    return run(...parts)
  }

const [basename, dirname, extname] = [
  ...[path.basename, path.dirname, path.extname].map(checked),
]
const [isAbsolute, join, normalize, parse] = [
  ...[path.isAbsolute, path.join, path.normalize, path.parse].map(checked),
]

/**
 * @param {...string} parts
 * @returns {string} absolute
 */
export function resolve(...parts) {
  for (const [i, part] of parts.entries()) checkString(part, `paths[${i}]`)
  return path.resolve(cwd(), ...parts)
}

/** @param {string} from @param {string} to */
export function relative(from, to) {
  checkString(from, 'from')
  checkString(to, 'to')
  return path.relative(resolve(from), resolve(to))
}

export {
  basename,
  delimiter,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  sep,
}
