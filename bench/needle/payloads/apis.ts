// Lists of APIs that the other benchmarks have too, made payloads: GraphQL, JSON:API, lists in envelopes.
import type { ApiList } from '../../payloads/api-list';
import { madeLists } from '../../payloads/apis/all';
import { octokitLists } from '../../payloads/octokit';
import type { NeedlePayload } from '../payload';
import type { ListSpec } from '../questions/of-list';
import { payload } from './given';

/** Specifications of the questions about them, by their name. */
const asked: Readonly<
	Record<string, Omit<ListSpec, 'list'> & { readonly kind: string; readonly isReal?: true }>
> = {
	github_pulls: {
		kind: 'nested list',
		isReal: true,
		by: 'number',
		tell: ['title', 'created_at', 'user/id'],
		words: 'title',
		count: ['state'],
	},
	github_repositories: {
		kind: 'nested list',
		isReal: true,
		by: 'full_name',
		tell: ['node_id', 'pushed_at', 'html_url'],
		count: ['language', 'private'],
		words: 'description',
	},
	github_releases: {
		kind: 'nested list',
		isReal: true,
		by: 'tag_name',
		tell: ['name', 'published_at'],
		words: 'name',
	},
	github_workflow_runs: {
		kind: 'enveloped list',
		isReal: true,
		by: 'id',
		tell: ['created_at', 'head_branch'],
		count: ['conclusion', 'name'],
	},
	github_discussions: {
		kind: 'GraphQL',
		isReal: true,
		by: 'node/title',
		tell: ['node/created_at', 'node/user/id'],
		words: 'node/title',
	},
	linear_issues: {
		kind: 'GraphQL',
		by: 'identifier',
		tell: ['title', 'branchName', 'updatedAt'],
		words: 'title',
		count: ['priorityLabel', 'state/name'],
	},
	jsonapi_articles: {
		kind: 'JSON:API',
		by: 'id',
		tell: ['attributes/published-at', 'attributes/title'],
		words: 'attributes/title',
		count: ['attributes/status'],
		most: 'attributes/word-count',
	},
	asana_tasks: {
		kind: 'enveloped list',
		by: 'gid',
		tell: ['created_at', 'permalink_url', 'name'],
		words: 'name',
		count: ['completed'],
	},
	pagerduty_incidents: {
		kind: 'enveloped list',
		by: 'incident_number',
		tell: ['incident_key', 'created_at'],
		words: 'title',
		count: ['urgency', 'status'],
	},
	sentry_issues: {
		kind: 'nested list',
		by: 'shortId',
		tell: ['lastSeen', 'firstSeen', 'id'],
		words: 'title',
		count: ['level', 'platform'],
		most: 'userCount',
	},
	stripe_charges: {
		kind: 'enveloped list',
		by: 'id',
		tell: ['created', 'amount', 'payment_intent'],
		count: ['currency', 'status'],
		most: 'amount',
	},
	notion_pages: {
		kind: 'nested list',
		by: 'id',
		tell: ['created_time', 'last_edited_time', 'url'],
		words: 'properties/Name/title/0/plain_text',
	},
	wordpress_posts: {
		kind: 'HTML in JSON',
		by: 'id',
		tell: ['date', 'link', 'title/rendered'],
		words: 'title/rendered',
		count: ['author'],
	},
	discord_messages: {
		kind: 'chat',
		by: 'id',
		tell: ['timestamp', 'author/id'],
		words: 'content',
		count: ['author/username'],
	},
	reddit_listing: {
		kind: 'nested list',
		by: 'data/name',
		tell: ['data/author_fullname', 'data/permalink', 'data/created'],
		words: 'data/title',
		count: ['data/subreddit'],
		most: 'data/num_comments',
	},
	hubspot_contacts: {
		kind: 'enveloped list',
		by: 'properties/hs_object_id',
		tell: ['createdAt', 'updatedAt'],
		count: ['properties/lifecyclestage'],
	},
};

const questioned = (lists: readonly ApiList[]): NeedlePayload[] =>
	lists.flatMap(({ name, path, value }) => {
		const spec = asked[name];
		return spec ? [payload({ isReal: false, ...spec, name, value, list: path.join('/') })] : [];
	});

/** Those that need no package. */
export const apiPayloads = (): NeedlePayload[] => questioned(madeLists());

export const octokitPayloads = (): NeedlePayload[] => questioned(octokitLists());
