import cluster from 'node:cluster'
import process from 'node:process'

/**
 * One process per core, each of which starts its own programs.
 *
 * @template T
 * @param {T} answer
 * @returns {T | undefined} nothing in the process that only starts the others
 */
export function startCluster(answer) {
  if (!cluster.isPrimary) return answer
  const { HELPERS = '2' } = process.env
  for (let helper = 0; helper < Number(HELPERS); helper++) cluster.fork()
}
