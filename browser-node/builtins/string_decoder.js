/** node:string_decoder. */
import packaged from 'string_decoder/lib/string_decoder.js'

export const { StringDecoder } = packaged
