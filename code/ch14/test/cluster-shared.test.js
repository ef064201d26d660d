import { test } from 'node:test'
import { reloadUnderLoad } from './cluster-clients.js'

// @alone: a process has either this schedule, or the one of other files.
for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`shared, ${engine}: nothing is lost through a reload`, () =>
    reloadUnderLoad({ schedule: 'shared', server: { engine } }))
}
