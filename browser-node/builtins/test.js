/**
 * node:test: tests run one after the other, as Node runs them, and tell their
 * results as tools/exercise-runner/test-events.js does.
 */

import { whyFailed } from '../../common/verdict.js'
import { emitTest, onEnd } from '../sandbox/handles.js'
import assert from './assert.js'
import { withResolvers } from './deferred.js'
import { absent, checkFunction, invalidArgType } from './errors.js'
import { inspect } from './inspect.js'
import * as loop from './loop.js'
import { process, watchUncaught } from './process.js'

/**
 * @typedef {object} TestOptions
 * @property {boolean | string} [skip]
 * @property {boolean | string} [todo]
 * @property {boolean} [only] is of no effect, as without --test-only
 * @property {number} [timeout] ms
 * @property {boolean | number} [concurrency] is of no effect
 */

/** @typedef {(...args: any[]) => any} TestFunction */
/** @typedef {'before' | 'after' | 'beforeEach' | 'afterEach'} HookName */
/** @typedef {{ run: TestFunction, options: TestOptions }} Hook */

/** Why a test failed. Its cause is what was thrown. */
class TestFailure extends Error {
  code = 'ERR_TEST_FAILURE'

  /**
   * @param {any} cause
   * @param {string} failureType
   */
  constructor(cause, failureType) {
    const message = cause?.message ?? cause
    super(typeof message === 'string' ? message : inspect(message))
    this.failureType = failureType
    this.cause = cause
  }
}

/** The suite whose function is running: tests made then are its. @type {Test} */
let building
/** The test that is running, the innermost one. @type {Test | null} */
let running = null

class Test {
  /** @type {Test[]} */
  subtests = []
  /** @type {Test[]} */
  waiting = []
  /** @type {Record<HookName, Hook[]>} */
  hooks = { before: [], after: [], beforeEach: [], afterEach: [] }
  /** @type {TestFailure | null} */
  error = null
  isFinished = false
  isStarted = false
  /** @type {Test | null} */
  active = null
  /** @type {PromiseWithResolvers<void>} */
  done = withResolvers()
  /** @type {PromiseWithResolvers<void> | null} */
  idle = null
  controller = new AbortController()
  /** Ends the wait for the function. @type {PromiseWithResolvers<never>} */
  stop = withResolvers()
  /** @type {Promise<unknown> | null} */
  beforeRun = null
  /** @type {TestContext | undefined} */
  ownContext

  /**
   * @param {Test | null} parent null: the root, which is no test
   * @param {string} name
   * @param {TestOptions} options
   * @param {TestFunction} run
   */
  constructor(parent, name, options, run) {
    this.parent = parent
    this.name = name
    this.options = options
    this.run = run
    this.nesting = nestingBelow(parent)
    this.isSkipped = options.skip !== undefined && options.skip !== false
    const isTodo = options.todo !== undefined && options.todo !== false
    this.isTodo = isTodo || isToDo(parent)
    parent?.subtests.push(this)
    // A test that is not waited for is no unhandled rejection.
    this.stop.promise.catch(() => {})
  }

  get isSuite() {
    return false
  }

  begin() {
    this.isStarted = true
  }

  get isPassed() {
    return this.error === null
  }

  get context() {
    this.ownContext ??= new TestContext(this)
    return this.ownContext
  }

  /** @returns {string} */
  get fullName() {
    const { parent, name } = this
    return parent?.parent ? `${parent.fullName} > ${name}` : name
  }

  /** @param {unknown} cause @param {string} type */
  fail(cause, type = 'testCodeFailure') {
    this.error ??=
      cause instanceof TestFailure ? cause : new TestFailure(cause, type)
  }

  /** @param {TestFailure} failure */
  cancel(failure) {
    this.fail(failure)
    this.stop.reject(failure)
    this.controller.abort()
  }

  /** Runs the subtests that wait, one after the other. */
  advance() {
    if (this.active) return
    const next = this.waiting.shift()
    if (!next) {
      this.idle?.resolve()
      this.idle = null
      return
    }
    this.active = next
    next.execute().then(() => {
      this.active = null
      next.done.resolve()
      this.advance()
    })
  }

  /** Resolves when no subtest waits any more. */
  async whenIdle() {
    if (!this.active && this.waiting.length === 0) return
    this.idle ??= withResolvers()
    await this.idle.promise
  }

  /** @param {Test} subtest */
  enqueue(subtest) {
    this.waiting.push(subtest)
    this.advance()
    return subtest.done.promise
  }

  /** Those of the ancestors, too. @param {HookName} name @returns {Hook[]} */
  inherited(name) {
    const above = this.parent ? this.parent.inherited(name) : []
    return name === 'beforeEach'
      ? [...above, ...this.hooks[name]]
      : [...this.hooks[name], ...above]
  }

