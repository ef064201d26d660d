/**
 * The modules of a program. The browser loads each from a blob: URL of its
 * own, whose text is the file's with other specifiers: line for line, so that
 * errors are where the reader looks for them.
 */

import { builtinNames, onlyWithPrefix } from './builtin-names.js'
import { withHint } from './errors.js'
import { hold } from './handles.js'
import { exec } from './primordials.js'
import { originalColumn, rewrite } from './rewrite.js'
import { standInFor } from './stand-in.js'

/** @typedef {import('./rewrite.js').Edit} Edit */

/**
 * @typedef {object} Module
 * @property {string} href `file:///velocy/ch07/steps/1-order.js`
 * @property {string} path `steps/1-order.js`
 * @property {string} url the browser's name for it
 * @property {Edit[]} edits
 * @property {string} specifier as it was first imported
 * @property {string} file what stands for it in a stack
 */

/** @typedef {{ builtin: string } | { href: string, path: string }} Resolved */

const programPosition = /file:\/\/\/velocy\/\S+?:\d+:\d+/

/**
 * @param {string} code
 * @param {string} message
 * @param {typeof Error} [Kind]
 * @returns {Error} as Node.js makes them
 */
function nodeError(code, message, Kind = Error) {
  const error = new Kind(message)
  // With the code in the first line, as Node.js shows it.
  const stack = `${error.name} [${code}]: ${message}`
  return Object.defineProperties(error, {
    stack: { value: stack, configurable: true, writable: true },
    code: { value: code, configurable: true, enumerable: true, writable: true },
  })
}

/**
 * @param {string} message
 * @param {string} name what a page has not
 */
function unsupported(message, name) {
  return withHint(nodeError('ERR_NOT_IN_PAGE', message), 'hint.builtin', name)
}

/** Loads the modules of one program. */
export class Loader {
  /** @type {Map<string, Module>} by href */
  #modules = new Map()
  /** @type {Map<string, Module>} by the browser's name */
  #byUrl = new Map()
  /** @type {Map<string, string>} the specifier of a built-in, by URL */
  #specifiers = new Map()
  /** @type {Map<string, string>} URLs, by the name of the built-in */
  #builtinUrls = new Map()
  /** @type {string[]} hrefs of the modules whose imports are being read */
  #path = []
  /** @type {Map<string, import('./stand-in.js').StandIn & { url: string }>} */
  #standIns = new Map()
  /** @type {Map<number, () => void>} told when a graph has been loaded */
  #waiting = new Map()
  #loads = 0
  /**
   * @param {object} options
   * @param {string} options.chapter
   * @param {Record<string, string>} options.files
   * @param {string} options.entry
   * @param {Record<string, object>} options.builtins namespaces, by name
   * @param {(text: string) => string} options.createUrl makes the URL of a
   *   module's text
   * @param {string} options.key of the global through which modules reach
   *   this loader
   */
  constructor({ chapter, files, entry, builtins, createUrl, key }) {
    this.root = `file:///velocy/${chapter}/`
    /** @type {Map<string, string>} */
    this.files = new Map(Object.entries(files))
    this.entry = new URL(entry, this.root).href
    this.builtins = new Map(Object.entries(builtins))
    this.createUrl = createUrl
    this.global = `globalThis[${JSON.stringify(key)}]`
    // All that generated code can call.
    Object.defineProperty(globalThis, key, {
      value: Object.freeze({
        __proto__: null,
        builtin: (/** @type {string} */ name) => this.#shim(name),
        context: (/** @type {string} */ href) => this.#context(href),
        loaded: (/** @type {number} */ load) => this.#waiting.get(load)?.(),
      }),
    })
  }

