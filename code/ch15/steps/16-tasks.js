import process from 'node:process'
import { threadId } from 'node:worker_threads'

/** @import { TaskContext } from 'velocy/workers' */

export const thread = () => `thread ${threadId}`

/** @param {number} code */
export const exit = (code) => process.exit(code)

/** @param {unknown} _ @param {TaskContext} task */
export function polite(_, task) {
  while (!task.isAborted);
}

export function deaf() {
  for (;;);
}