  /** @param {HookName} name @param {Hook[]} hooks @param {unknown} context */
  async runHooks(name, hooks, context) {
    for (const { run, options } of hooks) {
      try {
        await limited(this, options, () => invoke(run, [context]))
      } catch (error) {
        const cause = error instanceof TestFailure ? error.cause : error
        const failure = new TestFailure(
          `failed running ${name} hook`,
          'hookFailed',
        )
        failure.cause = cause
        throw failure
      }
    }
  }

  /** The hooks that come before the first subtest, once. */
  runBefore() {
    if (this.hooks.before.length === 0) return null
    const hooks = this.hooks.before
    this.beforeRun ??= this.runHooks('before', hooks, this.context)
    return this.beforeRun
  }

  async execute() {
    const outer = running
    const parent = /** @type {Test} */ (this.parent)
    this.begin()
    running = this
    const each = this.isSkipped ? [] : parent.inherited('beforeEach')
    try {
      await (this.isSkipped ? null : parent.runBefore())
      if (each.length > 0) await this.runHooks('beforeEach', each, this.context)
      await limited(this, this.options, () => this.runFunction())
    } catch (error) {
      this.fail(error)
    }
    await this.finishHooks(parent)
    this.controller.abort()
    running = outer
    this.finish()
  }

  async runFunction() {
    if (!this.isSkipped) await invoke(this.run, [this.context])
    await this.whenIdle()
  }

  /** @param {Test} parent */
  async finishHooks(parent) {
    const each = this.isSkipped ? [] : parent.inherited('afterEach')
    try {
      await this.runHooks('afterEach', each, this.context)
    } catch (error) {
      this.fail(error)
    }
    try {
      await this.runHooks('after', this.hooks.after, this.context)
    } catch (error) {
      this.fail(error)
    }
  }

  /** Cancels what has not been run, and tells how it went. */
  finish() {
    if (this.isFinished) return
    this.isFinished = true
    for (const subtest of this.subtests) {
      if (subtest.isFinished) continue
      subtest.cancel(cancelled())
      subtest.finish()
    }
    this.waiting = []
    const failed = this.subtests.filter(
      (test) => !test.isPassed && !test.isTodo,
    )
    if (failed.length > 0) {
      const noun = failed.length > 1 ? 'subtests' : 'subtest'
      this.fail(`${failed.length} ${noun} failed`, 'subtestsFailed')
    }
    report(this)
  }
}

/** @param {Test | null} parent @returns {number} */
function nestingBelow(parent) {
  return parent?.parent ? parent.nesting + 1 : 0
}

/** @param {Test | null} parent @returns {boolean} */
function isToDo(parent) {
  return parent?.isTodo ?? false
}

class Suite extends Test {
  /**
   * @param {Test} parent
   * @param {string} name
   * @param {TestOptions} options
   * @param {TestFunction} run
   */
  constructor(parent, name, options, run) {
    super(parent, name, options, run)
    this.isBuilt = this.build()
  }

  get isSuite() {
    return true
  }

  async build() {
    const outer = building
    building = this
    try {
      const result = this.isSkipped ? undefined : this.run(this.context)
      // Its tests are known before those that come after it.
      building = outer
      await result
    } catch (error) {
      building = outer
      this.fail(error)
    }
  }

  /** @param {Test} subtest */
  enqueue(subtest) {
    this.waiting.push(subtest)
    if (this.isStarted) this.advance()
    return Promise.resolve()
  }

  async execute() {
    const outer = running
    const parent = /** @type {Test} */ (this.parent)
    running = this
    await this.isBuilt
    try {
      if (!this.isSkipped) {
        await parent.runBefore()
        await this.runBefore()
      }
      this.begin()
      if (this.error) this.waiting = []
      await limited(this, this.options, () => {
        this.advance()
        return this.whenIdle()
      })
    } catch (error) {
      this.fail(error)
    }
    try {
      const hooks = this.isSkipped ? [] : this.hooks.after
      await this.runHooks('after', hooks, this.context)
    } catch (error) {
      this.fail(error)
    }
    running = outer
    this.finish()
  }
}

const cancelled = () =>
  new TestFailure(
    'test did not finish before its parent and was cancelled',
    'cancelledByParent',
  )

/**
 * @param {Test} test
 * @param {TestOptions} options
 * @param {() => unknown} run
 */
