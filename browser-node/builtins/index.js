/// <reference path="./types.d.ts" />
/** The built-ins that programs in a page have, by name without `node:`. */
import * as assert from './assert.js'
import * as assertStrict from './assert-strict.js'
import * as buffer from './buffer.js'
import * as console from './console.js'
import * as crypto from './crypto.js'
import * as events from './events.js'
import { fs, promises as fsPromises } from './fs.js'
import * as http from './http.js'
import * as net from './net.js'
import * as os from './os.js'
import * as path from './path.js'
import * as perfHooks from './perf_hooks.js'
import * as process from './process.js'
import * as stream from './stream.js'
import * as streamConsumers from './stream-consumers.js'
import * as streamPromises from './stream-promises.js'
import * as streamWeb from './stream-web.js'
import * as stringDecoder from './string_decoder.js'
import * as test from './test.js'
import * as timers from './timers.js'
import * as timersPromises from './timers-promises.js'
import * as url from './url.js'
import * as util from './util.js'
import * as utilTypes from './util-types.js'

/** @type {Record<string, any>} */
const namespaces = {
  assert,
  'assert/strict': assertStrict,
  buffer,
  console,
  crypto,
  events,
  fs,
  'fs/promises': fsPromises,
  http,
  net,
  os,
  path,
  'path/posix': path,
  perf_hooks: perfHooks,
  process,
  stream,
  'stream/consumers': streamConsumers,
  'stream/promises': streamPromises,
  'stream/web': streamWeb,
  string_decoder: stringDecoder,
  test,
  timers,
  'timers/promises': timersPromises,
  url,
  util,
  'util/types': utilTypes,
}

/** @type {Record<string, any>} each with a default export, as in Node.js */
export const builtins = Object.fromEntries(
  Object.entries(namespaces).map(([name, namespace]) => [
    name,
    { default: { ...namespace }, ...namespace },
  ]),
)

/**
 * @param {string} id with `node:` or without
 * @returns {object | undefined} what a default import of it gives
 */
process.process.getBuiltinModule = (id) =>
  builtins[id.replace(/^node:/, '')]?.default
