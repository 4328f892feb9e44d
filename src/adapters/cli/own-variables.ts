// What of this process's environment Loadline reads: its settings and the secrets of upstreams.

/** Of an environment, what is meant for Loadline. */
export const ownVariables = (
	environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> =>
	Object.fromEntries(
		Object.entries(environment).filter(
			([name]) =>
				/^(?:LOADLINE|UPSTREAM)_/.test(name) ||
				name === 'ANALYTICS_TOKEN' ||
				name === 'CLOUDFLARE_ACCOUNT_ID',
		),
	);
