/** What a browser's own objects look like in Node.js, where inspect knows them. */

const custom = Symbol.for('nodejs.util.inspect.custom')

/** @typedef {(value: unknown, options: object) => string} Inspect */

/**
 * Properties of a URL, in the order of Node.js.
 */
const urlProperties = /** @type {const} */ ([
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'searchParams',
  'hash',
])

/**
 * @template {object} T
 * @param {{ prototype: T, name: string }} Class
 * @param {(value: T, show: (value: unknown) => string) => string} describe
 */
function show(Class, describe) {
  Object.defineProperty(Class.prototype, custom, {
    configurable: true,
    writable: true,
    /**
     * @this {T}
     * @param {number} depth
     * @param {{ depth: number | null }} options
     * @param {Inspect} inspect
     */
    value(depth, options, inspect) {
      if (depth < 0) return `[${Class.name}]`
      const left = options.depth === null ? null : options.depth - 1
      return describe(this, (value) =>
        inspect(value, { ...options, depth: left }),
      )
    },
  })
}

/** Makes `console.log` show them so. */
export function showAsNode() {
  show(URL, (url, shown) => {
    const entries = urlProperties.map((name) => [name, url[name]])
    return `URL ${shown(Object.fromEntries(entries))}`
  })
  show(URLSearchParams, (params, shown) => {
    const pairs = [...params].map(([name, value]) => {
      return `${shown(name)} => ${shown(value)}`
    })
    return pairs.length > 0
      ? `URLSearchParams { ${pairs.join(', ')} }`
      : 'URLSearchParams {}'
  })
  show(AbortSignal, ({ aborted }) => `AbortSignal { aborted: ${aborted} }`)
  show(
    AbortController,
    ({ signal }, shown) => `AbortController ${shown({ signal })}`,
  )
}
