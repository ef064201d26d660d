/** What the engine takes from `node:http`, for a page. */
export {
  METHODS,
  STATUS_CODES,
} from '../../browser-node/builtins/http/constants.js'
