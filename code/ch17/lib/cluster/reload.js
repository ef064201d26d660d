import { VelocyError } from '../common/errors.js'

/** @import { Child, Reason } from './child.js' */
/** @import { Place } from './place.js' */
/** @import { Cluster } from './supervisor.js' */

/**
 * Gives a place to a new worker, and waits until the one before it is gone.
 *
 * @param {Place} place
 * @param {Reason} reason
 * @throws {VelocyError} ERR_VELOCY_CLUSTER_START, ERR_VELOCY_CLUSTER_CLOSED
 */
async function replace(place, reason) {
  const old = await place.replace(reason)
  await old?.exited
}

/**
 * Gives a worker's place to another one, when it is its turn.
 *
 * @param {Cluster} cluster
 * @param {Child} child
 * @param {Reason} reason
 * @throws {VelocyError} as `replace`
 */
export const replaceChild = (cluster, child, reason) =>
  cluster.turns.take(async () => {
    const place = cluster.places[child.id - 1]
    // It may have gone while others had their turn.
    if (place.child === child) await replace(place, reason)
  })

/**
 * Replaces all workers, one after the other.
 *
 * @param {Cluster} cluster
 * @throws {VelocyError} ERR_VELOCY_CLUSTER_RELOAD
 */
export async function reloadAll(cluster) {
  const generation = ++cluster.generation
  let replaced = 0
  for (const place of cluster.places) {
    await cluster.turns
      .take(() => replace(place, 'reload'))
      .catch((cause) => giveUp(cluster, { generation, replaced }, cause))
    replaced++
  }
  cluster.emit('reload', { generation, replaced })
  return { replaced }
}

/**
 * @param {Cluster} cluster
 * @param {{ generation: number, replaced: number }} reload how far it has come
 * @param {any} cause
 * @returns {never}
 */
function giveUp(cluster, { generation, replaced }, cause) {
  const { places, isClosing } = cluster
  const rest = isClosing ? 'and it closes' : 'and the others go on'
  const error = new VelocyError(
    'ERR_VELOCY_CLUSTER_RELOAD',
    `Replaced ${replaced} of ${places.length} workers, ${rest}: ` +
      cause.message,
    { cause },
  )
  cluster.emit('reload', { generation, replaced, error })
  throw Object.assign(error, { replaced })
}
