/// <reference path="./types.d.ts" />
/** The built-ins that programs in a page have, by name without `node:`. */
import * as assert from './assert.js'
import * as assertStrict from './assert-strict.js'
import * as buffer from './buffer.js'
import * as events from './events.js'
import * as path from './path.js'
import * as process from './process.js'
import * as stream from './stream.js'
import * as streamPromises from './stream-promises.js'
import * as stringDecoder from './string_decoder.js'
import * as test from './test.js'
import * as timers from './timers.js'
import * as timersPromises from './timers-promises.js'
import * as url from './url.js'
import * as util from './util.js'
import * as utilTypes from './util-types.js'

/** @type {Record<string, any>} */
export const builtins = {
  assert,
  'assert/strict': assertStrict,
  buffer,
  events,
  path,
  'path/posix': path,
  process,
  stream,
  'stream/promises': streamPromises,
  string_decoder: stringDecoder,
  test,
  timers,
  'timers/promises': timersPromises,
  url,
  util,
  'util/types': utilTypes,
}
