// The configuration's page and its forms: each change is made against the version that its page showed, and
// is followed by the page that it came from, with the way back.
import type { Child } from 'hono/jsx';
import { entryFor } from '../../../config';
import type { AnswerOf } from '../../../contract';
import { isRecord } from '../../../shared/json-values';
import { ok, type Result } from '../../../shared/result';
import { formOf, MAX_KNOWN_FORM_BYTES, pathIn } from '../pages/page';
import { changedSince, putInForce } from './acts';
import type { Answer, Api } from './api';
import { Changes, configPage, Editor } from './config';
import { Emptied, Forecast } from './mend';
import { askFirst, failed, failedBy, type Places, type Shown, textIn } from './place';
import { CHANGE_NAMES, labelled, proposalIn, proposed, withUsual } from './proposals';
import { Notice } from './shell';
import { namesOf, OTHER } from './table';

const MEANWHILE =
	'Somebody changed it meanwhile: the history below says what. Your text stands in the editor, and can be put in its place.';
const BACK = 'Nothing is changed yet. It is put in force as it was then, and that can be undone.';
const HISTORY = 'See in the history what changed, and go back to a version there';

/** The pages of the configuration. */
export function configRoutes({ get, post, routes, api: apiOf, documentFile }: Places): void {
	get('/config', 'Configuration', async (c, api) =>
		configPage(c, api, (await documentFile?.('docs/config.md')) ?? ''),
	);

	post('/config', async (given, api) => {
		const text = textIn(given);
		const version = versionIn(given);
		const from = pathIn(given.get('from') ?? '/config');
		const isCheck = given.get('do') === 'check';
		const dryRun = isCheck ? '1' : undefined;
		const answer = await api.send('PUT /api/config', { dryRun }, text, version);
		if (answer.fault === undefined)
			return isCheck ? preview({ api, version, from }, text) : done(from, answer, version);
		const { status, fault, faults } = answer;
		const told = status === 409 ? [fault, MEANWHILE] : (faults ?? [fault]);
		return { ...failedBy({ ...answer, faults: told }), at: 'text' };
	});

	/** For the script of the editor: what would come of a text, in lines. */
	routes.post('/config/check', async (c) => {
		const given = await formOf(c, MAX_KNOWN_FORM_BYTES);
		if (!given.ok) return c.json({ isGood: false, lines: [given.error.message] }, 403);
		const text = textIn(given.value);
		const version = versionIn(given.value);
		const answer = await apiOf(c).send('PUT /api/config', { dryRun: '1' }, text, version);
		const paths = changesIn(answer).map((change) => change.path);
		const would =
			paths.length === 0 ? 'Nothing would change.' : `Would change ${paths.join(', ')}.`;
		return c.json({
			isGood: answer.fault === undefined,
			lines:
				answer.fault === undefined
					? [would, ...(await unknownTools(apiOf(c), paths))]
					: (answer.faults ?? [answer.fault]),
		});
	});

	/** Adds a form that proposes a change of the document; what it would change is shown first. */
	const proposing = (
		path: string,
		make: (
			text: string,
			given: URLSearchParams,
			config: AnswerOf<'GET /api/config'>['config'] | undefined,
			api: Api,
		) => Promise<Result<readonly [text: string, said: Child], string>>,
	) =>
		post(path, async (given, api) => {
			const [document, current] = await Promise.all([
				api.get('/api/config/document'),
				api.get('/api/config'),
			]);
			if (document.fault !== undefined) return failedBy(document);
			const { text, version } = document.body;
			const made = await make(text, given, current.body?.config, api);
			if (!made.ok)
				return failed(
					made.error,
					['consumer', 'named'].find((field) => given.has(field)) ?? 'strip',
				);
			return preview({ api, version, from: pathIn(given.get('from') ?? '/config') }, ...made.value);
		});

	proposing('/config/propose', async (text, given, config, api) => {
		const proposal = proposalIn(given);
		const { tool, strip, change, tokens } = proposal;
		const entry = entryFor({ endpoints: config?.endpoints ?? {} }, tool);
		const made = proposed(text, proposal, config?.transient ?? [], entry);
		if (!made.ok) return made;
		const asked = { endpoint: tool, ...tokens, strip: JSON.stringify(strip) };
		const told = /budget|fields/.test(change)
			? (await api.get('/api/telemetry/forecast', asked)).body
			: undefined;
		return ok([
			made.value,
			<>
				{told && <Emptied of={told} />}
				<p>
					{CHANGE_NAMES[change]}: <strong>{tool}</strong>.
				</p>
				{told && <Forecast of={told} />}
			</>,
		]);
	});

	proposing('/config/set', async (text, given, config) =>
		ok([withUsual(text, given, config), null]),
	);

	post('/config/rollback', async (given, api, c) => {
		const version = Number(given.get('version'));
		const was = Number(given.get('inForce'));
		// An undo is one click; whoever goes back further sees first what would change.
		if (!given.has('from') && !given.has('sure')) {
			const { body: document } = await api.get('/api/config/document', { version });
			const text = document?.text || '{}';
			const would = await api.send('PUT /api/config', { dryRun: '1' }, text, was);
			const words = [`Go back to version ${version}`, BACK, 'Go back'] as const;
			const asked = askFirst(c.req.path, given, words, '/config', { isUndone: true });
			return { ...asked, content: [<Would of={would} />, asked.content] };
		}
		const answer = await api.send('POST /api/config/rollback', {}, { version }, was);
		if (answer.status === 409) {
			const { body } = await api.get('/api/config/history', { limit: 1 });
			const { by = '', changes = [] } = body?.versions[0] ?? {};
			const who = (await namesOf(api)).get(by) ?? OTHER;
			const what = changes.slice(0, 3).map(({ path }) => path);
			const told = `Changed last by ${[who, ...what].join(', ')}.`;
			return changedSince(answer, told, ['/config#history', HISTORY]);
		}
		if (answer.fault !== undefined) return failedBy(answer);
		return done(pathIn(given.get('from') ?? '/config'), answer, was, version);
	});
}

