/** @typedef {'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'} Level */

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/**
 * The level of a part of a program, as an environment variable sets it.
 *
 * @param {string} setting such as `info,http=debug,db=error`: a level for all,
 *   and others for parts; nothing set is `info`
 * @param {string} part such as `http`
 * @returns {Level}
 * @throws {RangeError} when the setting names a level that there is not
 */
export function levelOf(setting, part) {
  let general = 'info'
  let own
  for (const entry of setting.split(',')) {
    if (entry.trim() === '') continue
    const [name, level] = entry.includes('=') ? entry.split('=') : ['', entry]
    const value = level.trim()
    // All of the setting is checked: a mistake should show in any part.
    if (!LEVELS.includes(value)) {
      throw new RangeError(
        `got level "${value}", expected one of ${LEVELS.join(', ')}`,
      )
    }
    if (name.trim() === part) own = value
    else if (name === '') general = value
  }
  return /** @type {Level} */ (own ?? general)
}
