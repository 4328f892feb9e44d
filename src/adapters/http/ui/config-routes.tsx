// The configuration's page and its forms: each change is made against the version that its page showed, and
// is followed by the page that it came from, with the way back.
import { Hono } from 'hono';
import type { AnswerOf } from '../../../contract';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import { Notice } from '../pages/frame';
import { browserOf, csrfOf, formOf, pathIn, STALE } from '../pages/page';
import type { Answer, Api } from './api';
import { type Change, Changes, ConfigPage, Editor } from './config';
import { isEmptiedBy } from './fields-of';
import { type C, failed, failedBy, type Places, type Shown } from './place';
import { CHANGE_NAMES, proposalIn, proposed } from './proposals';
import { EDITOR } from './shell';

/** Versions that a page of the history has. */
const LISTED = 20;

/** The pages of the configuration. */
export function configRoutes({ page, form, api: apiOf }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/config',
		page('/config', 'Configuration', async (c, api, csrf) => configPage(c, api, csrf)),
	);

	routes.post(
		'/config',
		form('/config', 'Configuration', async (given, api, c) => {
			const text = textIn(given);
			const version = versionIn(given);
			const from = pathIn(given.get('from') ?? '/config');
			const isCheck = given.get('do') === 'check';
			const dryRun = isCheck ? '1' : undefined;
			const answer = await api.send('PUT /api/config', { dryRun }, text, version);
			if (answer.fault === undefined && !isCheck) return done(from, answer, version);
			const csrf = await csrfOf(browserOf(c));
			// Somebody else was quicker: what is written here is kept, and can be put in force on top.
			const newer = answer.status === 409 ? await inForce(api) : undefined;
			const editor = { text, csrf, from, version: newer ?? version };
			return {
				title: answer.fault === undefined ? 'What would change' : 'Nothing was changed',
				islands: [EDITOR],
				...(answer.fault !== undefined && { status: answer.status }),
				content: (
					<>
						{answer.fault !== undefined && <Notice kind="bad">{answer.fault}</Notice>}
						{newer !== undefined && (
							<p>
								Somebody changed it meanwhile: version {newer} is in force. Your text is below;{' '}
								<a href="/config">look at theirs</a>, or put yours in its place.
							</p>
						)}
						{answer.fault === undefined && <Changes changes={changesIn(answer)} />}
						<Editor {...editor} />
					</>
				),
			};
		}),
	);

	/** For the script of the editor: what would come of a text, in lines. */
	routes.post('/config/check', async (c) => {
		const given = await formOf(c);
		if (!given) return c.json({ isGood: false, lines: [STALE] }, 403);
		const text = textIn(given);
		const version = versionIn(given);
		const answer = await apiOf(c).send('PUT /api/config', { dryRun: '1' }, text, version);
		const paths = changesIn(answer).map((change) => change.path);
		const would =
			paths.length === 0 ? 'Nothing would change.' : `Would change ${paths.join(', ')}.`;
		return c.json({
			isGood: answer.fault === undefined,
			lines: answer.fault === undefined ? [would] : (answer.faults ?? [answer.fault]),
		});
	});

	routes.post(
		'/config/propose',
		form('/config', 'What would change', async (given, api, c) => {
			const [document, current] = await Promise.all([
				api.get('/api/config/document'),
				api.get('/api/config'),
			]);
			if (document.fault !== undefined) return failedBy(document);
			const { text, version } = document.body;
			const proposal = proposalIn(given);
			const stripped = strippedIn(current, proposal.tool);
			const made = proposed(text, proposal, transientIn(current), stripped);
			if (!made.ok) return failed(made.error);
			const answer = await api.send('PUT /api/config', { dryRun: '1' }, made.value, version);
			if (answer.fault !== undefined) return failedBy(answer);
			const from = pathIn(given.get('from') ?? '/config');
			const csrf = await csrfOf(browserOf(c));
			const { tool, strip } = proposal;
			return {
				title: 'What would change',
				islands: [EDITOR],
				content: (
					<>
						{strip.length > 0 && (await isEmptiedBy(api, tool, [...stripped, ...strip])) && (
							<Notice kind="bad">Of its newest result nothing would be left.</Notice>
						)}
						<p>
							{CHANGE_NAMES[proposal.change]}: <strong>{tool}</strong>. Nothing is changed yet, and
							what is can be undone.
						</p>
						<Changes changes={changesIn(answer)} />
						<Editor text={made.value} csrf={csrf} version={version} from={from} isPlain />
					</>
				),
			};
		}),
	);

	routes.post(
		'/config/rollback',
		form('/config', 'Configuration', async (given, api) => {
			const version = Number(given.get('version'));
			const was = Number(given.get('inForce'));
			const answer = await api.send('POST /api/config/rollback', {}, { version }, was);
			if (answer.fault !== undefined) return failedBy(answer);
			return done(pathIn(given.get('from') ?? '/config'), answer, was);
		}),
	);

	return routes;
}

