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
  const methods = resources.get(path)
  return { status: methods?.includes(method) ? 200 : 404 }
}
