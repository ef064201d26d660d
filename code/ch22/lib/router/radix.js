/** @import { Segment } from './pattern.js' */

const ASCII = 128

/** A node with more children than this has a table of them. */
const MAX_LISTED = 4

/**
 * A node of the tree. Its text is what comes next in the path, to the letter.
 *
 * @template Value
 */
export class RadixNode {
  /** @type {Value | null} of the route that ends here */
  value = null
  /** @type {RadixNode<Value> | null} the first of the static children */
  child = null
  /** @type {RadixNode<Value> | null} the next child of the same node */
  sibling = null
  /** @type {(RadixNode<Value> | null)[] | null} children by first character */
  table = null
  /** @type {RadixNode<Value> | null} where a path goes on after a value */
  parameter = null
  /** @type {Value | null} of the route that takes all that is left */
  wildcard = null

  /** @param {string} text */
  constructor(text) {
    this.text = text
    // A lookup asks for these first, so they're in the node itself. An empty
    // text gets 0 and not NaN, or V8 would keep all codes as boxed numbers.
    this.code = text === '' ? 0 : text.charCodeAt(0)
    this.length = text.length
  }

  /** The static children. */
  get children() {
    const children = []
    for (let next = this.child; next !== null; next = next.sibling) {
      children.push(next)
    }
    return children
  }

  /** @param {RadixNode<Value>} child */
  add(child) {
    child.sibling = this.child
    this.child = child
    const { children } = this
    if (children.length <= MAX_LISTED) return
    this.table ??= new Array(ASCII).fill(null)
    for (const listed of children) this.table[listed.code] = listed
  }

  /**
   * Cuts the node in two. It keeps the beginning of its text, and a new node
   * below it gets the end, with everything the text led to.
   *
   * @param {number} length of the beginning
   */
  split(length) {
    const { text, value, child, table, parameter, wildcard } = this
    /** @type {RadixNode<Value>} */
    const lower = new RadixNode(text.slice(length))
    Object.assign(lower, { value, child, table, parameter, wildcard })
    this.text = text.slice(0, length)
    this.length = length
    this.value = this.child = this.table = this.parameter = this.wildcard = null
    this.add(lower)
  }
}

/**
 * @param {string} a
 * @param {string} b
 * @returns {number} length of the common prefix
 */
function commonPrefixLength(a, b) {
  const limit = Math.min(a.length, b.length)
  let length = 0
  while (length < limit && a[length] === b[length]) length++
  return length
}

/**
 * Follows a text from a node, and makes the nodes that are missing.
 *
 * @template Value
 * @param {RadixNode<Value>} node
 * @param {string} text
 * @returns {RadixNode<Value>} where the text ends
 */
function descend(node, text) {
  if (text === '') return node
  const child = childOf(node, text.charCodeAt(0))
  if (child === null) {
    /** @type {RadixNode<Value>} */
    const added = new RadixNode(text)
    node.add(added)
    return added
  }
  const shared = commonPrefixLength(text, child.text)
  if (shared < child.length) child.split(shared)
  return descend(child, text.slice(shared))
}

/**
 * Values by pattern. Patterns that begin alike share the beginning.
 *
 * @template Value
 */
export class RadixTree {
  /** @type {RadixNode<Value>} */
  root = new RadixNode('')

  /**
   * @param {Segment[]} segments of the pattern
   * @param {Value} value
   * @param {(present: Value, added: Value) => Value} choose of two values for
   *   the same paths; may throw
   */
  insert(segments, value, choose) {
    let node = this.root
    let text = ''
    for (const segment of segments) {
      text += '/'
      if (segment.kind === 'static') {
        text += segment.text
        continue
      }
      node = descend(node, text)
      text = ''
      if (segment.kind === 'wildcard') {
        node.wildcard =
          node.wildcard === null ? value : choose(node.wildcard, value)
        return
      }
      node.parameter ??= new RadixNode('')
      node = node.parameter
    }
    node = descend(node, text)
    node.value = node.value === null ? value : choose(node.value, value)
  }

  /**
   * Leaves the parameters' positions in STARTS and ENDS; the next lookup in any
   * tree overwrites them. Read them with valueAt() before that.
   *
   * @param {string} path not empty
   * @returns {Value | null}
   */
  find(path) {
    return search(this.root, path, 0, 0)
  }
}

/** @type {number[]} where the values of the last lookup begin in its path */
const STARTS = []
/** @type {number[]} where they end */
const ENDS = []

/**
 * @param {string} path that was looked up last
 * @param {number} index of the value, from left to right
 */
export const valueAt = (path, index) => path.slice(STARTS[index], ENDS[index])

/**
 * @template Value
 * @param {RadixNode<Value>} node whose text has been matched
 * @param {string} path
 * @param {number} position after that text
 * @param {number} depth how many values there are so far
 * @returns {Value | null}
 */
function search(node, path, position, depth) {
  while (position < path.length) {
    const { parameter, wildcard } = node
    const child = childAt(node, path, position)
    if (child !== null) {
      const next = position + child.length
      if (parameter === null && wildcard === null) {
        // There is no other branch to come back for.
        node = child
        position = next
        continue
      }
      const found = search(child, path, next, depth)
      if (found !== null) return found
    }
    if (parameter === null) break
    const end = segmentEnd(path, position)
    if (end === position) break
    STARTS[depth] = position
    ENDS[depth] = end
    if (wildcard !== null) {
      const found = search(parameter, path, end, depth + 1)
      if (found !== null) return found
      break
    }
    node = parameter
    position = end
    depth++
  }
  if (position === path.length && node.value !== null) return node.value
  STARTS[depth] = position
  ENDS[depth] = path.length
  return node.wildcard
}

/**
 * @param {string} path
 * @param {number} position
 */
function segmentEnd(path, position) {
  const slash = path.indexOf('/', position)
  return slash === -1 ? path.length : slash
}

/**
 * The child whose text is at a position of the path.
 *
 * @template Value
 * @param {RadixNode<Value>} node
 * @param {string} path
 * @param {number} position
 */
function childAt(node, path, position) {
  const child = childOf(node, path.charCodeAt(position))
  if (child === null || child.length === 1) return child
  const { text, length } = child
  // startsWith takes longer to start than a loop, and less per character.
  if (length > LOOP_LIMIT) return path.startsWith(text, position) ? child : null
  if (position + length > path.length) return null
  for (let i = 1; i < length; i++) {
    if (path.charCodeAt(position + i) !== text.charCodeAt(i)) return null
  }
  return child
}

const LOOP_LIMIT = 12

/**
 * The child whose text begins with a character, if there is one.
 *
 * @template Value
 * @param {RadixNode<Value>} node
 * @param {number} code of the character
 */
function childOf({ child, table }, code) {
  if (table !== null) return code < ASCII ? table[code] : null
  while (child !== null && child.code !== code) child = child.sibling
  return child
}
