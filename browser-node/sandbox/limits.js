/** How much a program may say. The worker and the page both see to it. */
export const limits = {
  /** In all, in UTF-16 code units. */
  characters: 1_000_000,
  /** Ends of lines, in all. */
  lines: 10_000,
  /** Writes and test events, in all. */
  messages: 20_000,
}
