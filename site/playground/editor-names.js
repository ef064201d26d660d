/**
 * What highlight.js colours in a listing and CodeMirror's parser has no tag
 * for: code that goes into the editor keeps its colours.
 */
import { syntaxTree } from '@codemirror/language'
import { Prec, RangeSetBuilder } from '@codemirror/state'
import { Decoration, ViewPlugin } from '@codemirror/view'

/** @import { EditorView, ViewUpdate } from '@codemirror/view' */

const keyword = Decoration.mark({ class: 'code-keyword' })
const title = Decoration.mark({ class: 'code-title' })
const name = Decoration.mark({ class: 'code-name' })

/** Begins as a class does, and is no constant. */
const CLASS_NAME = /^[A-Z]\w*[a-z]/

/** A tag of JSDoc, or a type in braces, which may hold braces. */
const JSDOC = /@[a-z]+\b|\{(?:[^{}\n]|\{[^{}\n]*\})+\}/gi

/**
 * @typedef {{ from: number, to: number, mark: Decoration }} Mark
 * @param {string} node as the grammar of JavaScript calls it
 * @param {string} text
 * @returns {Mark[]} positions from the beginning of the text
 */
export function marksIn(node, text) {
  const whole = { from: 0, to: text.length }
  if (node === 'BlockComment') {
    if (!text.startsWith('/**')) return []
    return [...text.matchAll(JSDOC)].map(({ 0: found, index }) => {
      const to = index + found.length
      return found.startsWith('@')
        ? { from: index, to, mark: keyword }
        : { from: index + 1, to: to - 1, mark: name }
    })
  }
  if (node !== 'VariableName' && node !== 'VariableDefinition') return []
  if (text === 'console') return [{ ...whole, mark: keyword }]
  return CLASS_NAME.test(text) ? [{ ...whole, mark: title }] : []
}

/** @param {EditorView} view */
function marksOf(view) {
  /** @type {RangeSetBuilder<Decoration>} */
  const builder = new RangeSetBuilder()
  let end = 0
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        // One that is in two visible ranges is marked once.
        if (node.from < end) return
        const text = view.state.sliceDoc(node.from, node.to)
        for (const { mark, ...place } of marksIn(node.name, text)) {
          builder.add(node.from + place.from, node.from + place.to, mark)
          end = node.to
        }
      },
    })
  }
  return builder.finish()
}

/** The extension. Its marks are within those of the grammar. */
export const names = Prec.highest(
  ViewPlugin.fromClass(
    class {
      /** @param {EditorView} view */
      constructor(view) {
        this.marks = marksOf(view)
      }

      /** @param {ViewUpdate} update */
      update({ view, startState, state, docChanged, viewportChanged }) {
        const isParsed = syntaxTree(startState) === syntaxTree(state)
        if (docChanged || viewportChanged || !isParsed) {
          this.marks = marksOf(view)
        }
      }
    },
    { decorations: (plugin) => plugin.marks },
  ),
)
