// LOADLINE_SECRET: handles and secrets are under keys derived from it; a deployment without a strong one serves nobody.

/** Characters of each secret, and how many of them must differ. */
const LEAST_CHARACTERS = 32;
const LEAST_DIFFERENT = 10;

/**
 * Says why a deployment with these secrets, `[current]` or `[current, previous]`, serves nobody, and what to set; quotes
 * none of them. Null of good ones.
 */
export function deploymentSecretFault(secrets: readonly string[]): string | null {
	const fault = faultOf(secrets);
	return (
		fault &&
		`Loadline is closed: ${fault}. Set it with \`openssl rand -hex 32 | npx wrangler secret put LOADLINE_SECRET\`.`
	);
}

const faultOf = (secrets: readonly string[]): string | null => {
	if (secrets.length === 0) return 'LOADLINE_SECRET is not set';
	if (secrets.length > 2) return 'LOADLINE_SECRET has more than two entries: it is new,old';
	const isWeak = secrets.some(
		(secret) => secret.length < LEAST_CHARACTERS || new Set(secret).size < LEAST_DIFFERENT,
	);
	return isWeak
		? `LOADLINE_SECRET is weak: at least ${LEAST_CHARACTERS} random characters, such as those of \`openssl rand -hex 32\``
		: null;
};
