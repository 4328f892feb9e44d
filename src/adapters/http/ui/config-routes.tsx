// The configuration's page, its forms, and what a proposed setting would change.
import { Hono } from 'hono';
import { parse, stringify } from 'yaml';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import { browserOf, csrfOf } from '../pages/page';
import type { Answer, Api } from './api';
import { type Change, Changes, ConfigPage, type Version } from './config';
import { failed, next, type Places, type Shown } from './place';

export function configRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/config',
		page('/config', 'Configuration', async (c, api, csrf) =>
			configPage(api, csrf, c.req.query('endpoint')),
		),
	);

	routes.post(
		'/config',
		form('/config', 'Configuration', async (given, api, c) => {
			const text = given.get('text') ?? '';
			if (text.includes('***'))
				return failed(
					'The document holds secrets in clear, which are shown as ***: change it with loadline config, and name secrets instead.',
				);
			const isCheck = given.get('do') === 'check';
			const answer = await api.send(
				'PUT',
				`/api/config${isCheck ? '?dryRun=1' : ''}`,
				text,
				'application/yaml',
			);
			if (answer.fault !== undefined) return failed(answer.fault);
			if (!isCheck) return '/config';
			return preview(answer, text, await csrfOf(browserOf(c)));
		}),
	);

	routes.post(
		'/config/propose',
		form('/config', 'What would change', async (given, api, c) => {
			const document = await api.get('/api/config/document');
			const known = textIn(document);
			const text = proposed(known, given.get('tool') ?? '', given.get('change') ?? '');
			const answer = await api.send('PUT', '/api/config?dryRun=1', text, 'application/yaml');
			if (answer.fault !== undefined) return failed(answer.fault);
			return preview(answer, text, await csrfOf(browserOf(c)));
		}),
	);

	routes.post(
		'/config/rollback',
		form('/config', 'Configuration', async (given, api) =>
			next(
				await api.send(
					'POST',
					'/api/config/rollback',
					JSON.stringify({ version: Number(given.get('version')) }),
				),
				'/config',
			),
		),
	);

	return routes;
}

const textIn = ({ body }: Answer): string => {
	const text = isRecord(body) ? (body.text ?? body.document ?? '') : '';
	return typeof text === 'string' ? text : stringify(text);
};

async function configPage(api: Api, csrf: string, endpoint?: string): Promise<Shown> {
	const [current, document, history] = await Promise.all([
		api.get('/api/config'),
		api.get('/api/config/document'),
		api.get('/api/config/history?limit=20'),
	]);
	if (current.fault !== undefined) return failed(current.fault);
	const { origin, config, version } = current.body as {
		origin: Readonly<Record<string, string>>;
		config: unknown;
		version: number;
	};
	const values = Object.entries(origin).map(
		([path, layer]) => [path, valueAt(config, path), layer] as const,
	);
	const text = textIn(document);
	return {
		content: (
			<ConfigPage
				text={endpoint === undefined ? text : proposed(text, endpoint, 'none')}
				values={values.sort(
					([, , a], [, , b]) => Number(a === 'defaults') - Number(b === 'defaults'),
				)}
				versions={(history.body as { versions?: readonly Version[] } | null)?.versions ?? []}
				version={version}
				csrf={csrf}
			/>
		),
	};
}

const valueAt = (config: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), config);

const preview = (answer: Answer, text: string, csrf: string): Shown => {
	const { changes } = answer.body as { changes: readonly Change[] };
	return {
		title: 'What would change',
		content: (
			<>
				<Changes changes={changes} />
				<form method="post" action="/config">
					<input type="hidden" name="csrf" value={csrf} />
					<label for="text">The document that would be in force</label>
					<textarea id="text" name="text" spellcheck={false}>
						{text}
					</textarea>
					<div class="row">
						<button type="submit" name="do" value="save">
							Put in force
						</button>
						<a href="/config">Leave it as it is</a>
					</div>
				</form>
			</>
		),
	};
};

/** The document with a setting for one tool more; what it says already stays. */
function proposed(text: string, tool: string, change: string): string {
	const read: unknown = parse(text);
	const document = isRecord(read) ? read : {};
	if (change === 'leave') {
		const pairs = Array.isArray(document.transient) ? document.transient : [];
		return stringify({
			...document,
			transient: [...pairs, { tool, consumedBy: 'store_analysis_memory' }],
		});
	}
	const endpoints = isRecord(document.endpoints) ? document.endpoints : {};
	const known = isRecord(endpoints[tool]) ? endpoints[tool] : {};
	const settings = SETTINGS[change] ?? {};
	return stringify({ ...document, endpoints: { ...endpoints, [tool]: { ...known, ...settings } } });
}

const SETTINGS: Readonly<Record<string, object>> = {
	glance: { firstAnswerTokens: { list: 600, object: 500, text: 400 } },
	page: { defaultPageSize: 15 },
};
