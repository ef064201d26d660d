import { StaticTable } from './static-table.js'

/** @import { Segment } from './pattern.js' */

/**
 * A node of the tree. Its text is what comes next in the path, to the letter.
 *
 * @template Value
 */
export class RadixNode {
  /** @param {string} text */
  constructor(text) {
    this.text = text
    /** What a lookup compares: an array is read faster than a string. */
    this.chars = codesOf(text)
    /** @type {Value | null} of the route that ends here */
    this.value = null
    /** @type {number[]} the first character code of each child's text */
    this.codes = []
    /** @type {RadixNode<Value>[]} the static children, in the same order */
    this.children = []
    /** @type {RadixNode<Value> | null} where a path goes on after a value */
    this.parameter = null
    /** @type {Value | null} of the route that takes all that is left */
    this.wildcard = null
  }
}

/** @param {string} text */
const codesOf = (text) =>
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))

/**
 * @param {string} a
 * @param {string} b
 * @returns {number} how many characters they begin with together
 */
function sharedLength(a, b) {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}

/**
 * Cuts a child in two. What it led to stays with its end, and a new node has
 * its beginning.
 *
 * @template Value
 * @param {RadixNode<Value>} parent
 * @param {number} index of the child
 * @param {number} length of the beginning
 * @returns {RadixNode<Value>} the new node
 */
function split(parent, index, length) {
  const lower = parent.children[index]
  const upper = new RadixNode(lower.text.slice(0, length))
  lower.text = lower.text.slice(length)
  lower.chars = codesOf(lower.text)
  upper.codes.push(lower.text.charCodeAt(0))
  upper.children.push(lower)
  parent.children[index] = upper
  return upper
}

/**
 * Follows a text from a node, and makes what is missing of the way.
 *
 * @template Value
 * @param {RadixNode<Value>} node
 * @param {string} text
 * @returns {RadixNode<Value>} where the text ends
 */
function descend(node, text) {
  if (text === '') return node
  const index = node.codes.indexOf(text.charCodeAt(0))
  if (index === -1) {
    const child = new RadixNode(text)
    node.codes.push(text.charCodeAt(0))
    node.children.push(child)
    return child
  }
  const child = node.children[index]
  const shared = sharedLength(text, child.text)
  const next = shared < child.text.length ? split(node, index, shared) : child
  return descend(next, text.slice(shared))
}

/**
 * Values by pattern. Patterns that begin alike share the beginning.
 *
 * @template Value
 */
export class RadixTree {
  /** @type {RadixNode<Value>} */
  root = new RadixNode('')
  /** @type {StaticTable<RadixNode<Value>>} where paths without values end */
  #statics = new StaticTable()
  /** Whether any path has values. If none has, all are in the table. */
  #hasValues = false
  /** @type {number[]} where the values of the last lookup begin */
  starts = []
  /** @type {number[]} where they end */
  ends = []

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
      this.#hasValues = true
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
    // Without a value before it, all of the path is in this text.
    const isNew = node.value === null
    if (isNew && segments.every(({ kind }) => kind === 'static')) {
      this.#statics.add(text, node)
    }
    node.value = node.value === null ? value : choose(node.value, value)
  }

  /**
   * Finds a route without values whose path is this one, to the letter.
   *
   * @param {string} path not empty
   * @returns {Value | null}
   */
  findStatic(path) {
    const node = this.#statics.get(path)
    return node === null ? null : node.value
  }

  /**
   * Finds what a path leads to. Its values are between `starts` and `ends`
   * until the next lookup, so that a lookup allocates nothing.
   *
   * @param {string} path
   * @returns {Value | null}
   */
  find(path) {
    if (!this.#hasValues) return this.findStatic(path)
    return this.#search(this.root, path, 0, 0)
  }

  /**
   * @param {RadixNode<Value>} node whose text has been matched
   * @param {string} path
   * @param {number} position behind that text
   * @param {number} depth how many values there are so far
   * @returns {Value | null}
   */
  #search(node, path, position, depth) {
    if (position === path.length) {
      return node.value ?? this.#takeRest(node, path, position, depth)
    }
    const child = childAt(node, path, position)
    if (child !== null) {
      const end = position + child.chars.length
      const found = this.#search(child, path, end, depth)
      if (found !== null) return found
    }
    if (node.parameter !== null) {
      const slash = path.indexOf('/', position)
      const end = slash === -1 ? path.length : slash
      if (end > position) {
        this.starts[depth] = position
        this.ends[depth] = end
        const found = this.#search(node.parameter, path, end, depth + 1)
        if (found !== null) return found
      }
    }
    return this.#takeRest(node, path, position, depth)
  }

  /**
   * @param {RadixNode<Value>} node
   * @param {string} path
   * @param {number} position
   * @param {number} depth
   */
  #takeRest(node, path, position, depth) {
    if (node.wildcard === null) return null
    this.starts[depth] = position
    this.ends[depth] = path.length
    return node.wildcard
  }
}

/**
 * The child whose text is at a position of the path.
 *
 * @template Value
 * @param {RadixNode<Value>} node
 * @param {string} path
 * @param {number} position
 */
function childAt({ codes, children }, path, position) {
  const code = path.charCodeAt(position)
  // Faster than indexOf, and than a Map of characters: most nodes have few.
  let index = codes.length - 1
  while (index >= 0 && codes[index] !== code) index--
  if (index < 0) return null
  const child = children[index]
  const { chars } = child
  if (position + chars.length > path.length) return null
  for (let i = 1; i < chars.length; i++) {
    if (path.charCodeAt(position + i) !== chars[i]) return null
  }
  return child
}
