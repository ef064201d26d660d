/** @import { Segment } from './pattern.js' */

/**
 * A node of the trie: one segment of a path.
 *
 * @template Value
 */
export class TrieNode {
  /** @type {Map<string, TrieNode<Value>>} by the text of the next segment */
  children = new Map()
  /** @type {TrieNode<Value> | null} where any next segment leads */
  parameter = null
  /** @type {Value | null} of the route that ends here */
  value = null
}

/**
 * Values by pattern, a segment at a time.
 *
 * @template Value
 */
export class Trie {
  /** @type {TrieNode<Value>} */
  root = new TrieNode()

  /**
   * @param {Segment[]} segments of the pattern
   * @param {Value} value
   * @param {(present: Value, added: Value) => Value} choose of two values for
   *   the same paths; may throw
   */
  insert(segments, value, choose) {
    let node = this.root
    for (const segment of segments) node = next(node, segment)
    node.value = node.value === null ? value : choose(node.value, value)
  }

  /**
   * Finds what a path leads to.
   *
   * @param {string} path
   * @returns {{ value: Value, values: string[] } | null} the value, and the
   *   segments that stand for the parameters, from left to right
   */
  find(path) {
    // The target of `OPTIONS *` isn't a path.
    if (!path.startsWith('/')) return null
    const texts = path.slice(1).split('/')
    /** @type {string[]} */
    const values = []
    const value = search(this.root, texts, 0, values)
    return value === null ? null : { value, values }
  }
}

/**
 * The node that a segment leads to, made if it is missing.
 *
 * @template Value
 * @param {TrieNode<Value>} node
 * @param {Segment} segment
 * @returns {TrieNode<Value>}
 */
function next(node, segment) {
  if (segment.kind === 'parameter') {
    node.parameter ??= new TrieNode()
    return node.parameter
  }
  const present = node.children.get(segment.text)
  if (present) return present
  /** @type {TrieNode<Value>} */
  const made = new TrieNode()
  node.children.set(segment.text, made)
  return made
}

/**
 * @template Value
 * @param {TrieNode<Value>} node
 * @param {string[]} texts the segments of the path
 * @param {number} index of the first that is not matched yet
 * @param {string[]} values that parameters have taken
 * @returns {Value | null}
 */
function search(node, texts, index, values) {
  if (index === texts.length) return node.value
  const text = texts[index]
  const child = node.children.get(text)
  if (child !== undefined) {
    const found = search(child, texts, index + 1, values)
    if (found !== null) return found
  }
  // No match below the text itself: go back, and take it as a value.
  if (node.parameter === null || text === '') return null
  values.push(text)
  const found = search(node.parameter, texts, index + 1, values)
  if (found === null) values.pop()
  return found
}
