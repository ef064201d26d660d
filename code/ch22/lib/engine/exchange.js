/** @import { Socket } from 'node:net' */
/** @import { Connection } from './connection.js' */
/** @import { Head } from './head.js' */

/**
 * What a connection tells a request.
 *
 * @typedef {object} Incoming
 * @property {(chunk: Buffer) => boolean} push more of the body; false: it has
 *   enough until `connection.resumeBody()`
 * @property {(trailers: string) => void} receiveEnd
 * @property {(socket: Socket) => void} skipBody the answer is finished, and the
 *   body is not
 * @property {() => void} forgetBody both are
 * @property {() => void} lost the rest of it will not come
 * @property {boolean} [isWatched] whether its handler has asked for the signal
 */

/**
 * What a connection tells a response, and asks it.
 *
 * @typedef {object} Outgoing
 * @property {boolean} headersSent
 * @property {boolean} shouldKeepAlive what its head says, or is to say
 * @property {boolean} isWatched whether something waits for it to be sent
 * @property {() => void} writeContinue
 * @property {(status: number, fields: Record<string, string>) => void} writeHead
 * @property {(text: string) => void} end
 * @property {() => void} drained the client has caught up
 * @property {(error?: Error | null) => void} sent all of it; with an error,
 *   it was lost
 * @property {() => void} lost the client will not get the rest
 */

/**
 * @typedef {object} Classes
 * @property {new (connection: Connection, head: Head) => Incoming} Request
 * @property {new (connection: Connection, request: any) => Outgoing} Response
 */

export {}
