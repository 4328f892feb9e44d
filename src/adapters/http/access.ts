// Authentication of requests: development mode, static bearer tokens, or none.
import {
	accessMode,
	authenticate,
	bearerIn,
	CLOSED_ADVICE,
	deploymentSecretFault,
	LOCAL_PRINCIPAL,
	parseTokens,
	type TokenFacts,
	workspaceOfToken,
} from '../../auth';
import { digestHex, sha256 } from '../crypto';
import type { Access } from './deps';

export interface AccessOptions {
	/** Finds an API token of a workspace by its digest. */
	apiToken(workspace: string, digest: string): Promise<TokenFacts | null>;
	/** Started by `npm start`. */
	readonly devMode: boolean;
	/** The secret LOADLINE_TOKENS. */
	readonly tokens: string | undefined;
	/** LOADLINE_SECRET, its entries. */
	readonly secrets: readonly string[];
}

const HOW_TO =
	'Make a token with `openssl rand -hex 32`, its digest with `printf %s TOKEN | sha256sum`, then `wrangler secret put LOADLINE_TOKENS` with [{"name":"me","sha256":"DIGEST","workspace":"ws-main","scopes":["admin"]}]';

export const HOW_TO_SECRET =
	'Set it with `openssl rand -hex 32 | npx wrangler secret put LOADLINE_SECRET`.';

/** Decides by the configured tokens, read once. */
export const createAccess = ({ apiToken, devMode, tokens, secrets }: AccessOptions) => {
	const isAbsent = tokens === undefined || tokens.trim() === '';
	const parsed = parseTokens(tokens ?? '');
	const state = isAbsent ? 'absent' : parsed.ok ? 'valid' : 'malformed';
	const fault = isAbsent || parsed.ok ? '' : ` ${parsed.error}.`;
	const weak = devMode ? null : deploymentSecretFault(secrets);
	return async (request: Request): Promise<Access> => {
		const { hostname } = new URL(request.url);
		const mode = accessMode({ devMode, hostname, tokens: state });
		if (mode !== 'closed' && weak !== null)
			return { kind: 'closed', advice: `Loadline is closed: ${weak}. ${HOW_TO_SECRET}` };
		const bearer = bearerIn(request.headers.get('authorization'));
		const workspace = bearer.ok ? workspaceOfToken(bearer.value) : undefined;
		// Whoever owns the deployment may have made some without a list.
		const isListless = isAbsent && weak === null;
		if (bearer.ok && workspace !== undefined && (mode !== 'closed' || isListless)) {
			const known = await apiToken(workspace, await digestHex(bearer.value));
			if (!known) return { kind: 'refused', fault: 'invalid' };
			const { principal: id, name, scopes } = known;
			return { kind: 'caller', principal: { id, name, workspace, scopes } };
		}
		if (mode === 'dev') return { kind: 'caller', principal: LOCAL_PRINCIPAL };
		if (mode === 'closed' || !parsed.ok)
			return { kind: 'closed', advice: `${CLOSED_ADVICE}${fault} ${HOW_TO}` };
		const caller = await authenticate(request.headers.get('authorization'), parsed.value, digest);
		return caller.ok
			? { kind: 'caller', principal: caller.value }
			: { kind: 'refused', fault: caller.error };
	};
};

const digest = (text: string) => sha256(new TextEncoder().encode(text));
