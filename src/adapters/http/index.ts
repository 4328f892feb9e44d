// HTTP: routes, authentication and pages of a deployment, as a Hono app.

// The app, its dependencies, and the files that it serves.
export { createApp } from './app';
export type { HttpDeps } from './deps';
// Callers: people, pages of other origins, rate limits.
export { limitedAccess } from './door';
export { documentFile, webFile } from './ui/routes';
