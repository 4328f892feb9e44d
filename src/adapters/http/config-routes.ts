// `GET` and `PUT /api/config` (docs/config.md): effective values with secrets masked, and the
// replacement of the runtime document by an administrator.
import { isAdministrator, type Principal } from '../../auth/principal';
import { readBoundedText } from '../bounded-body';
import type { HttpDeps, ShownConfig } from './deps';
import { errorResponse } from './errors';

/** Bytes of a config document. */
export const MAX_CONFIG_BYTES = 256 * 1024;

/** Answers one request to `/api/config`. */
export const serveConfig = async (
	request: Request,
	principal: Principal,
	correlationId: string,
	deps: HttpDeps,
): Promise<Response> => {
	switch (request.method) {
		case 'GET':
		case 'HEAD':
			return shown(await deps.config.current(principal.workspace), deps);
		case 'PUT':
			return replace(request, principal, correlationId, deps);
		default:
			return errorResponse('method_not_allowed', 'Use GET or PUT.', correlationId, {
				headers: { Allow: 'GET, HEAD, PUT' },
			});
	}
};

const replace = async (
	request: Request,
	principal: Principal,
	correlationId: string,
	deps: HttpDeps,
): Promise<Response> => {
	if (!isAdministrator(principal)) {
		const message = 'Only an administrator changes the config: use a token with the scope "admin".';
		return errorResponse('forbidden', message, correlationId);
	}
	const text = await readBoundedText(request, MAX_CONFIG_BYTES);
	if (!text.ok)
		return text.error === 'too_large'
			? errorResponse(
					'too_large',
					`A config document has at most ${MAX_CONFIG_BYTES} bytes.`,
					correlationId,
				)
			: errorResponse('unreadable', 'The request body could not be read.', correlationId);
	const { workspace } = principal;
	const contentType = request.headers.get('content-type');
	const replaced = await deps.config.replace(workspace, text.value, contentType);
	if (replaced.ok) return shown(replaced.value, deps);
	const { code, issues } = replaced.error;
	switch (code) {
		case 'invalid': {
			const message = `The config was not changed: ${issues.length} issue${issues.length === 1 ? '' : 's'}.`;
			return errorResponse('invalid_config', message, correlationId, { issues });
		}
		case 'busy':
			return errorResponse('busy', reasonsOf(issues), correlationId, {
				headers: { 'Retry-After': '2' },
			});
		case 'unavailable':
			return errorResponse('unavailable', reasonsOf(issues), correlationId);
	}
};

const reasonsOf = (issues: readonly { readonly reason: string }[]): string =>
	issues.map(({ reason }) => reason).join('; ');

const shown = ({ config, origin, version, problem }: ShownConfig, deps: HttpDeps): Response =>
	Response.json(
		{ config: deps.mask(config), origin, version, ...(problem !== undefined && { problem }) },
		{ headers: { ETag: `"${version}"`, 'Cache-Control': 'no-store' } },
	);
