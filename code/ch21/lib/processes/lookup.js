import { accessSync, constants, existsSync, statSync } from 'node:fs'
import os from 'node:os'
import { attempt } from './attempt.js'

/** @import { Command } from './command.js' */

/**
 * The program that a command means, as `execvp` finds it.
 *
 * @param {Command} command
 * @returns {string} an absolute path
 * @throws {Error} such as ENOENT, as `node:child_process` has it
 */
export function findProgram({ file, args, cwd, env }) {
  // This leads to our folder, even if it has been removed.
  const from = cwd ?? '/proc/self/cwd'
  const { PATH = '/usr/bin:/bin' } = env ?? process.env
  const folders = file.includes('/') ? [''] : String(PATH).split(':')
  const files = folders.map((folder) => pathFrom(pathFrom(from, folder), file))
  const program = files.find(isProgram)
  if (program && (!cwd || canRun(`${cwd}/.`))) return program
  const isThere = existsSync(from) && files.some((name) => existsSync(name))
  throw spawnError(isThere ? 'EACCES' : 'ENOENT', file, args)
}

/**
 * Leaves each `..` in: what stands before it may be a link to another folder.
 *
 * @param {string} from
 * @param {string} to
 */
export const pathFrom = (from, to) => (to[0] === '/' ? to : `${from}/${to}`)

/** @param {string} file */
const isProgram = (file) =>
  existsSync(file) && canRun(file) && statSync(file).isFile()

/** @param {string} file or folder, that can be entered */
const canRun = (file) =>
  attempt(() => accessSync(file, constants.X_OK) ?? true) === true

/**
 * @param {'ENOENT' | 'EACCES'} code
 * @param {string} file
 * @param {string[]} spawnargs
 */
function spawnError(code, file, spawnargs) {
  const syscall = `spawn ${file}`
  const errno = -os.constants.errno[code]
  const details = { errno, code, syscall, path: file, spawnargs }
  return Object.assign(new Error(`${syscall} ${code}`), details)
}
