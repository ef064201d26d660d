// Packages without types of their own: whatever they export is any.
declare module 'events/events.js'
declare module 'path-browserify'
declare module 'readable-stream/lib/ours/browser.js'
declare module 'string_decoder/lib/string_decoder.js'
