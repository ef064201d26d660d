/**
 * Where Velocy's engine does otherwise than an RFC advises (SHOULD), and why.
 * One that is not here fails the check, and so does one here that has passed.
 *
 * @type {{ cases: RegExp, why: string }[]}
 */
export const deviations = [
  {
    cases: /^a later minor version: HTTP\/1\.[29]$/,
    why: 'There is no such version, so no client that we know sends it. It is told so: 505.',
  },
  {
    cases: /^(\||\\\\|`|\{|\^|\]|\}|\[) in a (path|query)$/,
    why: 'Browsers send these as they are in a query, and some in a path.',
  },
  {
    cases: /^half an escape: /,
    why: 'It is part of the path, which the router reads, and it answers 400.',
  },
]

/** @param {string} name of a case */
export const isDeviation = (name) =>
  deviations.some(({ cases }) => cases.test(name))
