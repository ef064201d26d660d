import { readFileSync } from 'node:fs'
import { slowFind } from '../test/slow-router.js'

/** @typedef {{ method: string, path: string }} Lookup */
/**
 * @typedef {{ method: string, parts: string[] }} Pattern a path, cut where each
 *   lookup has a value of its own
 */
/**
 * @typedef {Lookup & { route: Lookup, params: Record<string, string> }} Hit a
 *   lookup, and what it must find
 */

/**
 * The routes of a table: `app`, `static`, or `github`, which has methods and
 * paths as GitHub documents them for its REST API.
 *
 * @param {string} name
 * @returns {Lookup[]}
 */
export function readTable(name) {
  const file = new URL(`tables/${name}.txt`, import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [method, path] = line.split(' ')
      return { method, path }
    })
}

/**
 * A lookup for every route, with values that are different for each.
 *
 * @param {Lookup[]} routes
 * @returns {Hit[]}
 */
export function hitsOf(routes) {
  return routes.map((route, index) => {
    /** @type {Record<string, string>} */
    const params = {}
    const path = route.path.replace(/[:*](\w+)/g, (text, name) => {
      const value = `${name}-${index}`
      params[name] = text.startsWith('*') ? `${value}/index.js` : value
      return params[name]
    })
    return { method: route.method, path, route, params }
  })
}

/**
 * Paths that almost lead somewhere: too long, with a beginning that no route
 * has, or with another last letter.
 *
 * @param {Lookup[]} routes
 * @returns {Lookup[]}
 */
export function missesOf(routes) {
  return hitsOf(routes)
    .flatMap(({ method, path }) => [
      { method, path: `${path}/missing` },
      { method, path: `/missing${path}` },
      { method, path: `${path.slice(0, -1)}~` },
    ])
    .filter(({ method, path }) => !slowFind(routes, method, path))
}

/**
 * @param {Lookup} route
 * @returns {Pattern}
 */
const patternOf = ({ method, path }) => ({ method, parts: path.split(VALUE) })
const VALUE = /[:*]\w+/

/** @param {Lookup[]} routes */
export const patternsOf = (routes) => routes.map(patternOf)

/**
 * What {@link missesOf} has, with values of their own for each lookup.
 *
 * @param {Lookup[]} routes
 * @returns {Pattern[]}
 */
export function missingPatternsOf(routes) {
  return routes
    .flatMap(({ method, path }) => [
      { method, path: `${path}/missing` },
      { method, path: `/missing${path}` },
      { method, path: path.replace(/[^/]$/, '~') },
    ])
    .filter(({ method, path }) => {
      const parts = path.split(VALUE)
      return !slowFind(routes, method, parts.join('value-1'))
    })
    .map(patternOf)
}
