// HTTP: routes, authentication and pages of a deployment, as a Hono app.

// Callers: tokens, people, pages of other origins, rate limits.
export { createAccess, HOW_TO_SECRET, limitedAccess, tries } from './access';
// The app, its dependencies, and the files that it serves.
export { createApp } from './app';
export type { Access, HttpDeps } from './deps';
export { documentFile, webFile } from './documents';
export { originNamed } from './door';
export { principalIn } from './people';
