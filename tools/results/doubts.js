/**
 * What the harness saw while it measured, and would doubt: as data, so that a
 * page can say it in its reader's words. What each means is in
 * tools/bench/README.md.
 */

/**
 * @typedef {{ kind: 'client-limit', client: number, server: number }
 *   | { kind: 'store-limit', store: number, client: number, server: number }
 *   | { kind: 'idle-cores', used: number, cores: number }
 *   | { kind: 'client-late', ms: number }
 *   | { kind: 'too-slow', rate: number, rps: number }
 *   | { kind: 'few-in-flight', count: number, connections: number }
 *   | { kind: 'many-in-flight', count: number, connections: number }
 *   | { kind: 'busy-machine', cores: number }
 *   | { kind: 'not-pinned' }
 *   | { kind: 'shared-pages' }
 *   | { kind: 'header', name: string, why: string }
 *   | { kind: 'unsteady', metric: string, spread: number }} Doubt
 */

/** The kinds that there are; each is `doubt.KIND` in the strings of a page. */
export const doubtKinds = [
  'client-limit',
  'store-limit',
  'idle-cores',
  'client-late',
  'too-slow',
  'few-in-flight',
  'many-in-flight',
  'busy-machine',
  'not-pinned',
  'shared-pages',
  'header',
  'unsteady',
]
