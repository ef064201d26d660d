import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  emptyProgress,
  formatProgress,
  progressOf,
  withHints,
  without,
  withPassed,
  withStarted,
} from '../common/progress.js'
import { ProgressStore } from './progress.js'

const id = 'ch03/02-name'
const monday = new Date('2026-11-16T10:00:00Z')
const KEY = 'velocy-progress'
const OFF = 'velocy-progress-off'
const DRAFT = `velocy-draft:${id}`

/** What a browser's storage does, as far as it is used. */
class FakeStorage {
  /** @type {Map<string, string>} */
  entries = new Map()
  /** Whether there is room. */
  isFull = false

  get length() {
    return this.entries.size
  }

  /** @param {number} index */
  key(index) {
    return [...this.entries.keys()][index] ?? null
  }

  /** @param {string} key */
  getItem(key) {
    return this.entries.get(key) ?? null
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    if (this.isFull) throw new Error('the quota has been exceeded')
    this.entries.set(key, value)
  }

  /** @param {string} key */
  removeItem(key) {
    this.entries.delete(key)
  }

  clear() {
    this.entries.clear()
  }
}

/** @param {FakeStorage} storage */
const storeOn = (storage) => new ProgressStore(() => storage)

const forbidden = () =>
  new ProgressStore(() => {
    throw new Error('access is denied')
  })

/** @param {ProgressStore} store */
const kinds = (store) => store.problems.map(({ kind }) => kind)

test('what is recorded is there in the next page', () => {
  const storage = new FakeStorage()
  assert.deepEqual(storeOn(storage).load(), emptyProgress())
  storeOn(storage).update((progress) => withPassed(progress, id, monday))
  assert.equal(progressOf(storeOn(storage).load(), id)?.status, 'passed')
  assert.deepEqual([...storage.entries.keys()], [KEY])
})

test('nothing is stored before something is done', () => {
  const storage = new FakeStorage()
  const store = storeOn(storage)
  store.load()
  assert.equal(store.draft(id), null)
  store.saveDraft(id, null)
  assert.equal(storage.length, 0)
})

test('what another tab has written meanwhile stays', () => {
  const storage = new FakeStorage()
  const [one, two] = [storeOn(storage), storeOn(storage)]
  one.load()
  two.update((progress) => withPassed(progress, 'ch01/01-head', monday))
  one.update((progress) => withStarted(progress, id))
  assert.deepEqual(Object.keys(two.load().exercises).sort(), [
    'ch01/01-head',
    id,
  ])
})

test('a change in another tab is told, and only one of ours', () => {
  const window = new EventTarget()
  const store = storeOn(new FakeStorage())
  let told = 0
  store.addEventListener('change', () => {
    told += 1
  })
  store.follow(window)
  for (const key of ['mdbook-theme', KEY, DRAFT, null]) {
    window.dispatchEvent(Object.assign(new Event('storage'), { key }))
  }
  assert.equal(told, 3)
  for (const persisted of [false, true]) {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  }
  assert.equal(told, 4)
})

test('each change is told once, and a change that changes nothing is not', () => {
  const store = storeOn(new FakeStorage())
  let told = 0
  store.addEventListener('change', () => {
    told += 1
  })
  store.update((progress) => withStarted(progress, id))
  store.update((progress) => withStarted(progress, id))
  assert.equal(told, 1)
})

test('damaged progress is kept under another key, and said', () => {
  const storage = new FakeStorage()
  for (const round of [1, 2]) {
    const text = `{ "round": ${round}`
    storage.setItem(KEY, text)
    const store = storeOn(storage)
    assert.deepEqual(store.load(), emptyProgress())
    store.update((progress) => withStarted(progress, id))
    assert.equal(progressOf(store.load(), id)?.status, 'started')
    const key = `${KEY}.damaged-${round}`
    assert.equal(storage.getItem(key), text)
    assert.deepEqual(kinds(store), ['damaged'])
    assert.equal(store.problems[0].key, key)
  }
})

test('damaged progress for whose copy there is no room stays as it is', () => {
  const storage = new FakeStorage()
  storage.setItem(KEY, 'half')
  storage.isFull = true
  const store = storeOn(storage)
  store.update((progress) => withStarted(progress, id))
  assert.equal(storage.getItem(KEY), 'half')
  assert.equal(progressOf(store.load(), id)?.status, 'started')
  storage.isFull = false
  store.update((progress) => withHints(progress, id, 1))
  assert.equal(storage.getItem(`${KEY}.damaged-1`), 'half')
  assert.equal(progressOf(storeOn(storage).load(), id)?.hints, 1)
})

test('progress of a later version is left alone, and said once', () => {
  const storage = new FakeStorage()
  const text = JSON.stringify({ ...emptyProgress(), version: 2 })
  storage.setItem(KEY, text)
  const store = storeOn(storage)
  let told = 0
  store.addEventListener('problem', () => {
    told += 1
  })
  store.update((progress) => withPassed(progress, id, monday))
  store.update((progress) => withHints(progress, id, 1))
  assert.equal(storage.getItem(KEY), text)
  assert.deepEqual(progressOf(store.load(), id), {
    status: 'passed',
    hints: 1,
    passed: monday.toISOString(),
  })
  assert.deepEqual(kinds(store), ['newer'])
  assert.equal(told, 1)
})

