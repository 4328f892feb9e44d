// `/api/config` (docs/config.md): effective values with secrets masked, the replacement of the
// runtime document by an administrator, its history, the way back, and one upstream of it without the rest.
import type { Context, Hono } from 'hono';
import { allows, type Principal } from '../../auth';
import { LARGEST_DOCUMENT, secretNameFault } from '../../config';
import { err, ok, type Result } from '../../shared/result';
import type { EditFault, HttpDeps, RouteState, ShownChange, ShownConfig } from './deps';
import { type Asking, refuse } from './errors';
import { NO_SERVER } from './mcp-endpoint';
import { isoTimes, readText, serve, serveBody } from './serve';

const TOO_LARGE = `A config document has at most ${LARGEST_DOCUMENT} bytes.`;
const MAX_ROLLBACK_BYTES = 1024;

export const configRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const { config } = deps;
	const answer = (shown: ShownConfig, principal: Principal): Response =>
		Response.json(
			{ ...shown, config: deps.mask(shown.config, viewerOf(principal)) },
			{ headers: { ETag: etagOf(shown.version) } },
		);

	serve(app, 'GET /api/config', async (_c, _, principal) =>
		answer(await config.current(principal.workspace), principal),
	);

	serve(app, 'PUT /api/config', async (c, asked, principal) => {
		const { correlationId } = c.var;
		const ifMatch = versionOf(c.req.header('if-match'));
		if (!ifMatch.ok) return refuse(c, 'invalid_parameter', ifMatch.error);
		const isDry = /^(?:1|true)$/.test(asked.dryRun ?? '');
		const text = await readText(c, LARGEST_DOCUMENT, TOO_LARGE);
		if (!text.ok) return text.error;
		const wish = {
			text: text.value,
			contentType: c.req.header('content-type') ?? null,
			by: principal.id,
			correlationId,
			...ifMatch.value,
		};
		if (isDry) {
			const preview = await config.preview(principal.workspace, wish);
			if (!preview.ok) return refusal(c, preview.error);
			c.set('act', null);
			const headers = { ETag: etagOf(preview.value.version) };
			return c.json({ dryRun: true, ...preview.value }, 200, headers);
		}
		const replaced = await config.replace(principal.workspace, wish);
		if (!replaced.ok) return refusal(c, replaced.error);
		c.set('act', actOf(replaced.value));
		return answer(replaced.value, principal);
	});

	serve(app, 'GET /api/config/history', async (c, page, principal) => {
		const found = await config.history(principal.workspace, page);
		return found.ok ? { ...found.value, ...page } : refusal(c, found.error);
	});

	serve(app, 'GET /api/config/document', async (c, { version }, principal) => {
		const found = await config.document(principal.workspace, version, viewerOf(principal));
		return found.ok ? found.value : refusal(c, found.error);
	});

	const most = MAX_ROLLBACK_BYTES;
	serveBody(app, 'POST /api/config/rollback', most, async (c, { version }, principal) => {
		const { correlationId } = c.var;
		const ifMatch = versionOf(c.req.header('if-match'));
		if (!ifMatch.ok) return refuse(c, 'invalid_parameter', ifMatch.error);
		const wish = { version, by: principal.id, correlationId, ...ifMatch.value };
		const done = await config.rollback(principal.workspace, wish);
		if (!done.ok) return refusal(c, done.error);
		c.set('act', actOf(done.value));
		return answer(done.value, principal);
	});
};

/** Paths of addresses are shown to those who may write them. */
const viewerOf = (principal: Principal): 'writer' | 'anybody' =>
	allows(principal, 'config:write') ? 'writer' : 'anybody';

/** For the audit log: which keys changed, not what they say. */
const actOf = ({ version, changes, more }: ShownChange) => ({
	target: `config version ${version}`,
	detail: { changed: changes.slice(0, 20).map(({ path }) => path), more },
});

const etagOf = (number: number): string => `"${number}"`;

/** The version that If-Match names: one, since versions never return; `*` and none name all. */
export const versionOf = (header: string | undefined): Result<{ ifMatch?: number }, string> => {
	if (header === undefined || header.trim() === '*') return ok({});
	// Proxies that compress make an ETag weak; it names the same version.
	const named = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(header)?.[1];
	return named === undefined
		? err('If-Match: must be a version, for example "3".')
		: ok({ ifMatch: Number(named) });
};

