/** What a program is warned of, from modules that process.js is made of. */

/** @type {(warning: Error) => void} */
let tell = () => {}

/** @param {(warning: Error) => void} listener */
export function onWarning(listener) {
  tell = listener
}

/**
 * @param {string} name such as `TimeoutOverflowWarning`
 * @param {string} message
 * @param {object} [facts] more properties
 */
export function warn(name, message, facts = {}) {
  tell(Object.assign(new Error(message), { name }, facts))
}
