/** @typedef {'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'} Level */

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
  const [level, ...parts] = setting.split(',')
  const own = parts.find((entry) => entry.startsWith(part))
  return /** @type {Level} */ (own?.split('=')[1] ?? level)
}
