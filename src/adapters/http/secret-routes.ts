// `/api/secrets` and `/api/me/secrets`: secrets of the workspace and of the caller (docs/deploy.md
// "Secrets"). They are set and removed; what was set is never shown again.
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { headerTextFault, secretNameFault } from '../../config';
import { secrets as allSecrets, putSecret, secretGone } from './answers/access';
import type { HttpDeps, RouteState } from './deps';
import { refuse } from './errors';
import { isoTimes } from './iso-times';
import { readJson } from './json-body';
import { needs } from './needs';

const MAX_BYTES = 32_768;
const MOST_ORIGINS = 20;

const body = z.strictObject({
	value: z.string().superRefine((value, context) => {
		const fault = headerTextFault(value);
		// Never quoted: it is the secret.
		if (fault !== null) context.addIssue({ code: 'custom', message: fault });
	}),
	origins: z.array(z.string().max(300)).min(1, 'must name at least one').max(MOST_ORIGINS),
});

interface Owner {
	readonly owner: 'workspace' | 'user';
	storeOf(c: Context<RouteState>): ReturnType<HttpDeps['secrets']['store']>;
}

/** The routes of `/api/secrets` and `/api/me/secrets`. */
export const secretRoutes = (deps: HttpDeps): Hono<RouteState> => {
	const put = async (c: Context<RouteState>, { owner, storeOf }: Owner) => {
		const { principal } = c.var;
		const name = c.req.param('name') ?? '';
		const fault = secretNameFault(name);
		if (fault !== null) return refuse(c, 'invalid_parameter', `name: ${fault}.`);
		const read = await readJson(c, body, MAX_BYTES);
		if (!read.ok) return read.error;
		const origins = [...new Set(read.value.origins)];
		for (const origin of origins) {
			const checked = originFault(origin, deps);
			if (checked === null) continue;
			return refuse(c, 'invalid_body', `origins: ${origin} ${checked}.`);
		}
		const secret = { name, value: read.value.value, origins, setBy: principal.id };
		const kept = await storeOf(c).put(secret);
		if (!kept.ok) return refuse(c, 'conflict', `${kept.error}.`);
		c.set('act', { target: name, detail: { owner, origins } });
		return c.json({ ...shown(kept.value), owner });
	};
	const remove = async (c: Context<RouteState>, { owner, storeOf }: Owner) => {
		const name = c.req.param('name') ?? '';
		c.set('act', { target: name, detail: { owner } });
		return (await storeOf(c).remove(name))
			? c.json({ name, removed: true })
			: refuse(c, 'not_found', 'There is no such secret.');
	};

	const workspaces: Owner = {
		owner: 'workspace',
		storeOf: (c) => deps.secrets.store(c.var.principal.workspace),
	};
	const users: Owner = {
		owner: 'user',
		storeOf: (c) => deps.secrets.store(c.var.principal.workspace, c.var.principal.id),
	};
	return new Hono<RouteState>()
		.get(
			'/secrets',
			needs('config:write', 'The secrets a workspace may use, without their values.', allSecrets),
			async (c) => {
				const { workspace } = c.var.principal;
				const own = await workspaces.storeOf(c).list();
				const secrets = [
					...deps.secrets.granted(workspace).map((grant) => ({ ...grant, owner: 'deployment' })),
					...own.map((facts) => ({ ...shown(facts), owner: 'workspace' })),
				];
				return c.json({ secrets });
			},
		)
		.put(
			'/secrets/:name',
			needs('admin', 'Sets a secret of the workspace; it is never shown again.', () =>
				putSecret(body),
			),
			(c) => put(c, workspaces),
		)
		.delete(
			'/secrets/:name',
			needs('admin', 'Removes a secret of the workspace.', secretGone),
			(c) => remove(c, workspaces),
		)
		.get(
			'/me/secrets',
			needs('mcp:use', "The caller's own secrets, without their values.", allSecrets),
			async (c) => {
				const own = await users.storeOf(c).list();
				const secrets = own.map((facts) => ({ ...shown(facts), owner: 'user' }));
				return c.json({ secrets });
			},
		)
		.put(
			'/me/secrets/:name',
			needs('mcp:use', 'Sets a secret of the caller; it is never shown again.', () =>
				putSecret(body),
			),
			(c) => put(c, users),
		)
		.delete(
			'/me/secrets/:name',
			needs('mcp:use', 'Removes a secret of the caller.', secretGone),
			(c) => remove(c, users),
		);
};

const originFault = (text: string, { checkUrl }: HttpDeps): string | null => {
	if (!URL.canParse(text) || new URL(text).origin !== text)
		return 'is not an origin; write https://host, without a path';
	const checked = checkUrl(text);
	return checked.ok ? null : checked.error;
};

const shown = (facts: { readonly setAt: number }) => isoTimes(facts, 'setAt');