  /**
   * Imports the program's entry.
   *
   * @param {() => void} onLoaded called when all its modules are there and the
   *   first is about to run
   * @returns {Promise<unknown>} its namespace
   */
  run(onLoaded) {
    const { pathname } = new URL(this.entry)
    const path = decodeURIComponent(pathname.slice(this.#folder.length))
    if (!this.files.has(path)) {
      throw nodeError('MODULE_NOT_FOUND', `Cannot find module '${pathname}'`)
    }
    const { url } = this.#link({ href: this.entry, path }, path)
    return this.#load(url, onLoaded)
  }

  /** `/velocy/ch07/` */
  get #folder() {
    return new URL(this.root).pathname
  }

  /**
   * @param {string} specifier
   * @param {string} parent href of the module that has it
   * @returns {Resolved}
   * @throws {Error} with Node's code and message
   */
  resolve(specifier, parent) {
    const name = specifier.startsWith('node:') ? specifier.slice(5) : specifier
    const isBuiltin = builtinNames.has(name)
    if (isBuiltin && (specifier !== name || !onlyWithPrefix.has(name))) {
      return { builtin: name }
    }
    if (specifier.startsWith('node:')) {
      throw nodeError(
        'ERR_UNKNOWN_BUILTIN_MODULE',
        `No such built-in module: ${specifier}`,
      )
    }
    if (specifier === 'velocy') return this.#file('lib/index.js', parent)
    const from = new URL(parent).pathname
    const isPath = /^\.{0,2}\//.test(specifier)
    if (!isPath && !URL.canParse(specifier)) {
      throw nodeError(
        'ERR_MODULE_NOT_FOUND',
        `Cannot find package '${specifier}' imported from ${from}`,
      )
    }
    const { href, protocol } = new URL(specifier, parent)
    if (protocol !== 'file:') throw foreign(href, protocol)
    return this.#file(href, parent)
  }

  /**
   * @param {string} specifier relative to the chapter's folder, or a URL
   * @param {string} parent
   * @returns {{ href: string, path: string }}
   */
  #file(specifier, parent) {
    const { href, pathname } = new URL(specifier, this.root)
    const name = decodeURIComponent(pathname)
    const path = name.startsWith(this.#folder)
      ? name.slice(this.#folder.length)
      : ''
    if (this.files.has(path)) return { href, path }
    throw nodeError(
      'ERR_MODULE_NOT_FOUND',
      `Cannot find module '${name}' imported from ${new URL(parent).pathname}`,
    )
  }

  /**
   * @param {Resolved} resolved
   * @param {string} specifier
   * @returns {string} the browser's name for the module
   */
  #urlOf(resolved, specifier) {
    if ('builtin' in resolved) return this.#builtin(resolved.builtin, specifier)
    return this.#link(resolved, specifier).url
  }

  /**
   * @param {string} name
   * @param {string} specifier
   * @returns {string} the URL of a module that hands a shim on
   */
  #builtin(name, specifier) {
    const known = this.#builtinUrls.get(name)
    if (known !== undefined) return known
    const shim = this.#shim(name)
    const names = Object.keys(shim)
    const variables = names.map(
      (exported, i) => `v${i}=m[${JSON.stringify(exported)}]`,
    )
    const url = this.createUrl(
      `const m=${this.global}.builtin(${JSON.stringify(name)})` +
        `${variables.map((variable) => `,${variable}`).join('')};` +
        `export{${names.map((exported, i) => `v${i} as ${exported}`)}}`,
    )
    this.#builtinUrls.set(name, url)
    this.#specifiers.set(url, specifier)
    return url
  }

