// Lists of GitHub, built on the real webhook payloads of @octokit/webhooks-examples: the shapes are
// GitHub's own; where the examples show one object only, its telling values are varied.
import type { ApiList } from './api-list';
import { packageJson } from './found';
import { type Made, made } from './made';

type Value = Record<string, unknown>;
interface Examples {
	readonly name: string;
	readonly examples: readonly Value[];
}

const all = () =>
	packageJson<Examples[]>('@octokit/webhooks-examples', 'api.github.com/index.json');

/** Every different object that stands under `key` in the payloads of an event. */
function distinct(events: readonly Examples[], event: string, key: string): Value[] {
	const found = new Map<string, Value>();
	for (const { name, examples } of events)
		if (name === event || event === '*')
			for (const example of examples) {
				const value = example[key] as Value | undefined;
				if (value !== undefined) found.set(JSON.stringify(value), value);
			}
	return [...found.values()];
}

/** `count` objects that repeat the real ones in turn, each with telling values of its own. */
function varied(
	name: string,
	real: readonly Value[],
	count: number,
	vary: (m: Made, at: number) => Value,
): Value[] {
	const m = made(name);
	return m.list(count, (at) => ({ ...real[at % real.length], ...vary(m, at) }));
}

const person = (m: Made, from: unknown): Value => {
	const { login } = m.person();
	return {
		...(from as Value),
		login,
		id: m.int(1000, 99_999),
		html_url: `https://github.com/${login}`,
	};
};

export function octokitLists(): ApiList[] {
	const events = all();
	const user = distinct(events, 'pull_request', 'sender')[0];
	const pulls = distinct(events, 'pull_request', 'pull_request').filter(({ user }) => user);
	const runs = distinct(events, 'workflow_run', 'workflow_run');
	const alerts = distinct(events, 'dependabot_alert', 'alert');
	return [
		{
			name: 'github_pulls',
			path: [],
			need: ['number', 'title', 'state', 'user/login'],
			value: varied('pulls', pulls, 30, (m, at) => ({
				number: 900 - at,
				title: m.title(),
				state: m.pick(['open', 'closed']),
				user: person(m, user),
				body: m.maybe(m.text(m.int(1, 6))),
				created_at: m.time(),
			})),
		},
		{
			name: 'github_repositories',
			path: [],
			need: ['full_name', 'description', 'language', 'stargazers_count'],
			value: distinct(events, '*', 'repository').slice(0, 60),
		},
		{
			name: 'github_releases',
			path: [],
			need: ['tag_name', 'name', 'published_at', 'body'],
			value: varied('releases', distinct(events, 'release', 'release'), 30, (m, at) => ({
				tag_name: `v4.${30 - at}.${m.int(0, 9)}`,
				name: m.title(),
				body: m.text(m.int(2, 12)),
				published_at: m.time(),
			})),
		},
		{
			name: 'github_workflow_runs',
			path: ['workflow_runs'],
			need: ['name', 'status', 'conclusion', 'head_branch', 'created_at'],
			value: {
				total_count: 30,
				workflow_runs: varied('runs', runs, 30, (m, at) => ({
					id: 9_000_000 - at,
					name: m.pick(['CI', 'Deploy', 'Nightly']),
					status: m.pick(['completed', 'in_progress']),
					conclusion: m.maybe(m.pick(['success', 'failure'])),
					head_branch: m.pick(['main', `fix/${m.token(5)}`]),
					created_at: m.time(),
				})),
			},
		},
		{
			name: 'github_dependabot_alerts',
			path: [],
			need: [
				'number',
				'state',
				'dependency/package/name',
				'security_advisory/summary',
				'security_advisory/severity',
			],
			value: varied('alerts', alerts, 30, (m, at) => ({
				number: 30 - at,
				state: m.pick(['open', 'fixed', 'dismissed']),
				created_at: m.time(),
			})),
		},
		{
			name: 'github_discussions',
			path: ['data', 'repository', 'discussions', 'edges'],
			need: ['node/title', 'node/user/login', 'node/created_at'],
			value: {
				data: {
					repository: {
						discussions: {
							totalCount: 40,
							pageInfo: { hasNextPage: false, endCursor: null },
							edges: varied(
								'discussions',
								distinct(events, 'discussion', 'discussion'),
								40,
								(m) => ({
									title: m.title(),
									created_at: m.time(),
									user: person(m, user),
								}),
							).map((node, at) => ({ cursor: btoa(`cursor:${at}`), node })),
						},
					},
				},
			},
		},
	];
}
