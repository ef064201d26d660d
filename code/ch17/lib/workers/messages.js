/** What a thread says of a task. */
export const DONE = 0
export const FAILED = 1
/** Somebody else had taken it back. */
export const SKIPPED = 2
