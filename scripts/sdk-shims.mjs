// What the SDK asks of its platform, in place of its own answers for Workers: no schemas made ahead of their use,
// and no validator. What servers and clients say to each other is theirs to check, and crosses as it is.
export class DefaultJsonSchemaValidator {
	getValidator() {
		return (/** @type {unknown} */ data) => ({ valid: true, data, errorMessage: undefined });
	}
}
/** A browser's concern. */
export const CORS_IS_POSSIBLE = false;
/** Of a transport that no Worker has. */
export const process = {};
