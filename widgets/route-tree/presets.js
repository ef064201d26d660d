/** Tables that both trees can show. */

/** @typedef {{ routes: string[], path: string }} Preset */

/**
 * A part of GitHub's REST API, from its public documentation.
 *
 * @type {Preset}
 */
export const github = {
  routes: [
    '/user',
    '/user/repos',
    '/users',
    '/users/:username',
    '/users/:username/repos',
    '/users/:username/events/public',
    '/orgs/:org',
    '/orgs/:org/members/:username',
    '/repos/:owner/:repo',
    '/repos/:owner/:repo/issues',
    '/repos/:owner/:repo/issues/:issue_number',
    '/repos/:owner/:repo/issues/comments',
    '/repos/:owner/:repo/issues/comments/:comment_id',
    '/repos/:owner/:repo/issues/:issue_number/comments',
    '/repos/:owner/:repo/pulls',
    '/repos/:owner/:repo/releases/latest',
    '/repos/:owner/:repo/releases/:release_id',
    '/repos/:owner/:repo/releases/:release_id/assets',
    '/search/issues',
    '/search/repositories',
  ],
  // The walk turns back at `latest`, which is text and has nothing below it.
  path: '/repos/nodejs/node/releases/latest/assets',
}
