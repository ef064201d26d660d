/** In ms. A timer that is set for longer does not wait at all. */
export const LONGEST = 2 ** 31 - 1

/** How many tasks a thread is given at most, begun or not. */
export const SLOTS = 256

/** How many threads may end with a task that none of them could begin. */
export const TRIES = 3

/** How long it may take a thread to do what it is given ahead, in ms. */
export const AHEAD = 0.5
