import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { quote } from './quote.js'

/**
 * A shell that waits for the end of our process, whatever that is, even
 * SIGKILL: the pipe from us ends with us. Then it ends what we have left
 * behind, and removes our pipes. A program that has begun a group of its own,
 * as `setsid` does, is beyond it.
 */
export class Watcher {
  #input

  /** @param {string} shell @param {string} directory */
  constructor(shell, directory) {
    const script =
      "trap '' HUP INT QUIT TERM;g=;while read -r l;do g=$l;done;" +
      'for s in TERM KILL;do for p in $g;do kill -s $s -- "-$p";done;' +
      `[ -z "$g" ]||[ $s = KILL ]||sleep 1;done;rm -rf ${quote(directory)}`
    const process = spawn(shell, ['-c', script], {
      ...{ stdio: ['pipe', 'ignore', 'ignore'], cwd: '/', detached: true },
    })
    process.on('error', () => {})
    process.unref()
    this.#input = /** @type {Socket} */ (process.stdin ?? new Socket())
    this.#input.on('error', () => {})
    this.#input.unref()
  }

  /** @param {number[]} leaders of the groups that must not outlive us */
  tell(leaders) {
    this.#input.write(`${leaders.join(' ')}\n`)
  }

  /** There is nothing left to watch. */
  end() {
    this.#input.end('\n')
  }
}
