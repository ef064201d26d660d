/** `{{#api velocy/middleware}}`: what an import exports, for the reference. */
import path from 'node:path'
import {
  apiId,
  apiPlaces,
  hasWords,
  readApi,
  shownSymbols,
  translatedSentences,
} from '../book-model/api.js'
import { sourceLanguage } from '../book-model/languages.js'
import { escapeHtml } from './html.js'

/** @typedef {import('../book-model/api.js').Method} Method */
/** @typedef {import('../book-model/api.js').Signature} Signature */
/** @typedef {import('../book-model/api.js').Symbol} Symbol */
/** @typedef {import('../book-model/api.js').Value} Value */
/** @typedef {import('../book-model/markdown.js').Directive} Directive */

/** What programs call an instance, where that is not the name of its class. */
const instances = {
  ...{ Request: 'req', Response: 'res', VelocyError: 'error' },
  ...{ EventStream: 'stream', WebSocket: 'socket', WorkerPool: 'pool' },
  ...{ Logger: 'log', LogFile: 'file', ChildProcess: 'child' },
  ...{ TaskContext: 'context' },
}

/** @param {string} name of a class */
const instanceOf = (name) =>
  instances[/** @type {keyof typeof instances} */ (name)] ?? name.toLowerCase()

/** @param {Value} parameter as it stands in a call */
const argument = ({ name, optional, rest }) =>
  `${rest ? '…' : ''}${name}${optional ? '?' : ''}`

/**
 * @param {string} text of a comment, which may be a part of a sentence
 * @returns {string} with a capital and a full stop
 */
const sentence = (text) =>
  text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) +
  (text === '' || /[.:]$/.test(text) ? '' : '.')

/** Writes what one directive shows, in one language. */
class Writer {
  /** @type {string[]} Markdown, block by block */
  blocks = []
  #sentences
  #places = apiPlaces()

  /**
   * @param {Directive} directive
   * @param {{ language: string, page: string }} context
   * @param {Record<string, any>} t
   */
  constructor({ target, attributes }, { language, page }, t) {
    this.target = target
    this.level = Number(attributes.level ?? 2)
    this.isEnglish = language === sourceLanguage.code
    this.page = page
    this.t = t
    this.#sentences = translatedSentences(language)
  }

  /** @param {number} deeper @param {string} title @param {string} name */
  heading(deeper, title, name) {
    const marks = '#'.repeat(this.level + deeper)
    this.blocks.push(`${marks} \`${title}\` {#${apiId(name)}}`)
  }

  /**
   * A sentence in the page's language, or in English.
   *
   * @param {string} text Markdown
   * @param {(text: string) => string} [shape]
   */
  say(text, shape = (one) => one) {
    const isEnglish = this.isEnglish || !hasWords(text)
    const own = isEnglish ? text : this.#sentences[text]
    const linked = shape(own ?? text).replace(
      /`?\b(ERR_\w+[A-Z])\b`?/g,
      (_, code) =>
        code.startsWith('ERR_VELOCY_')
          ? `[\`${code}\`](errors.md#${code.toLowerCase()})`
          : `\`${code}\``,
    )
    return own === undefined ? `<span lang="en">${linked}</span>` : linked
  }

  /** @param {string} type @returns {string} HTML, with links to what it names */
  type(type) {
    const html = escapeHtml(type).replace(/\b[A-Z]\w+\b/g, (name) => {
      const place =
        this.#places.get(`${this.target} ${name}`) ??
        this.#places.get(`velocy ${name}`)
      if (!place) return name
      const page = place === this.page ? '' : path.posix.basename(place, '.md')
      return `<a href="${page && `${page}.html`}#${apiId(name)}">${name}</a>`
    })
    // Else a bar would end the cell, and quotation marks become round ones.
    const safe = html.replaceAll('|', '&#124;').replaceAll("'", '&#39;')
    return `<code>${safe}</code>`
  }

