import { inheritNothing } from '../common/inherit-nothing.js'
import { foldSegment } from './path.js'
import { RadixTree } from './radix.js'
import { ALL } from './route.js'

/** @import { RadixNode } from './radix.js' */
/** @import { Match, Route } from './route.js' */

/**
 * Routes as code. Paths are in their normal form, and folded if the routes are.
 *
 * @typedef {object} Compiled
 * @property {(method: string, path: string, sent: string) => Match | null} find
 *   cuts the values from `sent`, the same path not folded, and does not decode
 *   them
 * @property {(path: string) => boolean} knows whether any method has a route
 *   for the path
 */

/**
 * @param {Route[]} routes
 * @param {boolean} isFolded whether upper case and lower case are the same
 * @returns {Compiled | null} null if Node.js may not make code from strings, or
 *   if the routes nest too deeply for the stack
 */
export function compile(routes, isFolded) {
  try {
    const { source, constants } = write(routes, isFolded)
    const make = new Function('constants', 'inheritNothing', source)
    return make(constants, inheritNothing)
  } catch (error) {
    if (error instanceof EvalError || error instanceof RangeError) return null
    throw error
  }
}

/**
 * Writes the program for some routes. Their text appears in it only as numbers
 * and as string literals from JSON.stringify; all else is passed in.
 *
 * @param {Route[]} routes
 * @param {boolean} isFolded
 */
export function write(routes, isFolded) {
  /** @type {RadixTree<Route[]>} of all methods together */
  const tree = new RadixTree()
  for (const route of routes) {
    const { segments } = route
    const texts = isFolded ? segments.map(foldSegment) : segments
    tree.insert(texts, [route], (present, added) => [...present, ...added])
  }
  const writer = new Writer()
  const steps = writer.node(tree.root, 0, 0)
  // V8 compiles a function in parentheses at once, any other at its first call.
  const source = `'use strict'
let isNear = false
${writer.parts.join('\n')}
const find = (function (method, path, sent) {
const length = path.length, p0 = 0
${steps}
return null
})
return {
find,
knows(path) {
isNear = false
return find('', path, path) !== null || isNear
},
}`
  return { source, constants: writer.constants }
}

/**
 * Writes what a lookup does in each node of a tree. In the code, `p2` is the
 * position after the text of a node two levels below the root, and `s0` and
 * `e0` are where the first value starts and ends.
 */
class Writer {
  /** Functions and constants of the program. @type {string[]} */
  parts = []
  /** What is passed in to the program. @type {(Route | Match)[]} */
  constants = []
  /** Functions that make a match, by its names. @type {Map<string, string>} */
  #makers = new Map()

