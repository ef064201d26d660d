/** What TypeDoc drops from the comments of a snapshot's lib. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {import('./types.js').Json} Json */

/** @param {string} text */
const onOneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** Looks into the modules themselves. */
export class Comments {
  #lib
  /** All modules, without line breaks and stars. */
  #code

  /** @param {string} lib absolute path */
  constructor(lib) {
    this.#lib = lib
    const names = readdirSync(lib, { recursive: true, encoding: 'utf8' })
    const texts = names
      .filter((name) => /\.(js|d\.ts)$/.test(name))
      .map((name) => readFileSync(path.join(lib, name), 'utf8'))
    this.#code = texts.join('\n').replace(/\s+(\*\s+)?/g, ' ')
  }

  /**
   * The comment above a reflection, or around it.
   *
   * @param {Json} reflection
   */
  #of({ sources = [] }) {
    const [source] = sources
    if (!source) return ''
    const text = readFileSync(path.join(this.#lib, source.fileName), 'utf8')
    const lines = text.split('\n').slice(0, source.line)
    const start = lines.findLastIndex((line) => line.includes('/**'))
    const comment = lines.slice(start).join(' ')
    return comment.replace(/\*\/.*$/, '').replace(/\/?\*+|\s+/g, ' ')
  }

  /**
   * What stands behind the type of a member: `@type {string} the path`.
   *
   * @param {Json} member
   */
  besideType(member) {
    const type = /@type \{(?:[^{}]|\{[^}]*\})*\}(.*)$/
    const [, said = ''] = type.exec(this.#of(member)) ?? []
    return onOneLine(said)
  }

  /**
   * What stands above a type that is defined in a comment.
   *
   * @param {Json} reflection
   */
  aboveType(reflection) {
    const [above] = this.#of(reflection).split(' @')
    return onOneLine(above)
  }

  /**
   * What is thrown, with its type unless that is a VelocyError.
   *
   * @param {string} text what stands behind the type
   */
  thrown(text) {
    const at = this.#code.indexOf(`} ${text}`)
    const before = this.#code.slice(Math.max(at - 40, 0), at)
    const [, type = 'VelocyError'] = /@throws \{(\w+)$/.exec(before) ?? []
    return type === 'VelocyError' ? text : `\`${type}\` ${text}`
  }
}
