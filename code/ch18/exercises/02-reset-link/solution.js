/**
 * What signs texts, as signer() does.
 *
 * @typedef {object} Signer
 * @property {(name: string, value: string) => string} sign the value, a dot and
 *   a signature that covers the name as well
 * @property {(name: string, text: string) => string | undefined} verify the
 *   value, if it was signed under that name
 */

/** How long a link is valid, in ms. */
const HOUR = 60 * 60 * 1000

/**
 * Links in mails, by which users set a new password. Nothing is kept of them on
 * the server: all that has to be known is in the link, or with the user.
 */
export class ResetLinks {
  #signer
  #now

  /**
   * @param {Signer} signer which the shop uses for its cookies, too
   * @param {() => number} [now] the time in ms
   */
  constructor(signer, now = Date.now) {
    this.#signer = signer
    this.#now = now
  }

  /**
   * @param {string} user
   * @param {string} passwordHash of the password that the user has now: it is
   *   another one after each change
   * @returns {string} a text for the link, valid for an hour
   */
  create(user, passwordHash) {
    const value = `${this.#now() + HOUR} ${user}`
    return this.#signer.sign(nameOf(passwordHash), value)
  }

  /**
   * @param {string} text whatever has come with a request
   * @param {(user: string) => string | undefined} passwordHashOf undefined:
   *   there is no such user
   * @returns {string | undefined} who may set a new password, if the link is
   *   good, and this is its first use
   */
  open(text, passwordHashOf) {
    // Not verified yet: it only says under which name to look.
    const value = text.slice(0, text.lastIndexOf('.'))
    const space = value.indexOf(' ')
    const user = value.slice(space + 1)
    const passwordHash = passwordHashOf(user)
    if (passwordHash === undefined) return undefined
    const verified = this.#signer.verify(nameOf(passwordHash), text)
    if (verified === undefined) return undefined
    return Number(value.slice(0, space)) > this.#now() ? user : undefined
  }
}

/**
 * The name is signed, and not sent: so the hash counts and isn't told.
 *
 * @param {string} passwordHash
 */
const nameOf = (passwordHash) => `reset ${passwordHash}`
