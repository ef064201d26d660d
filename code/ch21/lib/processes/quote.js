/**
 * A word of the shell that means this text and nothing else. Between single
 * quotes no character is special, and a single quote ends them: so it stands
 * outside, behind a backslash (POSIX.1-2024, XCU 2.2).
 *
 * @param {string} text without U+0000, which no argument can have
 */
export const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`
