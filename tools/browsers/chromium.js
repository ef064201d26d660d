/** The system's Chromium, driven by playwright-core. */
import { chromium as playwright } from 'playwright-core'
import { patienceInMs } from '../processes/pace.js'
import { chromium } from '../processes/toolchain.js'

/**
 * @returns {Promise<import('playwright-core').Browser>}
 * @throws {Error} that says what to install where there is no browser
 */
export async function launchChromium() {
  const tool = chromium()
  if (!tool.path) throw new Error(tool.reason)
  const isRoot = process.getuid?.() === 0
  return playwright.launch({
    executablePath: tool.path,
    timeout: patienceInMs(20),
    args: [
      // Chromium's sandbox does not run as root, as in most containers.
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-dev-shm-usage',
      '--disable-gpu',
      // Nor does it ask anyone else for anything.
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      // And a page that asks gets no answer from outside this machine.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, ' +
        'EXCLUDE localhost',
    ],
  })
}
