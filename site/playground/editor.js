/// <reference path="../types.d.ts" />
/**
 * The code editor: CodeMirror in the look of the book's listings. It is loaded
 * on first use: `load('editor')` of site/load.js.
 */

import catalogs from 'strings:./strings'
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands'
import { javascriptLanguage } from '@codemirror/lang-javascript'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view'
import { tags as t } from '@lezer/highlight'
import { element, uniqueId } from '../dom.js'
import { translator } from '../strings.js'
import { names } from './editor-names.js'

/**
 * @typedef {object} Editor
 * @property {string} text as it stands
 * @property {(text: string) => void} setText replaces all of it; the reader can
 *   undo that, and nothing else with it
 * @property {() => void} focus
 * @property {(line: number, column?: number) => void} goTo puts the cursor
 *   there, both from 1, and brings it into sight
 * @property {(line: number, message: string) => void} showError marks a line,
 *   from 1, and says what is wrong below it
 * @property {() => void} clearError
 * @property {() => void} destroy
 */

/** The colours of the listings: theme/css/listing.css. */
const colours = HighlightStyle.define([
  { tag: t.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  {
    tag: [t.keyword, t.self],
    color: 'var(--code-keyword)',
    fontWeight: '500',
  },
  // An operator that is a word is a keyword; one that is a sign is none.
  { tag: t.operatorKeyword, color: 'var(--code-keyword)', fontWeight: '500' },
  { tag: [t.string, t.regexp, t.escape], color: 'var(--code-string)' },
  { tag: [t.number, t.bool, t.null], color: 'var(--code-number)' },
  {
    tag: [
      t.function(t.variableName),
      t.function(t.propertyName),
      t.function(t.definition(t.variableName)),
      t.function(t.definition(t.propertyName)),
      t.className,
      t.definition(t.className),
    ],
    color: 'var(--code-title)',
  },
  { tag: t.propertyName, color: 'var(--code-name)' },
  { tag: t.invalid, textDecoration: 'underline wavy var(--bad)' },
])

/** @type {import('@codemirror/state').StateEffectType<ErrorMark | null>} */
const setError = StateEffect.define()

/** @typedef {{ line: number, message: string }} ErrorMark */

/** The message below the line at fault. */
class ErrorMessage extends WidgetType {
  /** @param {string} message */
  constructor(message) {
    super()
    this.message = message
  }

  /** @param {ErrorMessage} other */
  eq(other) {
    return other.message === this.message
  }

  toDOM() {
    return element('div', { class: 'code-error' }, this.message)
  }
}

/** @type {import('@codemirror/state').StateField<import('@codemirror/view').DecorationSet>} */
const errorMark = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setError)) continue
      if (!effect.value) return Decoration.none
      const { line: number, message } = effect.value
      const line = transaction.state.doc.line(number)
      return Decoration.set([
        Decoration.line({ class: 'code-error-line' }).range(line.from),
        Decoration.widget({
          widget: new ErrorMessage(message),
          block: true,
          side: 1,
        }).range(line.to),
      ])
    }
    return marks.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * @param {object} options
 * @param {HTMLElement} options.parent what it is put into, at the end
 * @param {string} options.text
 * @param {string} options.label its name, for screen readers
 * @param {string | null} [options.language] `javascript`; other text is plain
 * @param {(text: string) => void} [options.onChange] after each change
 * @param {() => void} [options.onRun] for Ctrl-Enter, or Cmd-Enter
 * @returns {Editor}
 */
export function createEditor(options) {
  const { parent, text, label, language = 'javascript' } = options
  const { onChange = () => {}, onRun } = options
  const say = translator(catalogs, document.documentElement.lang)
  const hint = element('p', { class: 'code-hint', id: uniqueId('code-hint') })
  /** @param {boolean} leaves whether Tab leads out of the editor now */
  const showHint = (leaves) => {
    hint.textContent = say(leaves ? 'editor.leave' : 'editor.hint')
    if (!leaves && onRun) {
      hint.append(' ', say('editor.run', { key: isMac ? '⌘' : 'Ctrl' }))
    }
  }
  showHint(false)
  const leaving = element('span', { class: 'visually-hidden', role: 'status' })
  const box = element('div', { class: 'code-editor' })
  const extensions = [
    ...editing(say, onRun),
    tabLeavesAfterEscape((leaves) => {
      showHint(leaves)
      leaving.textContent = leaves ? say('editor.leave') : ''
    }),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': hint.id,
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      // What is editable can be reached anyway; not every tool knows.
      tabindex: '0',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
    ...(language === 'javascript' ? [names, javascriptLanguage] : []),
  ]
  const view = new EditorView({ doc: text, extensions, parent: box })
  box.append(hint, leaving)
  parent.append(box)
  return editorOf(view, box)
}

/**
 * @param {import('../strings.js').Translate} say
 * @param {() => void} [onRun]
 * @returns {import('@codemirror/state').Extension[]}
 */
const editing = (say, onRun) => [
  keymap.of([
    ...(onRun ? runKeys(onRun) : []),
    indentWithTab,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  lineNumbers(),
  history(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  EditorState.phrases.of(phrases(say)),
  indentOnInput(),
  bracketMatching(),
  errorMark,
  syntaxHighlighting(colours),
]

/**
 * @param {EditorView} view
 * @param {HTMLElement} box
 * @returns {Editor}
 */
function editorOf(view, box) {
  /** @param {number} line */
  const inside = (line) => Math.min(Math.max(line, 1), view.state.doc.lines)
  return {
    get text() {
      return view.state.doc.toString()
    },
    setText(insert) {
      const to = view.state.doc.length
      view.dispatch({
        changes: { from: 0, to, insert },
        annotations: isolateHistory.of('full'),
      })
    },
    focus: () => view.focus(),
    goTo(number, column = 1) {
      const line = view.state.doc.line(inside(number))
      const anchor = Math.min(line.from + Math.max(column, 1) - 1, line.to)
      view.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      })
      view.focus()
    },
    showError: (line, message) =>
      view.dispatch({ effects: setError.of({ line: inside(line), message }) }),
    clearError: () => view.dispatch({ effects: setError.of(null) }),
    destroy() {
      view.destroy()
      box.remove()
    },
  }
}

/**
 * @param {() => void} onRun
 * @returns {import('@codemirror/view').KeyBinding[]}
 */
function runKeys(onRun) {
  const run = () => {
    onRun()
    return true
  }
  return [
    { key: 'Mod-Enter', run, preventDefault: true },
    { key: 'Ctrl-Enter', run, preventDefault: true },
  ]
}

/**
 * Tab indents; after Escape it leads out of the editor, until another key is
 * pressed or the editor is left.
 *
 * @param {(leaves: boolean) => void} onChange
 */
function tabLeavesAfterEscape(onChange) {
  let leaves = false
  /** @param {EditorView} view @param {boolean} next */
  const set = (view, next) => {
    if (leaves === next) return
    leaves = next
    view.setTabFocusMode(next)
    onChange(next)
  }
  const others = ['Tab', 'Shift', 'Control', 'Alt', 'Meta']
  return EditorView.domEventHandlers({
    keydown(event, view) {
      if (!others.includes(event.key)) set(view, event.key === 'Escape')
      return false
    },
    blur(_, view) {
      set(view, false)
      return false
    },
  })
}

/**
 * What CodeMirror itself says.
 *
 * @param {import('../strings.js').Translate} say
 */
const phrases = (say) => ({
  'Control character': say('editor.controlCharacter'),
  'Selection deleted': say('editor.selectionDeleted'),
})
