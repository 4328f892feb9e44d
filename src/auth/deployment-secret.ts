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
	const fault =
		(secrets.length === 0 && 'LOADLINE_SECRET is not set') ||
		(secrets.length > 2 && 'LOADLINE_SECRET has more than two entries: it is new,old') ||
		(isWeak &&
			`LOADLINE_SECRET is weak: at least ${LEAST_CHARACTERS} random characters, such as those of \`openssl rand -hex 32\``);
	if (!fault) return null;
	return `Loadline is closed: ${fault}. Set it with \`openssl rand -hex 32 | npx wrangler secret put LOADLINE_SECRET\`.`;
}
