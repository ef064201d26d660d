import { allowedMethods, METHODS } from '../../lib/http/methods.js'

/**
 * What a server answers before any handler runs.
 *
 * @param {Map<string, string[]>} resources the methods that each path has a
 *   handler for, such as `['GET', 'PUT']`
 * @param {string} path
 * @param {string} method
 * @returns {{ status: number, allow?: string }} 200 when a handler is to run;
 *   `allow` with 405, and with the 204 that answers OPTIONS
 */
export function statusOf(resources, path, method) {
  const isKnown =
    METHODS.has(method) ||
    [...resources.values()].some((methods) => methods.includes(method))
  if (!isKnown) return { status: 501 }
  const methods = resources.get(path)
  if (!methods) return { status: 404 }
  const allowed = allowedMethods(methods)
  const allow = allowed.join(', ')
  if (method === 'OPTIONS' && !methods.includes(method)) {
    return { status: 204, allow }
  }
  return allowed.includes(method) ? { status: 200 } : { status: 405, allow }
}
