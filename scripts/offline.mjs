// Keeps wrangler local: no telemetry, no update check, no prompts, no look-up of where we are, no explorer of
// the local storage, which asks nobody for a token, and no trace of every call on disk for ever, the
// runtime's or its own.

/** Environment variables for every wrangler that is started from here. */
export const offline = {
	WRANGLER_SEND_METRICS: 'false',
	WRANGLER_SEND_ERROR_REPORTS: 'false',
	WRANGLER_WRITE_LOGS: 'false',
	WRANGLER_HIDE_BANNER: 'true',
	WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
	CLOUDFLARE_CF_FETCH_ENABLED: 'false',
	DO_NOT_TRACK: '1',
	X_LOCAL_EXPLORER: 'false',
	X_LOCAL_OBSERVABILITY: 'false',
};
