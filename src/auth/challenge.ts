// The WWW-Authenticate header of a refusal (RFC 6750, section 3).

export interface Challenge {
	/** Absent where no credentials came. */
	readonly error?: 'invalid_token' | 'insufficient_scope';
	readonly scope?: string;
}

/** Values are words of our own: none needs escaping. */
export const challenge = ({ error, scope }: Challenge): string =>
	[
		'Bearer realm="loadline"',
		...(error === undefined ? [] : [`error="${error}"`]),
		...(scope === undefined ? [] : [`scope="${scope}"`]),
	].join(', ');
