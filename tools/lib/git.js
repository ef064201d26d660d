/** What git says of the project. */
import { spawnSync } from 'node:child_process'
import { root } from './paths.js'

/** @param {string[]} args @returns {string | null} null when it fails */
export function git(...args) {
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8') }
  const { status, stdout } = spawnSync('git', args, options)
  return status === 0 ? stdout : null
}

/**
 * @param {string} folder
 * @returns {string[]} files below it that differ from the last commit, by their
 *   paths from the root
 */
export function changedBelow(folder) {
  const quiet = ['-c', 'core.quotePath=false']
  const status = ['status', '--porcelain', '--no-renames', '-uall']
  const text = git(...quiet, ...status, '--', folder)
  if (text === null) throw new Error(`git status of ${folder} failed`)
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
}