test('a storage that throws: it works for as long as the page, and says so once', () => {
  const store = forbidden()
  let told = 0
  store.addEventListener('problem', () => {
    told += 1
  })
  assert.deepEqual(store.load(), emptyProgress())
  assert.equal(store.isOn, true)
  assert.equal(store.draft(id), null)
  assert.equal(told, 0)
  store.update((progress) => withPassed(progress, id, monday))
  store.saveDraft(id, 'mine')
  assert.equal(progressOf(store.load(), id)?.status, 'passed')
  assert.equal(store.draft(id), 'mine')
  assert.deepEqual(kinds(store), ['memory'])
  assert.match(store.problems[0].reason, /access is denied/)
  store.update((progress) => without(progress, id))
  assert.equal(progressOf(store.load(), id), null)
  store.switch(false)
  assert.equal(store.isOn, false)
  store.switch(true)
  assert.equal(store.isOn, true)
  store.erase()
  assert.equal(store.draft(id), null)
  assert.equal(told, 1)
})

test('a storage that is full: what comes is kept, and stored once there is room', () => {
  const storage = new FakeStorage()
  const store = storeOn(storage)
  store.update((progress) => withStarted(progress, id))
  storage.isFull = true
  store.update((progress) => withPassed(progress, id, monday))
  store.saveDraft(id, 'mine')
  assert.equal(progressOf(store.load(), id)?.status, 'passed')
  assert.equal(store.draft(id), 'mine')
  assert.equal(progressOf(storeOn(storage).load(), id)?.status, 'started')
  storage.isFull = false
  store.update((progress) => withHints(progress, id, 1))
  store.saveDraft(id, 'mine, again')
  assert.deepEqual(progressOf(storeOn(storage).load(), id), {
    status: 'passed',
    hints: 1,
    passed: monday.toISOString(),
  })
  assert.equal(storeOn(storage).draft(id), 'mine, again')
})

test('a storage that is full: what is reset stays so, and another tab is heard', () => {
  const storage = new FakeStorage()
  const store = storeOn(storage)
  store.update((progress) => withPassed(progress, id, monday))
  storage.isFull = true
  store.update((progress) => without(progress, id))
  assert.equal(progressOf(store.load(), id), null)
  store.update((progress) => withStarted(progress, id))
  assert.equal(progressOf(store.load(), id)?.status, 'started')
  storage.isFull = false
  const other = 'ch01/01-head'
  storeOn(storage).update((progress) => withStarted(progress, other))
  assert.equal(progressOf(store.load(), other)?.status, 'started')
})

test('switched off, nothing is recorded or shown, and what was there stays', () => {
  const storage = new FakeStorage()
  const store = storeOn(storage)
  store.update((progress) => withPassed(progress, id, monday))
  store.saveDraft(id, 'mine')
  store.switch(false)
  const before = [...storage.entries]
  assert.deepEqual(storeOn(storage).load(), emptyProgress())
  store.update((progress) => withStarted(progress, 'ch01/01-head'))
  store.saveDraft('ch01/01-head', 'for this page')
  assert.deepEqual([...storage.entries], before)
  assert.equal(storeOn(storage).draft(id), null)
  assert.equal(store.draft('ch01/01-head'), 'for this page')
  storeOn(storage).switch(true)
  assert.deepEqual(Object.keys(store.load().exercises), [id])
  assert.equal(storeOn(storage).draft(id), 'mine')
})

test('erasing removes all that is ours, and nothing else', () => {
  const storage = new FakeStorage()
  storage.setItem('mdbook-theme', 'navy')
  storage.setItem(`${KEY}.damaged-1`, 'half')
  const store = storeOn(storage)
  store.update((progress) => withPassed(progress, id, monday))
  store.saveDraft(id, 'mine')
  store.erase()
  assert.deepEqual([...storage.entries], [['mdbook-theme', 'navy']])
  assert.deepEqual(store.load(), emptyProgress())
  assert.equal(store.draft(id), null)
})

test('erasing what was recorded does not switch recording on again', () => {
  const storage = new FakeStorage()
  const store = storeOn(storage)
  store.update((progress) => withStarted(progress, id))
  store.switch(false)
  store.erase()
  assert.deepEqual([...storage.entries.keys()], [OFF])
  assert.equal(store.isOn, false)
})

test('a draft is removed with null', () => {
  const storage = new FakeStorage()
  const store = storeOn(storage)
  store.saveDraft(id, 'mine')
  assert.deepEqual([...storage.entries], [[DRAFT, 'mine']])
  store.saveDraft(id, null)
  assert.equal(storage.length, 0)
})

test('it is the text that the terminal reads and writes', () => {
  const storage = new FakeStorage()
  const progress = withPassed(emptyProgress(), id, monday)
  storage.setItem(KEY, formatProgress(progress))
  const store = storeOn(storage)
  assert.deepEqual(store.load(), progress)
  store.update((all) => withHints(all, id, 1))
  assert.equal(storage.getItem(KEY), formatProgress(withHints(progress, id, 1)))
})
