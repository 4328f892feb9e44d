// HTTP: routes, authentication and pages of a deployment, as a Hono app.

// Who may come in: tokens, people, pages of other origins, rate limits.
export { createAccess, HOW_TO_SECRET, limitedAccess, tries } from './access';
// The app, its dependencies, and the files that it serves.
export { createApp } from './app';
export type { Access, HttpDeps } from './deps';
export { principalIn } from './people';
export { originNamed } from './same-origin';
export { documentFile, webFile } from './web-files';
