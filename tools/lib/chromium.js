import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

/** Where browsers are that are not on PATH. */
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]

const MAC_NAMES = ['Google Chrome', 'Chromium']

/** Why browser tests are skipped, and what to do about it. */
export const noChromium =
  'no Chromium was found: install chromium or google-chrome, or set CHROMIUM to the path of its executable'

/**
 * @param {NodeJS.ProcessEnv} [environment] `CHROMIUM` names the executable
 * @returns {string | null} the path of a Chromium, null when there is none
 * @throws {Error} when `CHROMIUM` is set and is not an executable
 */
export function findChromium(environment = process.env) {
  const { CHROMIUM, PATH = '' } = environment
  if (CHROMIUM) {
    if (isExecutable(CHROMIUM)) return CHROMIUM
    throw new Error(
      `got CHROMIUM=${CHROMIUM}, expected the path of an executable; unset it to search for one`,
    )
  }
  const folders = new Set([
    ...PATH.split(path.delimiter).filter(Boolean),
    ...PLACES,
  ])
  for (const name of [...NAMES, ...MAC_NAMES]) {
    for (const folder of folders) {
      const file = path.join(folder, name)
      if (isExecutable(file)) return file
    }
  }
  return null
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Flags for a browser that only looks at our own pages: it starts in a
 * container without a sandbox of its own, and asks no one else for anything.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]
