/** What the package of this name is for browsers without them. */
export const { AbortController, AbortSignal } = globalThis
