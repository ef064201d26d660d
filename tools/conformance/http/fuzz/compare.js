/** Tells whether two servers have seen the same, and if not, who is right. */
import {
  authority,
  readRequests,
} from '../../../../packages/http1-conformance/fuzz/reference.js'

/** @import { Came } from './client.js' */
/** @import { Limits, Read, Reading } from '../../../../packages/http1-conformance/fuzz/reference.js' */

/**
 * What of a request must be the same. Of one that is not whole only what was
 * seen of its head: how much of a body comes before an error is chance.
 *
 * @param {Read} read
 */
const essence = ({ method, target, fields, body, trailers, isWhole }) =>
  isWhole
    ? [method, target, ...fields, body, ...trailers].join('\n')
    : [method, target, ...fields, 'not whole'].join('\n')

/** @param {Read[]} reads */
const essences = (reads) => reads.map(essence).join('\n\n')

/** @param {Came} came @returns {Reading['end']} */
function endOf({ statuses, end }) {
  if (statuses.some((status) => status >= 400)) return 'refuses'
  return end
}

/** @param {Came} came @returns {number} answers that are none in between */
const answersIn = ({ statuses }) =>
  statuses.filter((status) => status >= 200).length

/** @param {Came} one @param {Came} other */
export const agree = (one, other) =>
  essences(one.reads) === essences(other.reads) &&
  endOf(one) === endOf(other) &&
  answersIn(one) === answersIn(other)

/**
 * Whether a server has done as the reference reads the sample. Where there is
 * not enough to tell, a server may wait or refuse what it has.
 *
 * @param {Came} came
 * @param {Reading} reading
 */
export function agreesWith(came, { requests, end }) {
  if (essences(came.reads) !== essences(requests)) return false
  const isOtherEnd = end !== endOf(came) && end !== 'waits'
  if (isOtherEnd) return false
  const whole = requests.filter(({ isWhole }) => isWhole).length
  return answersIn(came) >= whole + (end === 'refuses' ? 1 : 0)
}

/**
 * @typedef {object} Disagreement
 * @property {string} kind what differs, and why
 * @property {'ours' | 'theirs' | 'both' | 'neither'} right who does as the
 *   reference
 */

/**
 * @param {string} text the sample, latin1
 * @param {Came} ours
 * @param {Came} theirs
 * @param {Limits} limits
 * @returns {Disagreement}
 */
export function classify(text, ours, theirs, limits) {
  const reading = readRequests(text, limits)
  const isOurs = agreesWith(ours, reading)
  const isTheirs = agreesWith(theirs, reading)
  const right = isOurs
    ? isTheirs
      ? 'both'
      : 'ours'
    : isTheirs
      ? 'theirs'
      : 'neither'
  return { right, kind: kindOf(reading, ours, theirs) }
}

/**
 * @param {Reading} reading
 * @param {Came} ours
 * @param {Came} theirs
 */
function kindOf({ why, requests }, ours, theirs) {
  if (why) {
    const more = theirs.reads.length - ours.reads.length
    if (more > 0) return `${why}: node:http takes it`
    if (more < 0) return `${why}: node:http gives up before it`
    const isLost = answersIn(theirs) < answersIn(ours)
    if (isLost) return `${why}: node:http loses answers before it`
    return `${why}: node:http ${endOf(theirs)}`
  }
  const last = requests[theirs.reads.length - 1] ?? requests.at(-1)
  const fields = last?.fields.join('\n').toLowerCase() ?? ''
  if (/^upgrade$/m.test(fields)) return 'nothing is read behind an Upgrade'
  const next = requests[theirs.reads.length]
  if (!next && endOf(theirs) === 'refuses') {
    return 'bytes behind the last request: node:http refuses them'
  }
  if (!next) return 'an answer is lost'
  return `node:http refuses what the grammar allows: ${oddityOf(next)}`
}

/** @param {Read} read what node:http might not like about it */
function oddityOf({ target, fields }) {
  if (!target.startsWith('/')) return 'the target'
  if (fields.some((value) => authority(value) === null && /[^ -~]/.test(value)))
    return 'bytes of a value'
  return 'the head'
}
