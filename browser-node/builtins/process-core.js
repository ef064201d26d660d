/**
 * What streams need of the process. They are part of it, so that they cannot
 * import all of it.
 */
export { nextTick } from './loop.js'

/** @type {Record<string, string>} */
export const env = {}

/** @type {any} the streams that a pipe does not close */
export let stdout
/** @type {any} */
export let stderr

/** @param {{ stdout: any, stderr: any }} streams */
export function setStandardStreams(streams) {
  stdout = streams.stdout
  stderr = streams.stderr
}
