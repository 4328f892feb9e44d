// Environment variables that Loadline reads: its settings and the secrets of upstreams.

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
