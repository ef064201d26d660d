import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/** Reads lines of group ids until we end; then it ends these groups. */
const SCRIPT = `trap '' HUP INT QUIT TERM
groups=
while read -r line; do groups=$line; done
for signal in TERM KILL; do
  for group in $groups; do kill -s $signal -- "-$group"; done
  [ -z "$groups" ] || [ $signal = KILL ] || sleep 1
done
rm -rf "$1"`

/**
 * A shell that waits for the end of our process, even by SIGKILL: the pipe from
 * us ends with us. Then it ends the programs that we've left behind, unless
 * they have a process group of their own, and removes the pipes.
 */
export class Watcher {
  #input

  /** @param {string} shell @param {string} folder of the pipes */
  constructor(shell, folder) {
    const watcher = spawn(shell, ['-c', SCRIPT, 'watcher', folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: '/',
      detached: true,
    })
    // Without a watcher, programs still run.
    watcher.on('error', () => {})
    watcher.unref()
    this.#input = /** @type {Socket} */ (watcher.stdin ?? new Socket())
    this.#input.on('error', () => {})
    this.#input.unref()
  }

  /** @param {(number | undefined)[]} groups that must not outlive us */
  tell(groups) {
    this.#input.write(`${groups.join(' ')}\n`)
  }

  /** There is nothing left to watch. */
  end() {
    this.#input.end('\n')
  }
}
