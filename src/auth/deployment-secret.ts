// LOADLINE_SECRET: handles and secrets are under keys derived from it; a deployment without a strong one serves nobody.

/** Characters of each secret, and how many of them must differ. */
const LEAST_CHARACTERS = 32;
const LEAST_DIFFERENT = 10;

/**
 * Says why a deployment with these secrets, `[current]` or `[current, previous]`, serves nobody, and what to set; quotes
 * none of them. Null of good ones.
 */
export function deploymentSecretFault(secrets: readonly string[]): string | null {
	const isWeak = secrets.some(
		(secret) => secret.length < LEAST_CHARACTERS || new Set(secret).size < LEAST_DIFFERENT,
	);
	if (secrets.length > 0 && secrets.length < 3 && !isWeak) return null;
	const weak = `is weak: at least ${LEAST_CHARACTERS} random characters, such as those of \`openssl rand -hex 32\``;
	const many = secrets.length > 2 ? 'has more than two entries: it is new,old' : weak;
	return `Loadline is closed: LOADLINE_SECRET ${secrets.length === 0 ? 'is not set' : many}. Set it with \`openssl rand -hex 32 | npx wrangler secret put LOADLINE_SECRET\`.`;
}