const refusal = (c: Asking, { code, issues, version: inForce }: EditFault) => {
	const reasons = issues.map(({ reason }) => reason).join('; ');
	if (code === 'invalid') {
		const message = `The config was not changed: ${issues.length} issue${issues.length === 1 ? '' : 's'}.`;
		return refuse(c, 'invalid_config', message, { issues });
	}
	if (code === 'stale') {
		const version = inForce ?? 0;
		const headers = { ETag: etagOf(version) };
		return refuse(c, 'conflict', reasons, { headers, detail: { version } });
	}
	if (code === 'busy') return refuse(c, 'busy', reasons, { headers: { 'Retry-After': '2' } });
	return refuse(c, code === 'unavailable' ? code : 'not_found', reasons);
};

const MAX_BYTES = 65_536;
export const upstreamRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	const { config } = deps;
	const change = async (c: Context<RouteState>, body: Record<string, unknown> | null) => {
		const { principal, correlationId } = c.var;
		const name = c.req.param('name') ?? '';
		const wish = { name, entry: body, by: principal.id, correlationId };
		const changed = await config.upstream(principal.workspace, wish);
		if (!changed.ok) return refusal(c, changed.error);
		const { version, changes, more } = changed.value;
		const act = { ...actOf(changed.value), target: `${name}, config version ${version}` };
		c.set('act', changes.length === 0 ? null : act);
		return c.json({ name, version, changes, more }, 200, { 'Cache-Control': 'no-store' });
	};

	serveBody(app, 'PUT /api/config/upstreams/:name', MAX_BYTES, change);

	serve(app, 'GET /api/config/upstreams/:name/changes', async (c, _, { workspace }) => ({
		changes: await deps.services(workspace).sights.shown(c.req.param('name')),
	}));

	serve(app, 'POST /api/config/upstreams/:name/accept', async (c, _, principal) => {
		const name = c.req.param('name');
		if (!(await deps.knowsUpstream(name, principal)))
			return refuse(c, 'unknown_upstream', NO_SERVER);
		const accepted = await deps.services(principal.workspace).sights.accept(name);
		if (accepted.length === 0) c.set('act', null);
		return { name, accepted };
	});

	serve(app, 'DELETE /api/config/upstreams/:name', (c) => change(c, null));
};

const SECRET_BYTES = 32_768;

export const secretRoutes = (app: Hono<RouteState>, deps: HttpDeps): void => {
	for (const [path, owner] of [
		['/api/secrets', 'workspace'],
		['/api/me/secrets', 'user'],
	] as const) {
		const storeOf = ({ var: { principal } }: Context<RouteState>) =>
			deps.secrets.store(principal.workspace, owner === 'user' ? principal.id : undefined);

		serve(app, `GET ${path}`, async (c) => {
			const granted = owner === 'user' ? [] : deps.secrets.granted(c.var.principal.workspace);
			const secrets = [
				...granted.map((grant) => ({ ...grant, owner: 'deployment' as const })),
				...(await storeOf(c).list()).map((facts) => ({ ...shown(facts), owner })),
			];
			return { secrets };
		});

		serveBody(app, `PUT ${path}/:name`, SECRET_BYTES, async (c, read, principal) => {
			const name = c.req.param('name');
			const fault = secretNameFault(name);
			if (fault !== null) return refuse(c, 'invalid_parameter', `name: ${fault}.`);
			const origins = [...new Set(read.origins)];
			for (const origin of origins) {
				const checked = originFault(origin, deps);
				if (checked === null) continue;
				return refuse(c, 'invalid_body', `origins: ${origin} ${checked}.`);
			}
			const kept = await storeOf(c).put({ ...read, name, origins, setBy: principal.id });
			if (!kept.ok) return refuse(c, 'conflict', `${kept.error}.`);
			c.set('act', { target: name, detail: { owner, origins } });
			return { ...shown(kept.value), owner };
		});

		serve(app, `DELETE ${path}/:name`, async (c) => {
			const name = c.req.param('name');
			c.set('act', { target: name, detail: { owner } });
			return (await storeOf(c).remove(name))
				? { name, removed: true as const }
				: refuse(c, 'not_found', 'There is no such secret.');
		});
	}
};

const originFault = (text: string, { checkUrl }: HttpDeps): string | null => {
	if (!URL.canParse(text) || new URL(text).origin !== text)
		return 'is not an origin; write https://host, without a path';
	const checked = checkUrl(text);
	return checked.ok ? null : checked.error;
};

const shown = <Facts extends { readonly setAt: number }>(facts: Facts) => isoTimes(facts, 'setAt');
