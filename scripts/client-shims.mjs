// What the SDK's client asks of its platform, in place of its own answer for Workers: the validator of the
// SDK's server, which is the same and is in the bundle anyway, and no schemas made ahead of their use.
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
/** A browser's concern. */
export const CORS_IS_POSSIBLE = false;
