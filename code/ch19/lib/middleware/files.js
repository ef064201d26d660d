import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from '../common/percent.js'
import { plainPath } from '../http/file-path.js'
import { sendFile } from '../http/send-file.js'
import { pathOf } from '../http/target.js'

/** @import { Next } from '../app/layer.js' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

/**
 * Makes a handler that serves a folder, for a route that ends in a wildcard,
 * such as `/static/*`.
 *
 * @param {string} folder
 * @returns {(req: Request, res: Response, next: Next) => Promise<unknown>}
 * @throws {Error} ENOENT
 */
export function files(folder) {
  const root = realpathSync(folder)
  return async (req, res, next) => {
    const { path, route } = req
    const segments = path.split('/').slice(route?.segments.length).map(decodeSegment)
    const isFolder = segments.at(-1) === ''
    if (isFolder) segments[segments.length - 1] = 'index.html'
    const name = plainPath(segments)
    if (name === null) return next()
    const found = await sendFile(req, res, join(root, name), { root })
    if (found === null) return next()
    if (found === 'folder') res.redirect(`${pathOf(req.url ?? '')}/`, 301)
  }
}

/** @param {string} segment */
const decodeSegment = (segment) => decode(segment)
