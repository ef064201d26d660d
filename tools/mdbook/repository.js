import path from 'node:path'
import { readJson } from '../lib/files.js'
import { root } from '../lib/paths.js'

/**
 * The web address of the repository: package.json names it; in a fork's
 * workflow GITHUB_REPOSITORY (`owner/name`) takes its place.
 *
 * @returns {string} without a closing slash
 */
export function repositoryUrl() {
  const fork = process.env.GITHUB_REPOSITORY
  if (fork && /^[\w.-]+\/[\w.-]+$/.test(fork)) {
    return `${process.env.GITHUB_SERVER_URL ?? 'https://github.com'}/${fork}`
  }
  const { repository } = readJson(path.join(root, 'package.json'))
  return String(repository).replace(/^github:/, 'https://github.com/')
}

/**
 * @param {string} file path from the root
 * @returns {string} where the repository shows the file
 */
export function sourceUrl(file) {
  return `${repositoryUrl()}/blob/main/${file}`
}

/**
 * @param {string} file path from the root
 * @returns {string} where the repository lets one edit the file
 */
export function editUrl(file) {
  return `${repositoryUrl()}/edit/main/${file}`
}

/**
 * @param {{ title: string, body: string }} issue Markdown
 * @returns {string} where the repository lets one send it
 */
export function issueUrl(issue) {
  return `${repositoryUrl()}/issues/new?${new URLSearchParams(issue)}`
}
