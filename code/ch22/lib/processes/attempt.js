/**
 * For what may fail at any time, such as a signal to a program that has ended.
 *
 * @template T
 * @param {() => T} action
 * @returns {T | undefined} undefined if it has failed
 */
export function attempt(action) {
  try {
    return action()
  } catch {
    // It stays undefined.
  }
}
