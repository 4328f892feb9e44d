// All conversations together, as a page and as CSV.
import type { Child } from 'hono/jsx';
import { entryFor } from '../../../config';
import { defined } from '../../../shared/json-values';
import { isFound, isTrialOf } from '../../../telemetry';
import { pathIn } from '../pages/page';
import { telling } from './acts';
import { type Api, conversations } from './api';
import { Alerts, Charts } from './charts';
import { csvOf, definitionTokens, type Group, rowsOf, type Told, totalsOf } from './figures';
import { Learnt, Mend, Proposed } from './mend';
import { Choice, Compared, endpoints, requestTable, Sums } from './overview';
import { type Asked, askedIn, PERIOD_MS, since, toApi, toPage } from './period';
import { type Element, failedBy, next, type Places, type Shown } from './place';
import { isTrial } from './sessions';
import { Empty, FactList, number } from './shell';
import { namesOf } from './table';

/** Those that pages propose; any other goes by its key. */
const NAMES: Readonly<Record<string, string>> = {
	mode: 'Protection',
	firstAnswerTokens: 'First answers',
	strip: 'Left out',
};

/** `list 600, object 500`. */
const inWords = (value: unknown): string =>
	JSON.stringify(value)
		.replaceAll(/["{}[\]]/g, '')
		.replaceAll(':', ' ')
		.replaceAll(',', ', ');

const LISTED = 20;
const MOST_LISTED = 200;
const MOST_FIELDS = 40;

/** The overview, and its figures as a file. */
export function overviewRoutes({ get, post, routes, api: apiOf }: Places): void {
	get('/overview', 'Use', async (c, api) => {
		const asked = askedIn(c.req.query(), Date.now());
		return asked.endpoint === undefined
			? overview(api, asked)
			: endpointPage(api, asked, asked.endpoint);
	});

	post('/overview/forget', async (given, api) => {
		const endpoint = given.get('tool') ?? '';
		const answer = await api.send('DELETE /api/telemetry/learnt', { endpoint });
		const said =
			answer.body?.tools === 0
				? 'Nothing was learnt of it that could be forgotten.'
				: 'Forgotten: its first answers are as configured.';
		return next(answer, telling(pathIn(given.get('from') ?? '/overview'), said));
	});

	routes.get('/overview.csv', async (c) => {
		const [api, asked] = [apiOf(c), askedIn(c.req.query(), Date.now())];
		const { body, fault, status } = await api.get('/api/telemetry', toApi(asked));
		if (fault !== undefined) return c.text(fault, status as 400);
		const { told } = await toldOf(api);
		return c.body(csvOf(rowsOf(body.groups, told, asked), told), 200, {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': 'attachment; filename="loadline.csv"',
		});
	});
}

async function overview(api: Api, asked: Asked): Promise<Shown | Element> {
	// The first one has what is on its way told: the others find it.
	const figures = await api.get('/api/telemetry', toApi(asked));
	if (figures.fault !== undefined) return failedBy(figures);
	const { groups, hasOthers } = figures.body;
	// Of one outcome the calls themselves are asked for.
	const lists = asked.rest.outcome !== undefined;
	const [charts, variants, alerts, { told, isListed }, names, calls] = await Promise.all([
		chartsOf(api, asked),
		groupsOf(api, asked, 'variant'),
		api.get('/api/telemetry/alerts'),
		toldOf(api),
		namesOf(api),
		lists ? callsOf(api, asked, MOST_LISTED) : undefined,
	]);
	const found = groups.filter(({ key }) => isFound(asked.search, key));
	const real = found.filter(({ key }) => !isTrialOf(key, hasOthers));
	// A search for trials alone is told of them.
	const counted = asked.search !== '' && real.length === 0 ? found : real;
	const overhead = isListed ? await overheadIn(api, asked, told.definitions, hasOthers) : undefined;
	return (
		<>
			<Choice asked={asked} />
			{groups.length === 0 ? (
				<Empty>
					No call in this time. Look further back above, or{' '}
					<a href="/upstreams">connect a client</a> and let it call a tool.
				</Empty>
			) : (
				<Sums totals={totalsOf(counted)} overhead={overhead} />
			)}
			{counted.length < found.length && (
				<p class="note">
					Without {hasOthers ? 'the demo and ' : ''}the playground, listed below and drawn in the
					charts.
				</p>
			)}
			{calls && requestTable(calls.requests, names, { hasTools: true, more: calls.more })}
			{endpoints(asked, groups, told)}
			{groups.length > 0 && charts}
			<Compared variants={variants} />
			{alerts.fault === undefined && <Alerts standing={alerts.body} />}
		</>
	);
}

async function endpointPage(api: Api, asked: Asked, endpoint: string): Promise<Shown> {
	const figures = await api.get('/api/telemetry', toApi(asked));
	if (figures.fault !== undefined) return failedBy(figures);
	const [charts, variants, calls, pairs, current, history, learnt, told, names] = await Promise.all(
		[
			chartsOf(api, asked),
			groupsOf(api, asked, 'variant'),
			callsOf(api, { ...asked, search: '' }, LISTED),
			groupsOf(api, { ...asked, endpoint: undefined }),
			api.get('/api/config'),
			api.get('/api/config/history'),
			api.get('/api/telemetry/learnt'),
			api.get('/api/telemetry/forecast', { endpoint }),
			namesOf(api),
		],
	);
	const known = learnt.body?.tools.find((tool) => tool.endpoint === endpoint);
	const set: object | undefined = current.body?.config.endpoints?.[endpoint];
	const versions = history.body?.versions ?? [];
	const version = versions.find(({ changes }) =>
		changes.some(({ path }) => path.startsWith(`endpoints.${endpoint}.`)),
	);
	const [now] = set && version ? await groupsOf(api, { ...asked, from: version.at }) : [];
	const { groups } = figures.body;
	const [group] = groups;
	const given = group?.originalTokens.average ?? 0;
	return {
		title: endpoint,
		content: (
			<>
				<p>
					<a href={toPage(asked, { endpoint: undefined })}>All tools</a>
				</p>
				<Choice asked={asked} />
				<div class="advice" id="mend">
					{group && group.overflowed > 0 ? (
						<p>
							<strong>{group.overflowed}</strong> of {group.count} results were sent over the
							limits: the server gave {number(given)} tokens on average,{' '}
							{number(group.tokens.average ?? 0)} were sent.
						</p>
					) : (
						<p>No result was sent over the limits in this time.</p>
					)}
					{set && (
						<>
							<p>
								In force{version && ` since version ${version.version}`}
								{now && `; ${number(now.tokens.average ?? 0)} tokens were sent on average since`}:
							</p>
							<FactList
								of={Object.entries(set).map(([key, value]) => [
									NAMES[key] ?? <code>{key}</code>,
									inWords(value),
								])}
							/>
						</>
					)}
					{told.body && <Proposed of={told.body} from={toPage(asked)} />}
					{known && <Learnt tool={known} from={toPage(asked)} />}
					<Mend
						tool={endpoint}
						from={toPage(asked)}
						consumers={pairs.map(({ key }) => key).filter((name) => name !== endpoint)}
						fields={told.body?.fields.slice(0, MOST_FIELDS) ?? []}
						budget={endpoint.includes('__') ? told.body?.inForce : undefined}
						isBare={variants.some(({ key }) => key !== 'on')}
					/>
				</div>
				<Sums totals={totalsOf(groups)} overhead={undefined} />
				{charts}
				<Compared variants={variants} />
				{calls && requestTable(calls.requests, names, { more: calls.more })}
			</>
		),
	};
}

/** Reads the calls of a page, the newest first, with the way to those before. */
async function callsOf(api: Api, asked: Asked, limit: number) {
	const { cursor, search } = asked;
	const query = { ...toApi(asked), limit, cursor, tool: search || undefined };
	const { body } = await api.get('/api/telemetry/requests', query);
	const to = body?.nextCursor && toPage(asked, { cursor: body.nextCursor });
	return body && { requests: body.requests, more: to && <a href={to}>Earlier calls</a> };
}

/** Reads what is told of every tool beside its calls, and whether the list of tools could be read. */
async function toldOf(api: Api) {
	const [tools, current, learnt] = await Promise.all([
		api.tools(),
		api.get('/api/config'),
		api.get('/api/telemetry/learnt'),
	]);
	const rooms = new Map(learnt.body?.tools.map(({ endpoint, plan }) => [endpoint, plan?.room]));
	const told: Told = {
		definitions: new Map((tools ?? []).map((tool) => [tool.name, definitionTokens(tool)])),
		budgetOf: (endpoint) => {
			const { firstAnswerTokens, endpoints = {} } = current.body?.config ?? {};
			return {
				...firstAnswerTokens,
				...defined({ list: rooms.get(endpoint) }),
				...entryFor({ endpoints }, endpoint).firstAnswerTokens,
			};
		},
	};
	return { told, isListed: tools !== undefined };
}

const LEAST = 4;

/** Nothing is drawn of the time before the first call; what began a while ago is drawn minute by minute. */
async function chartsOf(api: Api, asked: Asked, isCloser = false): Promise<Child> {
	const groups = await groupsOf(api, asked, asked.groupBy);
	if (groups.length === 0) return null;
	const first = Math.min(...groups.map(({ key }) => Date.parse(key)));
	const begun = since(asked, Math.min(first, asked.to - LEAST * PERIOD_MS.minute));
	if (begun.groupBy !== asked.groupBy && !isCloser) return chartsOf(api, begun, true);
	const from = Math.min(first, asked.to - LEAST * PERIOD_MS[asked.groupBy]);
	return <Charts asked={{ ...asked, from: Math.max(asked.from, from) }} groups={groups} />;
}

/** Reads figures beside others, which a page shows without them where they are refused. */
const groupsOf = async (api: Api, asked: Asked, groupBy?: string): Promise<readonly Group[]> =>
	(await api.get('/api/telemetry', toApi(asked, groupBy))).body?.groups ?? [];

/** Own tools are in every conversation's list; of trials, where these are counted. */
export async function overheadIn(
	api: Api,
	{ from, to }: Asked,
	definitions: ReadonlyMap<string, number>,
	hasOthers: boolean,
) {
	let counted = 0;
	for await (const listed of conversations(api)) {
		if (!listed) return undefined;
		// The latest come first.
		if (listed.lastAt < from) break;
		if (listed.firstAt < to && !isTrial(listed.id, hasOthers)) counted++;
	}
	const own = [...definitions].filter(([name]) => !name.includes('__'));
	return { tokens: own.reduce((sum, [, tokens]) => sum + tokens, 0), conversations: counted };
}
