import cluster from 'node:cluster'
import { test } from 'node:test'
import { reloadUnderLoad } from './cluster-clients.js'

// @alone: a process has this policy, or the one of other files.
cluster.schedulingPolicy = cluster.SCHED_NONE

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`shared, ${engine}: nothing is lost through a reload`, () =>
    reloadUnderLoad({ data: { engine } }))
}
