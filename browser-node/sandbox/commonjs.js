/**
 * CommonJS modules of a program. They are run when they are required, as in
 * Node.js; ES modules that they require by a literal name have been run by
 * then, because a browser loads those only in its own time.
 */
import { rewrite } from './rewrite.js'

/** @typedef {import('./modules.js').Resolved} Resolved */
/** @typedef {{ href: string, path: string }} File */

/**
 * What CommonJS needs of the loader.
 *
 * @typedef {object} Modules
 * @property {() => string} entry href
 * @property {() => ReadonlyMap<string, string>} files
 * @property {(specifier: string, parent: string) => Resolved} resolve
 * @property {(name: string) => any} builtin namespace
 * @property {(href: string) => Function} importFrom stands for `import()`
 * @property {(file: File, url: string,
 *   edits: import('./rewrite.js').Edit[]) => void} register tells what the
 *   browser will call a module
 * @property {(message: string, name: string) => Error} unsupported
 */

const literalRequire = /\brequire\(\s*(['"])([^'"\\\n]+)\1\s*\)/g
const exportedName = /\bexports\.([A-Za-z_$][\w$]*)\s*=[^=]/g
// Not as a function of this module, but as a script of its own.
const evaluate = Reflect.get(globalThis, 'eval')

/** @param {string} href */
const pathname = (href) => decodeURIComponent(new URL(href).pathname)

export class CommonJs {
  /** @type {Map<string, { exports: any }>} by href */
  #modules = new Map()
  /** @type {Map<string, object>} namespaces of ES modules, by href */
  #namespaces = new Map()

  /** @param {Modules} modules */
  constructor(modules) {
    this.modules = modules
  }

  /**
   * @param {File} file
   * @returns {{ needed: File[], names: string[] }} the ES modules that it, and
   *   those that it requires, may require; and what it exports by name
   */
  scan({ href, path }) {
    /** @type {Map<string, File>} */
    const needed = new Map()
    const seen = new Set()
    const visit = (/** @type {File} */ file) => {
      if (seen.has(file.href)) return
      seen.add(file.href)
      const source = this.modules.files().get(file.path) ?? ''
      for (const [, , specifier] of source.matchAll(literalRequire)) {
        const found = this.#find(specifier, file.href)
        if (found === null || 'builtin' in found) continue
        if (found.path.endsWith('.cjs')) visit(found)
        else if (!found.path.endsWith('.json')) needed.set(found.href, found)
      }
    }
    visit({ href, path })
    const source = this.modules.files().get(path) ?? ''
    const names = [...source.matchAll(exportedName)].map(([, name]) => name)
    return {
      needed: [...needed.values()],
      names: [...new Set(names)].filter((name) => name !== 'default'),
    }
  }

  /**
   * @param {string} href
   * @param {object} namespace of an ES module that may be required
   */
  provide(href, namespace) {
    this.#namespaces.set(href, namespace)
  }

  /**
   * @param {File} file
   * @returns {any} what the module exports; it is run the first time
   */
  load(file) {
    const { href, path } = file
    const known = this.#modules.get(href)
    if (known) return known.exports
    const source = this.modules.files().get(path) ?? ''
    if (path.endsWith('.json')) return JSON.parse(source)
    const filename = pathname(href)
    const module = {
      id: filename,
      filename,
      loaded: false,
      children: [],
      paths: [],
      exports: {},
    }
    this.#modules.set(href, module)
    try {
      this.#compile(file, source).call(
        module.exports,
        module.exports,
        this.#requireFrom(href, module),
        module,
        filename,
        filename.slice(0, filename.lastIndexOf('/')),
        this.modules.importFrom(href),
      )
      module.loaded = true
    } catch (error) {
      this.#modules.delete(href)
      throw error
    }
    return module.exports
  }

  /**
   * @param {File} file
   * @param {string} source
   * @returns {Function}
   */
  #compile(file, source) {
    let load = ''
    const { text, edits } = rewrite(source, {
      replacementFor: (specifier) => specifier,
      prefix: (name) => {
        load = `, ${name}`
        return ''
      },
    })
    const head = `(function (exports, require, module, __filename, __dirname${load}) {`
    const added = head.length
    const url = `blob:${pathname(file.href)}`
    this.modules.register(file, url, [
      { line: 1, column: 1, removed: 0, added },
      ...edits,
    ])
    return evaluate(`${head}${text}\n})\n//# sourceURL=${url}`)
  }

  /**
   * @param {string} href
   * @param {object} module
   */
  #requireFrom(href, module) {
    const { modules } = this
    const find = (/** @type {string} */ specifier) => {
      const found = this.#find(specifier, href)
      if (found) return found
      const message = `Cannot find module '${specifier}'\nRequire stack:\n- `
      throw Object.assign(new Error(message + pathname(href)), {
        code: 'MODULE_NOT_FOUND',
        requireStack: [pathname(href)],
      })
    }
    const require = (/** @type {string} */ specifier) => {
      const found = find(specifier)
      if ('builtin' in found) {
        const shim = modules.builtin(found.builtin)
        return shim.default ?? shim
      }
      if (/\.(cjs|json)$/.test(found.path)) return this.load(found)
      const namespace = /** @type {any} */ (this.#namespaces.get(found.href))
      if (namespace) return namespace['module.exports'] ?? namespace
      throw modules.unsupported(
        `require() of a module that is not named literally: ${specifier}`,
        'require',
      )
    }
    return Object.assign(require, {
      main: href === modules.entry() ? module : undefined,
      cache: {},
      resolve: (/** @type {string} */ specifier) => {
        const found = find(specifier)
        return 'builtin' in found ? specifier : pathname(found.href)
      },
    })
  }

  /**
   * @param {string} specifier whose ending may be left out
   * @param {string} parent href
   * @returns {Resolved | null}
   */
  #find(specifier, parent) {
    const endings = /^\.{0,2}\//.test(specifier)
      ? ['', '.js', '.cjs', '.json', '/index.js']
      : ['']
    for (const ending of endings) {
      try {
        return this.modules.resolve(specifier + ending, parent)
      } catch {
        // Perhaps with the next ending.
      }
    }
    return null
  }
}
