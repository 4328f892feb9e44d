// `/api/secrets` and `/api/me/secrets`: secrets of the workspace and of the caller (docs/deploy.md
// "Secrets"). They are set and removed; what was set is never shown again.
import type { Context, Hono } from 'hono';
import { secretNameFault } from '../../config';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { serve } from './serve';

const MAX_BYTES = 32_768;

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

		serve(app, `PUT ${path}/:name`, async (c) => {
			const name = c.req.param('name');
			const fault = secretNameFault(name);
			if (fault !== null) return refuse(c, 'invalid_parameter', `name: ${fault}.`);
			const read = await readJson(c, 'PUT /api/secrets/:name', MAX_BYTES);
			if (!read.ok) return read.error;
			const origins = [...new Set(read.value.origins)];
			for (const origin of origins) {
				const checked = originFault(origin, deps);
				if (checked === null) continue;
				return refuse(c, 'invalid_body', `origins: ${origin} ${checked}.`);
			}
			const secret = { name, value: read.value.value, origins, setBy: c.var.principal.id };
			const kept = await storeOf(c).put(secret);
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
