/**
 * What signs texts, as signer() does.
 *
 * @typedef {object} Signer
 * @property {(name: string, value: string) => string} sign the value, a dot and
 *   a signature that covers the name as well
 * @property {(name: string, text: string) => string | undefined} verify the
 *   value, if it was signed under that name
 */

/**
 * Links in mails, by which users set a new password. Nothing is kept of them on
 * the server: all that has to be known is in the link, or with the user.
 */
export class ResetLinks {
  #signer

  /**
   * @param {Signer} signer which the shop uses for its cookies, too
   * @param {() => number} [now] the time in ms
   */
  constructor(signer, now = Date.now) {
    this.#signer = signer
    this.now = now
  }

  /**
   * @param {string} user
   * @param {string} passwordHash of the password that the user has now: it is
   *   another one after each change
   * @returns {string} a text for the link, valid for an hour
   */
  create(user, passwordHash) {
    return this.#signer.sign('user', `${user} ${passwordHash}`)
  }

  /**
   * @param {string} text whatever has come with a request
   * @param {(user: string) => string | undefined} passwordHashOf undefined:
   *   there is no such user
   * @returns {string | undefined} who may set a new password, if the link is
   *   good, and this is its first use
   */
  open(text, passwordHashOf) {
    const value = this.#signer.verify('user', text)
    const [user, passwordHash] = value?.split(' ') ?? []
    return passwordHashOf(user) === passwordHash ? user : undefined
  }
}
