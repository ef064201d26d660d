/** What TypeDoc knows of a snapshot's exports, as the reference shows it. */
import { Comments } from './comments.js'
import {
  isShown,
  kinds,
  markdown,
  sentencesOf,
  tagged,
  usages,
} from './reflections.js'
import { targetsOf, typeText } from './types.js'

/** @typedef {import('../book-model/api.js').Api} Api */
/** @typedef {import('../book-model/api.js').Method} Method */
/** @typedef {import('../book-model/api.js').Signature} Signature */
/** @typedef {import('../book-model/api.js').Symbol} Symbol */
/** @typedef {import('../book-model/api.js').Symbols} Symbols */
/** @typedef {import('../book-model/api.js').Value} Value */
/** @typedef {import('./types.js').Json} Json */

/** Reads one project. */
export class Extractor {
  /** @type {Map<number, Json>} reflections by their ids */
  #byId = new Map()
  /** @type {Api} */
  #api = { imports: {}, types: {} }
  /** @type {Map<Symbol, Set<number>>} reflections that each symbol names */
  #ids = new Map()
  /** Whether programs make instances of what is being read. */
  #isMade = false
  /** @type {Set<number>} those of the symbol that is being read */
  #named = new Set()

  /**
   * @param {Json} project that TypeDoc has written
   * @param {string} lib absolute path of what it has read
   */
  constructor(project, lib) {
    this.project = project
    this.comments = new Comments(lib)
    this.#index(project)
  }

