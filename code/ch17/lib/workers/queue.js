/** @import { Task } from './task.js' */

/**
 * Tasks that wait, the oldest first. They hold hands, so that one in the middle
 * can leave at once.
 */
export class TaskQueue {
  /** @type {Task | undefined} */
  first
  /** @type {Task | undefined} */
  #last
  size = 0

  /** @param {Task} task to stand at the end */
  push(task) {
    task.before = this.#last
    if (this.#last === undefined) this.first = task
    else this.#last.behind = task
    this.#last = task
    this.#join(task)
  }

  /** @param {Task} task to stand at the front, where it has been before */
  unshift(task) {
    task.behind = this.first
    if (this.first === undefined) this.#last = task
    else this.first.before = task
    this.first = task
    this.#join(task)
  }

  /** @param {Task} task */
  #join(task) {
    task.queue = this
    this.size++
  }

  /** @param {Task} task one of this queue */
  remove(task) {
    const { before, behind } = task
    if (before === undefined) this.first = behind
    else before.behind = behind
    if (behind === undefined) this.#last = before
    else behind.before = before
    task.before = undefined
    task.behind = undefined
    task.queue = undefined
    this.size--
  }

  /** @param {unknown} error of all its tasks, which leave */
  failAll(error) {
    while (this.first !== undefined) this.first.settle(false, error)
  }
}
