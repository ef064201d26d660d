/** Tables of routes to begin with, each with a path to look up. */

/** @typedef {{ routes: string[], path: string }} Preset */

/**
 * A part of GitHub's REST API, from its public documentation.
 *
 * @type {Preset}
 */
const github = {
  routes: [
    '/user',
    '/user/repos',
    '/users',
    '/users/:username',
    '/users/:username/repos',
    '/orgs/:org',
    '/orgs/:org/members/:username',
    '/repos/:owner/:repo',
    '/repos/:owner/:repo/issues',
    '/repos/:owner/:repo/issues/comments/:comment_id',
    '/repos/:owner/:repo/issues/:issue_number/comments',
    '/repos/:owner/:repo/releases/latest',
    '/repos/:owner/:repo/releases/:release_id/assets',
    '/search/issues',
    '/search/repositories',
  ],
  // The walk turns back at `latest`, which is text and has nothing below it.
  path: '/repos/nodejs/node/releases/latest/assets',
}

/**
 * Those of chapter 07. The first is the table of its steps.
 *
 * @type {Record<string, Preset>}
 */
export const triePresets = {
  users: {
    routes: ['/users/me/posts', '/users/:id/settings'],
    path: '/users/me/settings',
  },
  blog: {
    routes: [
      '/',
      '/posts',
      '/posts/new',
      '/posts/:slug',
      '/posts/:slug/comments/:id',
      '/tags/:tag',
    ],
    path: '/posts/new/comments/7',
  },
  github,
}

/**
 * Those of chapter 09. The first is the table of its steps.
 *
 * @type {Record<string, Preset>}
 */
export const radixPresets = {
  issues: {
    routes: [
      '/issues/:number/comments',
      '/issues/:number/commits',
      '/issue-types',
    ],
    path: '/issues/7/commits',
  },
  backtrack: {
    routes: [
      '/users/me/posts',
      '/users/:id/settings',
      '/users/:id',
      '/users/*rest',
    ],
    path: '/users/me/likes',
  },
  escapes: {
    routes: ['/café', '/users/:name', '/users/:name/files/:file'],
    path: '/users/jo%c3%a3o/files/a%2Fb.txt',
  },
  github,
}
