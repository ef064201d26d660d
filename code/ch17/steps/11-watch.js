/**
 * Watches the process from now on.
 *
 * @returns {() => string} what has become of its memory and its event loop
 */
export function watch() {
  const before = process.memoryUsage.rss()
  let [last, longest] = [process.cpuUsage(), 0]
  setInterval(() => {
    longest = Math.max(longest, process.cpuUsage(last).user / 1000)
    last = process.cpuUsage()
  }, 10)
  return () => {
    const more = process.resourceUsage().maxRSS * 1024 - before
    const memory = more > 200e6 ? 'over 200' : 'under 200'
    const still = longest > 200 ? 'over 200 ms' : 'never for long'
    return `memory: ${memory} MB more, loop: stands still ${still}\n`
  }
}
