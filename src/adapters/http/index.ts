// The face of adapters/http: all that other rooms may import.
export { createAccess, HOW_TO_SECRET } from './access';
export { createApp } from './app';
export type { Access, HttpDeps } from './deps';
export { type Limits, limitedAccess, type RateLimit, tries } from './limited-access';
export type { ClientLogins, Connections } from './logins';
export { memoryRateLimit } from './memory-rate-limit';
export { type Entered, type People, type Place, principalIn, type Visitor } from './people';
export { originNamed } from './same-origin';
export { documentFile, webFile } from './web-files';