  /** @param {string} name */
  #shim(name) {
    const shim = this.builtins.get(name)
    if (shim) return shim
    throw unsupported(`There is no node:${name} in a page`, `node:${name}`)
  }

  /**
   * Makes a module, and those that it imports.
   *
   * @param {{ href: string, path: string }} file
   * @param {string} specifier
   * @returns {Module}
   */
  #link({ href, path }, specifier) {
    const known = this.#modules.get(href)
    if (known) return known
    if (this.#path.includes(href)) {
      const { url } = this.#standIn(href, path)
      this.#specifiers.set(url, specifier)
      return { href, path, url, edits: [], specifier, file: href }
    }
    this.#path.push(href)
    try {
      const { text, edits } = this.#withStandIn(href, this.#textOf(href, path))
      const url = this.createUrl(text)
      const module = { href, path, url, edits, specifier, file: href }
      this.#modules.set(href, module)
      this.#byUrl.set(url, module)
      return module
    } finally {
      this.#path.pop()
    }
  }

  /**
   * @param {string} href of a module whose imports lead back to it
   * @param {string} path
   */
  #standIn(href, path) {
    const known = this.#standIns.get(href)
    if (known) return known
    const standIn = standInFor(this.files.get(path) ?? '')
    const made = { ...standIn, url: this.createUrl(standIn.text) }
    this.#standIns.set(href, made)
    return made
  }

  /**
   * @param {string} href
   * @param {{ text: string, edits: Edit[] }} module
   * @returns {{ text: string, edits: Edit[] }} which tells its values to what
   *   stands in for it, if anything does
   */
  #withStandIn(href, { text, edits }) {
    const standIn = this.#standIns.get(href)
    if (!standIn) return { text, edits }
    let name = '__update'
    while (text.includes(name)) name = `_${name}`
    const { url, update, values } = standIn
    const call = `${name}(${values});`
    const head = `import{${update} as ${name}}from"${url}";${call}`
    const first = { line: 1, column: 1, removed: 0, added: head.length }
    return { text: `${head}${text}\n;${call}`, edits: [first, ...edits] }
  }

  /**
   * @param {string} href
   * @param {string} path
   * @returns {{ text: string, edits: Edit[] }} what the browser is to load
   */
  #textOf(href, path) {
    const source = this.files.get(path) ?? ''
    if (path.endsWith('.json')) {
      // Checked here, for an error as that of JSON.parse.
      const value = JSON.stringify(JSON.parse(source))
      return { text: `export default ${value}`, edits: [] }
    }
    return rewrite(source, {
      replacementFor: (specifier, type, line, column) => {
        try {
          const resolved = this.resolve(specifier, href)
          checkType(resolved, type)
          return this.#urlOf(resolved, specifier)
        } catch (error) {
          throw at(error, `${href}:${line}:${column}`)
        }
      },
      prefix: (load, meta) => {
        const context = this.createUrl(
          `export const{load,meta}=${this.global}.context(` +
            `${JSON.stringify(href)})`,
        )
        return `import{load as ${load},meta as ${meta}}from"${context}";`
      },
    })
  }

  /**
   * @param {string} href
   * @returns {{ load: Function, meta: object }} what stands for `import()` and
   *   `import.meta` in a module
   */
  #context(href) {
    const filename = decodeURIComponent(new URL(href).pathname)
    const meta = {
      __proto__: null,
      dirname: filename.slice(0, filename.lastIndexOf('/')),
      filename,
      main: href === this.entry,
      resolve: (/** @type {string} */ specifier) => {
        const resolved = this.resolve(`${specifier}`, href)
        return 'href' in resolved ? resolved.href : `node:${resolved.builtin}`
      },
      url: href,
    }
    return {
      meta,
      load: async (
        /** @type {unknown} */ specifier,
        /** @type {{ with?: { type?: string } }} */ options,
      ) => {
        const text = `${specifier}`
        const url = this.#urlFrom(href, text, options?.with?.type)
        const release = hold()
        try {
          return await this.#load(url, release)
        } finally {
          release()
        }
      },
    }
  }

  /**
   * @param {string} href of the module that calls `import()`, and is calling
   * @param {string} specifier
   * @param {string} [type] of the import's attributes
   * @returns {string} the browser's name for what is imported
   * @throws {Error} that says where the call is
   */
  #urlFrom(href, specifier, type) {
    try {
      const resolved = this.resolve(specifier, href)
      checkType(resolved, type)
      return this.#urlOf(resolved, specifier)
    } catch (error) {
      const caller = exec(programPosition, new Error().stack ?? '')
      throw caller ? at(error, caller[0]) : error
    }
  }

  /**
   * @param {string} url
   * @param {() => void} onLoaded
   * @returns {Promise<unknown>} the namespace
   */
  async #load(url, onLoaded) {
    const load = ++this.#loads
    this.#waiting.set(load, () => {
      this.#waiting.delete(load)
      onLoaded()
    })
    // The first module that a graph runs says that all of it is there. What
    // keeps it from then on is the program's own doing.
    const first = this.createUrl(`${this.global}.loaded(${load})`)
    const both = this.createUrl(
      `import"${first}";import*as namespace from"${url}";export{namespace}`,
    )
    const { namespace } = await import(/* @vite-ignore */ both)
    return namespace
  }

  /**
   * @param {string} url
   * @param {number} line
   * @param {number} column
   * @returns {import('./errors.js').Position | null}
   */
  positionOf(url, line, column) {
    const module = this.#byUrl.get(url)
    if (module === undefined) return null
    return {
      file: module.file,
      line,
      column: originalColumn(module.edits, line, column),
    }
  }

  /**
   * @param {string} url
   * @param {number} line
   * @param {number} column
   * @returns {import('./errors.js').Place | null}
   */
  placeOf(url, line, column) {
    const module = this.#byUrl.get(url)
    const position = this.positionOf(url, line, column)
    if (!module || !position) return null
    const { path } = module
    const text = this.files.get(path)?.split('\n')[line - 1] ?? ''
    return { ...position, path, text }
  }

  /**
   * @param {string} frame a line of a stack
   * @returns {import('./handles.js').Source | null}
   */
  sourceOf(frame) {
    const found = /(file:\/\/\/velocy\/\S+?):(\d+):(\d+)\)?$/.exec(frame)
    const path = found && this.#modules.get(found[1])?.path
    const text = path ? this.files.get(path) : undefined
    if (!found || text === undefined) return null
    return { text, line: Number(found[2]), column: Number(found[3]) }
  }

  /**
   * @param {string} url
   * @returns {string | null} what the program calls it
   */
  specifierOf(url) {
    return this.#byUrl.get(url)?.specifier ?? this.#specifiers.get(url) ?? null
  }
}

/**
 * @param {string} href
 * @param {string} protocol `https:`
 */
function foreign(href, protocol) {
  const error = nodeError(
    'ERR_UNSUPPORTED_ESM_URL_SCHEME',
    'Only URLs with a scheme in: file, data, and node are supported by the ' +
      `default ESM loader. Received protocol '${protocol}'`,
  )
  return withHint(error, 'hint.network', href)
}

/**
 * @param {Resolved} resolved
 * @param {string} [type] of the import's attributes
 * @throws {TypeError} as Node.js does, for JSON that is not imported as such
 */
function checkType(resolved, type) {
  if (!('path' in resolved)) return
  const { href, path } = resolved
  const needsType = path.endsWith('.json')
  if (needsType && type !== 'json') {
    throw nodeError(
      'ERR_IMPORT_ATTRIBUTE_MISSING',
      `Module "${href}" needs an import attribute of "type: json"`,
      TypeError,
    )
  }
  if (!needsType && type === 'json') {
    throw nodeError(
      'ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE',
      `Module "${href}" is not of type "json"`,
      TypeError,
    )
  }
}

/**
 * @template E
 * @param {E} error
 * @param {string} position of the import that failed
 * @returns {E} with its first frame, unless it has one already
 */
function at(error, position) {
  if (error instanceof Error && !error.stack?.includes('\n    at ')) {
    error.stack += `\n    at ${position}`
  }
  return error
}
