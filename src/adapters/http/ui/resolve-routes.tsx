// Resolves a draft whose rule was published otherwise meanwhile: what is chosen part by part becomes a draft
// of who chose, upon what is published now, and the old one is given back to its author.
import { Hono } from 'hono';
import { isRecord } from '../../../shared/is-record';
import type { RouteState } from '../deps';
import { browserOf, csrfOf } from '../pages/page';
import type { Api } from './api';
import { type DraftSides, mayResolve } from './draft-page';
import { type Conflict, type Region, regionsOf, resolved } from './merge-regions';
import { failed, failedBy, type Places, type Shown } from './place';
import { PreviewPage, ResolvePage, type Seen } from './resolve-page';

const HERE = ['/memory', 'Resolve'] as const;
const MOVED = 'It moved again while you decided. Nothing was saved: look at it anew.';
const NOTHING =
	'There is nothing to resolve: both texts must be yours to see, and still be what they were.';
const UNDECIDED = 'A part is not decided yet. Go back, and choose for each.';
const GIVEN_BACK = 'Resolved against what was published meanwhile: see the new draft.';

/** /memory/drafts/<id>/resolve: a draft whose base is not what is published any more, made into a new one. */
export function resolveRoutes({ page, form }: Places): Hono<RouteState> {
	const routes = new Hono<RouteState>({ strict: false });

	routes.get(
		'/memory/drafts/:id/resolve',
		page(...HERE, async (c, api, csrf) => {
			const id = c.req.param('id') ?? '';
			const found = await subjectOf(api, id);
			if ('content' in found) return found;
			const { draft, sides, seen } = found;
			return {
				title: `Resolve ${draft.path}`,
				content: (
					<ResolvePage
						{...{ seen, csrf, address: addressOf(id), author: draft.author }}
						regions={regionsOf(sides)}
					/>
				),
			};
		}),
	);

	routes.post('/memory/drafts/:id/resolve', (c) =>
		form(...HERE, async (given, api) => {
			const id = c.req.param('id');
			const found = await subjectOf(api, id);
			if ('content' in found) return found;
			const { draft, sides, seen } = found;
			if (given.get('published') !== seen.published || given.get('proposed') !== seen.proposed)
				return failed(MOVED);
			const text = given.has('text') ? plain(given.get('text')) : chosenIn(given, regionsOf(sides));
			if (text === undefined) return failed(UNDECIDED);
			if (given.get('do') === 'save') return save(api, found, text);
			const csrf = await csrfOf(browserOf(c));
			return {
				title: `Resolve ${draft.path}`,
				content: (
					<PreviewPage
						{...{ text, seen, csrf, address: addressOf(id), author: draft.author }}
						published={sides.theirs}
					/>
				),
			};
		})(c),
	);

	return routes;
}

interface Subject {
	readonly draft: DraftSides['draft'];
	readonly sides: Conflict;
	readonly seen: Seen;
}

const addressOf = (id: string): string => `/memory/drafts/${encodeURIComponent(id)}/resolve`;

async function subjectOf(api: Api, id: string): Promise<Subject | Shown> {
	const answer = await api.get('/api/memory/drafts/:id', { id });
	if (answer.fault !== undefined) return { ...failed(answer.fault), status: 404 };
	const { draft, base, current, proposed } = answer.body;
	if (!mayResolve(answer.body) || !current || !proposed) return failed(NOTHING);
	return {
		draft,
		sides: { mine: proposed.content, base: base?.content ?? '', theirs: current.content },
		seen: { published: current.hash, proposed: proposed.hash },
	};
}

/** Forms send the ends of lines as CRLF (HTML, form submission). */
const plain = (text: string | null): string => (text ?? '').replaceAll('\r\n', '\n');

function chosenIn(given: URLSearchParams, regions: readonly Region[]): string | undefined {
	const conflicts = regions.flatMap((region) => ('conflict' in region ? [region.conflict] : []));
	const choices = conflicts.map(({ mine, theirs }, at) => {
		const choice = given.get(`part-${at}`);
		if (choice === 'mine') return mine;
		if (choice === 'theirs') return theirs;
		if (choice === 'both') return [theirs, mine].filter((text) => text !== '').join('\n');
		return choice === 'written' ? plain(given.get(`text-${at}`)) : null;
	});
	return resolved(regions, choices);
}

/** The old draft makes room first: a path takes one change at a time. */
async function save(api: Api, { draft }: Subject, text: string): Promise<string | Shown> {
	const session = { session_id: `page-${draft.id}`.slice(0, 128) };
	const tool = async (name: string, args: object): Promise<string | undefined> => {
		const result = await api.mcp('tools/call', { name, arguments: { ...session, ...args } });
		const said = result?.structuredContent;
		if (result && result.isError !== true) return undefined;
		return isRecord(said) ? String(said.error) : 'The server could not say what was wrong.';
	};
	const unset = await tool('memsetup', { knownHashes: { 'META_PROMPT.md': '' } });
	if (unset !== undefined) return failed(unset);
	const { id } = draft;
	const back = await api.send(
		'POST /api/memory/drafts/:id/reject',
		{ id },
		{ comment: GIVEN_BACK },
	);
	if (back.fault !== undefined) return failedBy(back);
	const description = `resolved: ${draft.summary ?? `the draft of ${draft.author}`}`.slice(0, 2000);
	const fault = await tool('artifact', {
		resource: draft.resource,
		op: { update: { id: draft.objectId, body: text, description } },
	});
	if (fault !== undefined) return failed(`${fault} The draft of ${draft.author} was given back.`);
	return `/memory/drafts/${encodeURIComponent(draft.objectId ?? draft.id)}`;
}