/** Changes that a document would make; the reason where they cannot be told beforehand. */
const Would = ({ of }: { of: Answer<AnswerOf<'PUT /api/config'>> }) =>
	of.fault === undefined ? (
		<Changes changes={changesIn(of)} />
	) : (
		<Notice kind="mind">{of.fault}</Notice>
	);

const changesIn = ({ body }: Answer<AnswerOf<'PUT /api/config'>>) => body?.changes ?? [];

async function preview(
	{ api, version, from }: { api: Api; version: number | undefined; from: string },
	text: string,
	said?: Child,
): Promise<Shown> {
	const answer = await api.send('PUT /api/config', { dryRun: '1' }, text, version);
	if (answer.fault !== undefined) {
		const { faults = [answer.fault] } = answer;
		return failedBy({ ...answer, faults: said === undefined ? faults : faults.map(labelled) });
	}
	return {
		title: 'What would change',
		islands: ['editor'],
		content: (
			<>
				{said}
				<p>Nothing is changed yet, and what is can be undone.</p>
				<Would of={answer} />
				<Editor {...{ text, version, from }} isPlain={said !== undefined} />
			</>
		),
	};
}

/** Warns of settings of tools that nobody lists; globs may be of some to come. */
async function unknownTools(api: Api, paths: readonly string[]): Promise<readonly string[]> {
	const named = paths.flatMap((path) => /^endpoints\.([\w-]+)(?:\.|$)/.exec(path)?.[1] ?? []);
	if (named.length === 0) return [];
	const known = new Set((await api.tools())?.map(({ name }) => name));
	return [...new Set(named)]
		.filter((name) => known.size > 0 && !known.has(name))
		.map((name) => `No tool is called ${name} today.`);
}

const versionIn = (form: URLSearchParams): number | undefined => {
	const version = form.get('version') ?? '';
	return /^\d{1,15}$/.test(version) ? Number(version) : undefined;
};

/** Returns the address that a change came from, with what was done and the way back. */
const done = (from: string, { body }: Answer, before: number | undefined, like?: number): string =>
	putInForce(from, isRecord(body) ? Number(body.version) : 0, before, like);