const changesIn = ({ body }: Answer<AnswerOf<'PUT /api/config'>>): readonly Change[] =>
	body?.changes ?? [];

/** Forms send the ends of lines as CRLF (HTML, form submission); the document keeps LF. */
const textIn = (form: URLSearchParams): string => (form.get('text') ?? '').replaceAll('\r\n', '\n');

const versionIn = (form: URLSearchParams): number | undefined => {
	const version = form.get('version') ?? '';
	return /^\d{1,15}$/.test(version) ? Number(version) : undefined;
};

const inForce = async (api: Api): Promise<number | undefined> => {
	const { body } = await api.get('/api/config/document');
	return body?.version;
};

/** Pairs in force: a list of the document's own stands in place of a lower layer's. */
const transientIn = ({ body }: Answer<InForce>): readonly object[] => body?.config.transient ?? [];

/** Fields of a tool's results that are left out. */
const strippedIn = ({ body }: Answer<InForce>, tool: string): readonly string[] =>
	body?.config.endpoints?.[tool]?.strip ?? [];

type InForce = AnswerOf<'GET /api/config'>;

/** Back to where a change came from, with what was done and the way back. */
function done(from: string, { body }: Answer, before: number | undefined): string {
	const version = isRecord(body) && typeof body.version === 'number' ? body.version : 0;
	const [path = '', hash = ''] = from.split('#');
	const way = before === undefined ? '' : `&before=${before}`;
	const query = `done=${version}${way}`;
	return `${path}${path.includes('?') ? '&' : '?'}${query}${hash && `#${hash}`}`;
}

async function configPage(c: C, api: Api, csrf: string): Promise<Shown> {
	const offset = Math.max(0, Math.floor(Number(c.req.query('offset'))) || 0);
	const asked = c.req.query('version');
	const shown = asked !== undefined && /^\d{1,15}$/.test(asked) ? asked : undefined;
	const [current, document, history] = await Promise.all([
		api.get('/api/config'),
		api.get('/api/config/document', { version: shown }),
		api.get('/api/config/history', { limit: LISTED, offset }),
	]);
	if (current.fault !== undefined) return failedBy(current);
	if (document.fault !== undefined) return failedBy(document);
	const { origin, config, version } = current.body;
	const { text } = document.body;
	const search = (c.req.query('q') ?? '').trim();
	const values = Object.entries(origin)
		.map(([path, layer]) => [path, valueAt(config, path), layer] as const)
		.filter(([path]) => path.toLowerCase().includes(search.toLowerCase()))
		.sort(([, , a], [, , b]) => Number(a === 'defaults') - Number(b === 'defaults'));
	const { versions = [], total = 0 } = history.body ?? {};
	return {
		islands: [EDITOR],
		content: (
			<ConfigPage
				editor={{ text, csrf, version, from: '/config' }}
				isEarlier={shown === undefined ? undefined : Number(shown)}
				values={values}
				search={search}
				versions={versions}
				page={{ offset, total, limit: LISTED }}
			/>
		),
	};
}

/** The paths of the origin name keys with dots in them, too. */
function valueAt(config: unknown, path: string): unknown {
	if (!isRecord(config)) return undefined;
	if (Object.hasOwn(config, path)) return config[path];
	for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
		const key = path.slice(0, dot);
		if (Object.hasOwn(config, key)) return valueAt(config[key], path.slice(dot + 1));
	}
	return undefined;
}
