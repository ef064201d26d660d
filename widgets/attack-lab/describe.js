/** The words of the attack lab. */

/** @import { Translate } from '../../site/strings.js' */
/** @import { Attack } from './model.js' */

/**
 * What a step is about, and on the last one, what has come of it.
 *
 * @param {Attack} attack
 * @param {number} at
 * @param {Translate} t
 */
export function describe({ id, open, closed }, at, t) {
  const counts = { open: open.count, closed: closed.count }
  const said = t(`step.${id}.${at + 1}`, counts)
  const [then, now] = [open, closed].map(
    ({ exchanges }) => exchanges[at].status,
  )
  const answers = t('answers', { then, now })
  const isLast = at === open.exchanges.length - 1
  const verdict = isLast ? ` ${t(`verdict.${id}`)}` : ''
  return `${said} ${answers}${verdict}`
}