async function limited(test, { timeout }, run) {
  let cleanUp = () => {}
  /** @type {Promise<any>[]} */
  const limits = [test.stop.promise]
  if (timeout !== undefined && timeout !== Number.POSITIVE_INFINITY) {
    const late = withResolvers()
    const message = `test timed out after ${timeout}ms`
    const timer = loop.setTimeout(
      () => late.reject(new TestFailure(message, 'testTimeoutFailure')),
      timeout,
    )
    // A test that waits for nothing else does not wait for its limit.
    timer.unref()
    cleanUp = () => loop.clearTimeout(timer)
    limits.push(late.promise)
  }
  try {
    await Promise.race([run(), ...limits])
  } finally {
    cleanUp()
  }
}

/**
 * Calls a function that is over when it returns, when its promise settles, or
 * when it has called its second argument.
 *
 * @param {TestFunction} run
 * @param {unknown[]} args
 */
function invoke(run, args) {
  if (run.length !== args.length + 1) return run(...args)
  const { promise, resolve, reject } = withResolvers()
  let calls = 0
  const result = run(...args, (/** @type {unknown} */ error) => {
    calls++
    // As in Node, which says so once.
    if (calls > 2) return
    if (calls === 2) {
      const message = 'callback invoked multiple times'
      throw new TestFailure(message, 'multipleCallbackInvocations')
    }
    if (error) reject(error)
    else resolve(undefined)
  })
  if (typeof result?.then !== 'function') return promise
  throw new TestFailure(
    'passed a callback but also returned a Promise',
    'callbackAndPromisePresent',
  )
}

/** @param {Test} test @param {string} [name] */
function report(test, name = test.name) {
  const { error, nesting, isSuite } = test
  emitTest({
    type: error ? 'fail' : 'pass',
    name,
    nesting,
    isSuite,
    file: process.argv[1] ?? null,
    skipped: test.isSkipped,
    // Node counts a test that is both as skipped.
    todo: test.isTodo && !test.isSkipped,
    ...whyFailed(error, inspect),
  })
}

// ---- the root, and the end of the program ----

class Root extends Test {
  #isBegun = false

  constructor() {
    super(null, '<root>', {}, () => {})
  }

  /** @param {Test} subtest */
  enqueue(subtest) {
    this.waiting.push(subtest)
    if (!this.#isBegun) {
      this.#isBegun = true
      watchUncaught(takeUncaught)
      process.on('beforeExit', endPending)
      onEnd(endUnfinished)
      // The hooks that stand below the first test are for it, too.
      queueMicrotask(() => {
        this.begin()
        this.advance()
      })
    } else if (this.isStarted) this.advance()
    return subtest.done.promise
  }

  advance() {
    super.advance()
    const isOver = !this.active && this.waiting.length === 0
    // A server that `after` closes would keep the program alive.
    if (isOver) loop.setImmediate(() => this.#end())
  }

  async #end() {
    if (this.active || this.waiting.length > 0) return
    const hooks = this.hooks.after
    this.hooks.after = []
    try {
      await this.runHooks('after', hooks, this.context)
    } catch (error) {
      this.error = null
      this.fail(error)
      report(this, process.argv[1])
    }
  }
}

const root = new Root()
building = root

/**
 * Nothing is left that a test could be waiting for. Node waits for ever; here
 * it fails at once as one that does not end in time, and the others go on.
 */
function endPending() {
  const test = running
  if (!test || test.error) return
  const message =
    'Promise resolution is still pending but the event loop has already ' +
    'resolved'
  test.cancel(new TestFailure(message, 'testTimeoutFailure'))
  // The program goes on.
  loop.setImmediate(() => {})
}

/**
 * A program that ends before its tests do has not passed them. Node tells
 * nothing of such tests, and often nothing of those before them.
 */
function endUnfinished() {
  const { subtests } = root
  for (let i = 0; i < subtests.length; i++) {
    if (subtests[i].isFinished) continue
    const message = 'the program ended before its tests did'
    reportFile(new TestFailure(message, 'testCodeFailure'))
    return
  }
}

/**
 * Tells of what is the matter with the file, and with no test in it.
 *
 * @param {TestFailure} failure
 */
function reportFile(failure) {
  root.error = failure
  report(root, process.argv[1])
}

/**
 * @param {unknown} error
 * @param {'uncaughtException' | 'unhandledRejection'} origin
 * @returns {boolean} whether a test fails by it
 */
function takeUncaught(error, origin) {
  const test = running
  if (!test || test.isFinished) {
    // For its listeners: no test can pass any more.
    reportFile(new TestFailure(error, origin))
    return false
  }
  test.cancel(new TestFailure(error, origin))
  return true
}

// ---- what programs see ----

class TestContext {
  #test
  /** @param {Test} test */
  constructor(test) {
    this.#test = test
  }

  get name() {
    return this.#test.name
  }

  /** @returns {string} */
  get fullName() {
    return this.#test.fullName
  }

  get filePath() {
    return process.argv[1]
  }

