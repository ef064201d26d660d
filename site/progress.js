/**
 * A reader's progress in the browser's storage: the same text that the
 * terminal keeps in a file (common/progress.js), and the drafts of the
 * exercises beside it. What cannot be stored is kept for as long as the page
 * is open.
 */
import {
  emptyProgress,
  formatProgress,
  mergeProgress,
  ProgressError,
  parseProgress,
} from '../common/progress.js'

/** @typedef {import('../common/progress.js').Progress} Progress */

/** Every key of ours begins so; `erase` removes them all. */
const OURS = 'velocy-'
const KEY = `${OURS}progress`
const OFF = `${OURS}progress-off`
const DRAFT = `${OURS}draft:`

/**
 * What a reader should know about the store, once per page. memory: nothing
 * can be stored, so it lasts as long as the page. damaged: what was there
 * could not be read, and is kept under another key. newer: a later version of
 * the book wrote it, so it is left alone.
 *
 * @typedef {{ kind: 'memory' | 'damaged' | 'newer', reason: string,
 *   key: string }} Problem `key` is where the text is
 */

export class ProgressStore extends EventTarget {
  /** What the storage does not hold. @type {Progress | null} */
  #memory = null
  /** The text that was stored when it had no room for that. */
  #storedBefore = /** @type {string | null} */ (null)
  /** @type {Map<string, string>} by exercise */
  #drafts = new Map()
  /** Whether the reader has switched it off; null when the storage says. */
  #off = /** @type {boolean | null} */ (null)
  #storage

  /** @type {Problem[]} those met so far, the first of each kind */
  problems = []

  /**
   * @param {() => Storage} storage may throw, as `localStorage` does where a
   *   reader has forbidden it
   */
  constructor(storage) {
    super()
    this.#storage = storage
  }

  /**
   * @param {EventTarget} window which tells of changes in other tabs
   */
  follow(window) {
    window.addEventListener('storage', (event) => {
      const { key } = /** @type {StorageEvent} */ (event)
      if (key === null || key.startsWith(OURS)) this.#changed()
    })
    // A page that comes back from the browser's cache has missed them.
    window.addEventListener('pageshow', (event) => {
      if (/** @type {PageTransitionEvent} */ (event).persisted) this.#changed()
    })
  }

  #changed() {
    this.dispatchEvent(new Event('change'))
  }

  /** @param {Problem} problem */
  #tell(problem) {
    if (this.problems.some(({ kind }) => kind === problem.kind)) return
    this.problems = [...this.problems, problem]
    this.dispatchEvent(new Event('problem'))
  }

  /** @param {unknown} error */
  #tellMemory(error) {
    const reason = error instanceof Error ? error.message : String(error)
    this.#tell({ kind: 'memory', reason, key: KEY })
  }

  /**
   * @param {string} key
   * @returns {string | null} null also when the storage cannot be read
   */
  #get(key) {
    try {
      return this.#storage().getItem(key)
    } catch {
      // It is said when something is lost by it: at the first change.
      return null
    }
  }

  /** @returns {boolean} whether anything is recorded and shown */
  get isOn() {
    return !(this.#off ?? this.#get(OFF) !== null)
  }

  /**
   * @param {boolean} isOn what has been recorded stays when it is switched off
   */
  switch(isOn) {
    this.#off = null
    try {
      if (isOn) this.#storage().removeItem(OFF)
      else this.#storage().setItem(OFF, new Date().toISOString())
    } catch (error) {
      this.#off = !isOn
      this.#tellMemory(error)
    }
    this.#changed()
  }

  /** @returns {Progress} empty when it is switched off, or nothing is there */
  load() {
    if (!this.isOn) return emptyProgress()
    const stored = this.#stored()
    if (!this.#memory) return stored
    // What was stored when storing failed is in the memory, or was reset.
    const isKnown = this.#get(KEY) === this.#storedBefore
    return isKnown ? this.#memory : mergeProgress(this.#memory, stored)
  }

  /** @returns {Progress} */
  #stored() {
    const text = this.#get(KEY)
    if (text === null) return emptyProgress()
    try {
      return parseProgress(text)
    } catch (error) {
      if (!(error instanceof ProgressError)) throw error
      const reason = error.message
      if (error.newer) this.#tell({ kind: 'newer', reason, key: KEY })
      else this.#setAside(text, reason)
      return emptyProgress()
    }
  }

  /** @param {string} text that cannot be read @param {string} reason */
  #setAside(text, reason) {
    let number = 1
    const kept = () => `${KEY}.damaged-${number}`
    while (this.#get(kept()) !== null) number += 1
    try {
      const storage = this.#storage()
      storage.setItem(kept(), text)
      storage.removeItem(KEY)
      this.#tell({ kind: 'damaged', reason, key: kept() })
    } catch (error) {
      // There is no room for a copy: it stays where it is.
      this.#tellMemory(error)
    }
  }

  /**
   * Reads again first: another tab may have written in the meantime. Nothing
   * is recorded while it is switched off.
   *
   * @param {(progress: Progress) => Progress} change
   */
  update(change) {
    if (!this.isOn) return
    const before = this.load()
    const after = change(before)
    const text = formatProgress(after)
    const isStored = this.#get(KEY) !== null && !this.#memory
    if (isStored && text === formatProgress(before)) return
    try {
      if (this.#isForeign()) throw new Error('it cannot be read')
      this.#storage().setItem(KEY, text)
      this.#memory = null
    } catch (error) {
      this.#memory = after
      this.#storedBefore = this.#get(KEY)
      if (!this.problems.some(({ kind }) => kind === 'newer')) {
        this.#tellMemory(error)
      }
    }
    this.#changed()
  }

  /** @returns {boolean} whether what is stored must not be written over */
  #isForeign() {
    const text = this.#get(KEY)
    if (text === null) return false
    try {
      parseProgress(text)
      return false
    } catch {
      return true
    }
  }

  /**
   * @param {string} id of an exercise
   * @returns {string | null} the reader's text; null when there is none
   */
  draft(id) {
    return this.#drafts.get(id) ?? (this.isOn ? this.#get(DRAFT + id) : null)
  }

  /**
   * Kept for as long as the page is open when it is switched off, or cannot
   * be stored.
   *
   * @param {string} id of an exercise
   * @param {string | null} text null removes it
   */
  saveDraft(id, text) {
    this.#drafts.delete(id)
    try {
      if (text === null) this.#storage().removeItem(DRAFT + id)
      else if (this.isOn) this.#storage().setItem(DRAFT + id, text)
      else this.#drafts.set(id, text)
    } catch (error) {
      if (text !== null) {
        this.#drafts.set(id, text)
        this.#tellMemory(error)
      }
    }
  }

  /**
   * Removes the progress, the drafts and whatever else is ours. That it is
   * switched off stays: it is the reader's choice, and says nothing of them.
   */
  erase() {
    this.#memory = null
    this.#drafts.clear()
    try {
      const storage = this.#storage()
      const keys = Array.from({ length: storage.length }, (_, i) =>
        storage.key(i),
      )
      for (const key of keys) {
        if (key?.startsWith(OURS) && key !== OFF) storage.removeItem(key)
      }
    } catch {
      // What cannot be reached was not put there by this page.
    }
    this.dispatchEvent(new Event('erase'))
    this.#changed()
  }
}