  /** @param {Json} reflection */
  #index(reflection) {
    this.#byId.set(reflection.id, reflection)
    for (const child of reflection.children ?? []) this.#index(child)
  }

  /**
   * @param {Record<string, string>} entries files below lib by their imports
   * @returns {Api}
   */
  api(entries) {
    for (const [name, file] of Object.entries(entries)) {
      const module = this.project.children?.find((one) => one.name === file)
      if (!module) throw new Error(`TypeDoc has no module ${file} for ${name}`)
      this.#api.imports[name] = this.#symbols(module)
    }
    const known = new Set(Object.values(this.#api.imports).flatMap(Object.keys))
    for (const [symbol, ids] of this.#ids) {
      const uses = this.#uses(ids, known)
      if (uses.length > 0) symbol.uses = uses
    }
    return this.#api
  }

  /** @param {Json} module @returns {Symbols} */
  #symbols(module) {
    /** @type {Symbols} */
    const symbols = {}
    const {
      children: all = [],
      sources: [{ fileName }],
    } = module
    const children = all.map((child) => {
      const own = this.#resolve(child)
      const { interface: type, alias } = kinds
      return { child, own, isType: [type, alias].includes(own.kind) }
    })
    children.sort((a, b) => Number(a.isType) - Number(b.isType))
    for (const { child, own } of children) {
      // A class and its type have one name.
      if (child.name in symbols && own.kind !== kinds.class) continue
      // Programs cannot make instances of what is exported as a type alone.
      const isHere = child.sources?.[0].fileName === fileName
      this.#isMade = isHere && child.kind === kinds.reference
      symbols[child.name] = this.#symbol(own, sentencesOf(child))
    }
    return symbols
  }

  /** Follows names to what they stand for. @param {Json} reflection @returns {Json} */
  #resolve(reflection) {
    const { kind, target, type } = reflection
    if (kind === kinds.reference)
      return this.#resolve(this.#byId.get(target) ?? {})
    const known = type && kind !== kinds.variable && this.#find(type)
    return known ? this.#resolve(known) : reflection
  }

  /** @param {Json} type @returns {Json | undefined} what it names, if we have it */
  #find(type) {
    if (type.type !== 'reference') return
    if (type.name === 'ReturnType') return this.#returned(type.typeArguments[0])
    return typeof type.target === 'number'
      ? this.#byId.get(type.target)
      : undefined
  }

  /** @param {Json} name of a function @returns {Json | undefined} */
  #returned({ target }) {
    const [signature] = this.#byId.get(target)?.signatures ?? []
    return signature && this.#find(signature.type)
  }

  /** @param {Json} reflection @param {string} [text] of what stands for it */
  #symbol(reflection, text = '') {
    this.#named = new Set()
    const symbol = this.#read(reflection, text)
    this.#ids.set(symbol, this.#named)
    return symbol
  }

  /** @param {Json} reflection @param {string} text */
  #read(reflection, text) {
    /** @type {Symbol} */
    const symbol = {
      kind: 'type',
      text: sentencesOf(reflection) || text || this.#above(reflection),
    }
    const { kind, signatures, type } = reflection
    if (kind === kinds.function) return this.#function(reflection, symbol)
    const constructed = type?.declaration?.signatures?.[0]
    if (kind === kinds.variable && constructed) {
      return this.#constructed(constructed, symbol)
    }
    const { children = type?.declaration?.children ?? this.#merged(type) } =
      reflection
    if (children) this.#members(children, symbol)
    else if (signatures) symbol.signatures = signatures.map(this.#signature)
    else symbol.type = this.#type(type)
    if (kind === kinds.class) symbol.kind = 'class'
    if (kind === kinds.variable) symbol.kind = 'object'
    return symbol
  }

  /**
   * The members of types that are added together.
   *
   * @param {Json} [type]
   * @returns {Json[] | undefined}
   */
  #merged(type) {
    if (type?.type !== 'intersection') return
    const parts = type.types?.map((one) => this.#find(one)?.children) ?? []
    return parts.every((one) => one !== undefined) ? parts.flat() : undefined
  }

  /** @param {Json} reflection @returns {string} what stands above a type */
  #above(reflection) {
    const { kind } = reflection
    const isType = kind === kinds.alias || kind === kinds.interface
    return isType ? this.comments.aboveType(reflection) : ''
  }

  /** @param {Json} reflection @param {Symbol} symbol */
  #function({ signatures = [] }, symbol) {
    symbol.kind = 'function'
    symbol.signatures = signatures.map(this.#signature)
    symbol.text = symbol.signatures?.[0].text ?? ''
    return symbol
  }

  /** A class that is declared as a constant. @param {Json} signature @param {Symbol} symbol */
  #constructed(signature, symbol) {
    const members = this.#find(signature.type)?.children ?? []
    this.#members(members, symbol)
    const { parameters } = this.#signature(signature)
    symbol.signatures = [{ text: '', parameters, throws: '' }]
    return Object.assign(symbol, { kind: 'class' })
  }

  /** @param {Json[]} children @param {Symbol} symbol that gets them */
  #members(children, symbol) {
    symbol.properties = []
    symbol.methods = []
    const isClass = children.some(({ kind }) => kind === kinds.method)
    for (const child of children.filter(isShown)) {
      const method = isClass ? this.#method(child) : undefined
      if (child.kind === kinds.constructor) {
        if (this.#isMade)
          symbol.signatures = child.signatures?.map(this.#signature)
      } else if (method) symbol.methods.push(method)
      else symbol.properties.push(this.#property(child))
    }
  }

  /** @param {Json} member @returns {Method | undefined} */
  #method({ name, kind, type, signatures = [], comment }) {
    if (kind === kinds.method) {
      return { name, signatures: this.#overloads(name, signatures) }
    }
    const text = sentencesOf({ comment })
    const usage = type?.type === 'reference' && usages.get(type.name)
    if (usage) {
      const returns = { type: 'this', text: '' }
      const signature = { text, parameters: [], returns, throws: '', usage }
      return { name, signatures: [signature] }
    }
    const [own] = type?.declaration?.signatures ?? []
    return own && { name, signatures: [{ ...this.#signature(own), text }] }
  }

  /** One signature for each sentence, the last one. @param {string} name @param {Json[]} all */
  #overloads(name, all) {
    const signatures = all.map(this.#signature)
    const last = signatures.filter(
      ({ text }, i) =>
        !signatures.slice(i + 1).some((one) => one.text === text),
    )
    const usage = all.length > 1 ? usages.get(name) : undefined
    return usage ? last.map((one) => ({ ...one, parameters: [], usage })) : last
  }

  /** @param {Json} signature @returns {Signature} */
  #signature = ({ parameters = [], type, comment, kind }) => ({
    text: markdown(comment?.summary),
    parameters: parameters.map(this.#value),
    ...(kind !== 16_384 && {
      returns: {
        type: this.#type(type),
        text: tagged(comment, '@returns').join(' '),
      },
    }),
    throws: tagged(comment, '@throws')
      .map((/** @type {string} */ text) => this.comments.thrown(text))
      .join('; '),
  })

  /** @param {Json} member @returns {Value} */
  #property(member) {
    const { getSignature } = member
    if (!getSignature) {
      const value = this.#value(member)
      return { ...value, text: value.text || this.comments.besideType(member) }
    }
    const { name } = member
    const value = this.#value(getSignature)
    const text =
      value.text || tagged(getSignature.comment, '@returns').join(' ')
    return { ...value, name, text }
  }

  /** @param {Json} parameter or a property @returns {Value} */
  #value = ({ name, type, flags = {}, comment }) => ({
    name,
    type: this.#type(type),
    text: sentencesOf({ comment }),
    ...(flags.isOptional && { optional: true }),
    ...(flags.isRest && { rest: true }),
  })

  /** @param {Json | undefined} type */
  #type(type) {
    for (const id of targetsOf(type)) this.#named.add(id)
    return typeText(type)
  }

  /**
   * Adds the types with members that a symbol names, and that are not exported.
   *
   * @param {Set<number>} ids
   * @param {Set<string>} known
   * @returns {string[]} their names
   */
  #uses(ids, known) {
    /** @type {string[]} */
    const found = []
    for (const id of ids) {
      const reflection = this.#byId.get(id)
      const name = reflection?.name
      if (reflection?.kind !== kinds.interface || known.has(name)) continue
      const symbol = this.#symbol(reflection)
      const own = this.#ids.get(symbol) ?? new Set()
      this.#api.types[name] = symbol
      found.push(name, ...this.#uses(own, new Set([...known, ...found, name])))
    }
    return [...new Set(found)]
  }
}