  /** @param {string[]} heads @param {string[][]} rows of cells */
  table(heads, rows) {
    const line = (/** @type {string[]} */ cells) =>
      `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    const lines = [heads, heads.map(() => '---'), ...rows].map(line)
    this.blocks.push(lines.join('\n'))
  }

  /** @param {string} head of the first column @param {Value[]} values */
  values(head, values) {
    const { apiType, apiText } = this.t
    const rows = values.map((value) => [
      `\`${argument(value)}\``,
      this.type(value.type),
      this.say(value.text),
    ])
    if (values.some(({ text }) => text)) {
      this.table([head, apiType, apiText], rows)
    } else if (values.length > 0) {
      const types = rows.map(([name, type]) => `${name}: ${type}`)
      this.blocks.push(types.join(' · '))
    }
  }

  /** @param {Signature} signature */
  details({ parameters, returns, throws }) {
    const { apiParameter, apiReturns, apiThrows } = this.t
    this.values(apiParameter, parameters)
    const lines = []
    if (returns && returns.type !== 'void') {
      const type = `${apiReturns} ${this.type(returns.type)}`
      const text = returns.text && `: ${this.say(returns.text)}`
      lines.push(sentence(`${type}${text}`))
    }
    if (throws) lines.push(sentence(`${apiThrows} ${this.say(throws)}`))
    if (lines.length > 0) this.blocks.push(lines.join('\\\n'))
  }

  /** @param {string} before @param {Method} method @param {number} deeper */
  method(before, { name, signatures }, deeper) {
    this.heading(deeper, `${before}${name}()`, before + name)
    for (const signature of signatures) {
      const { parameters, usage, text } = signature
      const list = usage ?? parameters.map(argument).join(', ')
      if (list) this.blocks.push(`\`${before}${name}(${list})\``)
      if (text) this.blocks.push(this.say(text, sentence))
      this.details(signature)
    }
  }

  /**
   * Methods that are called alike, such as those for the methods of HTTP.
   *
   * @param {string} before
   * @param {Method[]} methods
   * @param {number} deeper
   */
  alike(before, methods, deeper) {
    const [{ name, signatures }] = methods
    const names = methods.map((one) => `${before}${one.name}()`)
    this.heading(deeper, names.join(', '), before + name)
    this.blocks.push(`\`${before}${name}(${signatures[0].usage})\``)
    const { apiMethod, apiText } = this.t
    this.table(
      [apiMethod, apiText],
      methods.map(({ name: own, signatures: [{ text }] }) => [
        `\`${own}\``,
        this.say(text),
      ]),
    )
  }

  /** @param {string} before @param {Method[]} methods @param {number} deeper */
  methods(before, methods, deeper) {
    /** @type {Map<unknown, Method[]>} */
    const groups = new Map()
    for (const one of methods) {
      const key = one.signatures[0].usage ?? one
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    for (const group of groups.values()) {
      if (group.length > 1) this.alike(before, group, deeper)
      else this.method(before, group[0], deeper)
    }
  }

  /** @param {string} name @param {Symbol} symbol @param {number} deeper */
  symbol(name, symbol, deeper) {
    const { kind, text, signatures = [], methods = [] } = symbol
    if (kind === 'function') {
      return this.method('', { name, signatures }, deeper)
    }
    this.heading(deeper, name, name)
    if (text) this.blocks.push(this.say(text, sentence))
    if (symbol.type) this.blocks.push(this.type(symbol.type))
    for (const signature of signatures) {
      const list = signature.parameters.map(argument).join(', ')
      this.blocks.push(`\`new ${name}(${list})\``)
      this.details(signature)
    }
    const { apiOption, apiProperty } = this.t
    const { properties = [] } = symbol
    const isOptions = properties.some(({ optional }) => optional)
    this.values(isOptions ? apiOption : apiProperty, properties)
    const instance = kind === 'object' ? name : instanceOf(name)
    this.methods(`${instance}.`, methods, deeper + 1)
  }
}

/**
 * @param {Directive} directive
 * @param {{ language: string, page: string }} context
 * @param {Record<string, any>} t
 * @returns {string} Markdown
 */
export function apiMarkdown(directive, context, t) {
  const api = readApi()
  const writer = new Writer(directive, context, t)
  for (const name of shownSymbols(directive, api)) {
    const symbol = api.imports[directive.target][name]
    if (symbol) writer.symbol(name, symbol, 0)
    // A type that is named and not exported belongs to what is above it.
    else writer.symbol(name, api.types[name], 1)
  }
  return `\n${writer.blocks.join('\n\n')}\n`
}

/** `{{#error CODE}}` in a table: the code, with an id to link to. */
export const errorCode = (/** @type {Directive} */ { target }) =>
  `<code id="${target.toLowerCase()}">${target.replaceAll('_', '_<wbr>')}</code>`
