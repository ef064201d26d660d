import { statSync } from 'node:fs'
import { boolean, checkOptions, having, string } from '../common/options.js'
import { sendFile } from '../http/send-file.js'
import { pathOf, queryOf } from '../http/target.js'

/** @import { Next } from '../app/layer.js' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

/** A year, in seconds, which stands for ever. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * @typedef {object} FilesOptions
 * @property {string} [cacheControl] How long answers may be kept. Default:
 *   `no-cache`, which lets caches keep them and makes them ask.
 * @property {RegExp} [immutable] Which names, such as `assets/app.3f2a91.js`,
 *   never stand for another content, so that caches need not ask. Default: none.
 * @property {boolean} [precompressed] Whether there may be compressed files
 *   beside the others, such as `app.js.br`, for clients that accept them.
 *   Default: false.
 */
const RULES = {
  cacheControl: string,
  precompressed: boolean,
  immutable: having('a regular expression', 'exec', 'source'),
}

/**
 * Makes a handler that serves a folder, for a route that ends in a wildcard,
 * such as `/static/*`. What is not there is left to `notFound`.
 *
 * @param {string} root the folder
 * @param {FilesOptions} [options]
 * @returns {(req: Request, res: Response, next: Next) => Promise<unknown>}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 * @throws {Error} ENOENT when there is no such folder
 */
export function files(root, options) {
  const { immutable, ...own } = checkOptions('files', options, RULES)
  statSync(root)
  return async ({ path, params, url = '' }, res, next) => {
    // To the router these divide nothing, and a guard did not see them.
    if (/%2F|\\/.test(path)) return next()
    const asked = Object.values(params).at(-1) ?? ''
    const isFolder = asked === '' || asked.endsWith('/')
    const name = isFolder ? `${asked}index.html` : asked
    const isForever = immutable && name.search(immutable) >= 0
    const found = await sendFile(res, name, {
      root,
      ...own,
      ...(isForever && { cacheControl: FOREVER }),
    })
    if (found === 'file') return
    if (found === null || isFolder) return next()
    const query = queryOf(url)
    res.redirect(`${pathOf(url)}/${query && `?${query}`}`, 301)
  }
}