  get signal() {
    return this.#test.controller.signal
  }

  get passed() {
    return this.#test.isFinished && this.#test.isPassed
  }

  get error() {
    return this.#test.error
  }

  get mock() {
    return mock
  }

  get assert() {
    return assert
  }

  /** Is not shown in a page. */
  diagnostic() {}

  runOnly() {}

  /** @param {string} [_message] */
  skip(_message) {
    this.#test.isSkipped = true
  }

  /** @param {string} [_message] */
  todo(_message) {
    this.#test.isTodo = true
  }

  plan = absent('test.plan')
  waitFor = absent('test.waitFor')

  /** @param {TestFunction} run @param {TestOptions} [options] */
  before(run, options) {
    addHook(this.#test, 'before', run, options)
  }

  /** @param {TestFunction} run @param {TestOptions} [options] */
  after(run, options) {
    addHook(this.#test, 'after', run, options)
  }

  /** @param {TestFunction} run @param {TestOptions} [options] */
  beforeEach(run, options) {
    addHook(this.#test, 'beforeEach', run, options)
  }

  /** @param {TestFunction} run @param {TestOptions} [options] */
  afterEach(run, options) {
    addHook(this.#test, 'afterEach', run, options)
  }

  /** A subtest. */
  get test() {
    return withMarks((...args) => add(Test, this.#test, args))
  }
}

/**
 * @param {Test} test
 * @param {HookName} name
 * @param {TestFunction} run
 * @param {TestOptions} [options]
 */
function addHook(test, name, run, options = {}) {
  checkFunction(run, 'fn')
  const hook = { run, options }
  // What is set up within a test is set up at once.
  const isLate = (test.isStarted && test.parent) || test.beforeRun
  if (name === 'before' && isLate) {
    test.beforeRun = test
      .runHooks(name, [hook], test.context)
      .catch((error) => test.fail(error))
  } else test.hooks[name].push(hook)
}

/**
 * @param {new (parent: Test, name: string, options: TestOptions,
 *   run: TestFunction) => Test} Kind
 * @param {Test} parent
 * @param {any[]} args name, options and function; each may be left out
 * @returns {Promise<void>}
 */
function add(Kind, parent, args) {
  const given = typeof args[0] === 'string' ? args[0] : ''
  const run = args.find((arg) => typeof arg === 'function') ?? (() => {})
  const isOptions = (/** @type {any} */ arg) =>
    typeof arg === 'object' && arg !== null
  const options = args.filter(isOptions)
  const { timeout } = Object.assign({}, ...options)
  if (timeout !== undefined && typeof timeout !== 'number') {
    throw invalidArgType('options.timeout', 'of type number', timeout)
  }
  const name = given || run.name || '<anonymous>'
  // One whose parent is over is told of as the file's.
  const isLate = parent.isFinished
  const test = new Kind(
    isLate ? root : parent,
    name,
    Object.assign({}, ...options),
    run,
  )
  if (isLate) {
    const message = 'test could not be started because its parent finished'
    test.cancel(new TestFailure(message, 'parentAlreadyFinished'))
  }
  return /** @type {Test} */ (test.parent).enqueue(test)
}

/**
 * @param {(...args: any[]) => Promise<void>} create
 * @returns {any} the same, with `.skip`, `.todo` and `.only`
 */
function withMarks(create) {
  for (const mark of ['skip', 'todo', 'only']) {
    Object.assign(create, {
      [mark]: (/** @type {any[]} */ ...args) =>
        create(...args, { [mark]: true }),
    })
  }
  return create
}

export const test = withMarks(function test(...args) {
  return add(Test, building, args)
})

export const suite = withMarks(function suite(...args) {
  add(Suite, building, args)
  return Promise.resolve()
})

/** @param {TestFunction} run @param {TestOptions} [options] */
export const before = (run, options) =>
  addHook(building, 'before', run, options)

/** @param {TestFunction} run @param {TestOptions} [options] */
export const after = (run, options) => addHook(building, 'after', run, options)

/** @param {TestFunction} run @param {TestOptions} [options] */
export const beforeEach = (run, options) =>
  addHook(building, 'beforeEach', run, options)

/** @param {TestFunction} run @param {TestOptions} [options] */
export const afterEach = (run, options) =>
  addHook(building, 'afterEach', run, options)

/** Not there, function by function. */
export const mock = Object.fromEntries(
  'fn getter method module property reset restoreAll setter timers'
    .split(' ')
    .map((name) => [name, absent(`mock.${name}`)]),
)
export { suite as describe, test as it, test as default }

Object.assign(test, {
  after,
  afterEach,
  before,
  beforeEach,
  describe: suite,
  it: test,
  mock,
  suite,
  test,
})