  /**
   * Moves steps to a function of their own: V8 compiles and optimizes each
   * function as a whole, and meanwhile no request is answered.
   *
   * @param {string} text
   * @param {number} depth @param {number} count of the values so far
   */
  #part(text, depth, count) {
    const name = `part${this.parts.length}`
    const list = `(method, path, sent, length, p${depth}${ends(count)})`
    this.parts.push(`const ${name} = (function ${list} {
${text}
return null
})`)
    return `{
const found = ${name}${list}
if (found !== null) return found
}`
  }

  /**
   * The steps of a node, once its text has matched. When the code runs to its
   * end, the path leads nowhere from here.
   *
   * @param {RadixNode<Route[]>} node
   * @param {number} depth @param {number} count of the values so far
   * @returns {string}
   */
  node(node, depth, count) {
    const text = this.#steps(node, depth, count).join('\n')
    if (text.length > 10_000) return this.#part(text, depth, count)
    return text
  }

  /**
   * @param {RadixNode<Route[]>} node
   * @param {number} depth @param {number} count of the values so far
   */
  #steps(node, depth, count) {
    const { value, child, parameter, wildcard } = node
    const steps = []
    if (value) {
      steps.push(`if (length === p${depth}) {\n${this.#end(value, count)}\n}`)
    }
    if (child) steps.push(this.#children(node, depth, count))
    if (parameter) steps.push(this.#parameter(parameter, depth, count))
    if (wildcard) steps.push(this.#wildcard(wildcard, depth, count))
    return steps
  }

  /**
   * Continues in the child whose text begins with the next character.
   *
   * @param {RadixNode<Route[]>} node
   * @param {number} depth @param {number} count of the values so far
   */
  #children({ children }, depth, count) {
    const here = `p${depth}`
    const steps = children.map((child) => this.node(child, depth + 1, count))
    const cases = children.map(
      ({ code, text }, i) => `case ${code}: ${textTest(text, here)}{
const p${depth + 1} = ${here} + ${text.length}
${steps[i]}
}
break`,
    )
    const lines = [`switch (path.charCodeAt(${here})) {`, ...cases, '}']
    // Reading past the end would undo the optimization of the whole function.
    lines.unshift(`if (length > ${here})`)
    return lines.join('\n')
  }

  /**
   * Takes a value, and continues after it.
   *
   * @param {RadixNode<Route[]>} node after the value
   * @param {number} depth of the node before it
   * @param {number} count of the values before it
   */
  #parameter(node, depth, count) {
    const [start, end] = [`s${count}`, `e${count}`]
    return `{
const ${start} = p${depth}
let ${end} = path.indexOf('/', ${start})
if (${end} === -1) ${end} = length
if (${end} !== ${start}) {
const p${depth + 1} = ${end}
${this.node(node, depth + 1, count + 1)}
}
}`
  }

  /**
   * Takes the rest of the path as a value.
   *
   * @param {Route[]} routes
   * @param {number} depth @param {number} count of the values before it
   */
  #wildcard(routes, depth, count) {
    return `const s${count} = p${depth}, e${count} = length
${this.#end(routes, count + 1)}`
  }

  /**
   * Chooses among the routes of one path by the method.
   *
   * @param {Route[]} routes
   * @param {number} count of the values
   */
  #end(routes, count) {
    const steps = []
    for (const route of routes) {
      if (route.method === ALL) continue
      steps.push(methodTest(route, routes))
      steps.push(this.#found(route, count))
    }
    const rest = routes.find(({ method }) => method === ALL)
    steps.push(rest ? this.#found(rest, count) : 'isNear = true')
    return steps.join('\n')
  }

  /** @param {Route} route @param {number} count of its values */
  #found(route, count) {
    if (count === 0) return `return ${this.#constant(route.match)}`
    const maker = this.#maker(route.names)
    return `return ${maker}(sent, ${this.#constant(route)}${ends(count)})`
  }

  /** @param {Route | Match} value to be passed in */
  #constant(value) {
    const index = this.constants.push(value) - 1
    this.parts.push(`const c${index} = constants[${index}]`)
    return `c${index}`
  }

  /**
   * Names the function that makes a match, one for all routes with the same
   * names. V8 does not inline a call that happens once in hundreds of lookups,
   * and a `new` that is not inlined is slow.
   *
   * @param {string[]} names
   */
  #maker(names) {
    const key = names.join()
    const present = this.#makers.get(key)
    if (present !== undefined) return present
    const number = this.#makers.size
    this.#makers.set(key, `match${number}`)
    const stores = names.map(
      (name, i) => `this[${JSON.stringify(name)}] = v${i}`,
    )
    const values = names.map((_, i) => `v${i}`)
    const slices = names.map((_, i) => `sent.slice(s${i}, e${i})`)
    this.parts.push(`const Params${number} = inheritNothing(function (${values}) {
${stores.join('\n')}
})
function match${number}(sent, route${ends(names.length)}) {
const params = new Params${number}(${slices})
return { handler: route.handler, params, route }
}`)
    return `match${number}`
  }
}

/** @param {number} count */
const ends = (count) =>
  Array.from({ length: count }, (_, i) => `, s${i}, e${i}`).join('')

/**
 * A route for GET answers HEAD as well, unless HEAD has a route of its own.
 *
 * @param {Route} route
 * @param {Route[]} routes with the same path
 */
function methodTest({ method }, routes) {
  const test = `method === ${JSON.stringify(method)}`
  const isAlone = routes.every((route) => route.method !== 'HEAD')
  const isBoth = method === 'GET' && isAlone
  return `if (${isBoth ? `${test} || method === 'HEAD'` : test})`
}

/** Texts up to this length are compared character by character. */
const SHORT = 8

/**
 * Tests for the rest of a text whose first character has matched.
 *
 * @param {string} text @param {string} position
 */
function textTest(text, position) {
  if (text.length === 1) return ''
  if (text.length > SHORT) {
    return `if (path.startsWith(${JSON.stringify(text)}, ${position})) `
  }
  const tests = Array.from(text.slice(1), (character, i) => {
    const code = character.charCodeAt(0)
    return `path.charCodeAt(${position} + ${i + 1}) === ${code}`
  })
  tests.unshift(`length >= ${position} + ${text.length}`)
  return `if (${tests.join(' && ')}) `
}
