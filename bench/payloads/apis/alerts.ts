// Lists of what went wrong, as error trackers and on-call services answer them, after each API's
// documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const sentry = (): ApiList => {
	const m = made('sentry');
	const issues = m.list(60, () => ({
		id: m.token(10, '0123456789'),
		shareId: null,
		shortId: `SHOP-${m.token(3, 'ABCDEFGHJK23456789')}`,
		title: `${m.pick(['TypeError', 'TimeoutError', 'KeyError', 'ValueError'])}: ${m.title()}`,
		culprit: `${m.pick(['app', 'jobs', 'api'])}/${m.pick(['cart', 'search', 'mail'])}.${m.pick(['load', 'send', 'render'])}`,
		permalink: `https://sentry.example/organizations/acme/issues/${m.token(10, '0123456789')}/`,
		logger: null,
		level: m.pick(['error', 'error', 'warning', 'fatal']),
		status: m.pick(['unresolved', 'resolved', 'ignored']),
		statusDetails: {},
		substatus: 'ongoing',
		isPublic: false,
		platform: m.pick(['python', 'javascript']),
		project: { id: '4505', name: 'shop', slug: 'shop', platform: 'python' },
		type: 'error',
		metadata: {
			value: m.text(1),
			type: 'TypeError',
			filename: 'app/cart.py',
			function: 'load',
			display_title_with_tree_label: false,
			sdk: { name: 'sentry.python', name_normalized: 'sentry.python' },
		},
		numComments: 0,
		assignedTo: m.maybe(
			{
				type: 'user',
				id: m.token(6, '0123456789'),
				name: m.person().name,
				email: m.person().email,
			},
			0.6,
		),
		isBookmarked: false,
		isSubscribed: false,
		hasSeen: false,
		annotations: [],
		issueType: 'error',
		issueCategory: 'error',
		priority: m.pick(['high', 'medium', 'low']),
		isUnhandled: m.pick([true, false]),
		count: String(m.int(1, 90_000)),
		userCount: m.int(0, 4_000),
		firstSeen: m.time(),
		lastSeen: m.time(),
		stats: { '24h': m.list(24, (hour) => [1_793_000_000 + hour * 3600, m.int(0, 40)]) },
	}));
	return {
		name: 'sentry_issues',
		path: [],
		need: ['shortId', 'title', 'level', 'count', 'lastSeen'],
		value: issues,
	};
};

export const pagerduty = (): ApiList => {
	const m = made('pagerduty');
	const reference = (type: string, id: string, summary: string) => ({
		id,
		type: `${type}_reference`,
		summary,
		self: `https://api.pagerduty.example/${type}s/${id}`,
		html_url: `https://acme.pagerduty.example/${type}s/${id}`,
	});
	const id = () => `P${m.token(6, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')}`;
	const incidents = m.list(45, (at) => {
		const own = id();
		const title = m.title();
		return {
			incident_number: 4200 - at,
			title,
			description: title,
			created_at: m.time(),
			updated_at: m.time(),
			status: m.pick(['triggered', 'acknowledged', 'resolved']),
			incident_key: m.token(32),
			service: reference('service', id(), m.pick(['Checkout', 'Search', 'Mail relay', 'Ledger'])),
			assignments: [{ at: m.time(), assignee: reference('user', id(), m.person().name) }],
			assigned_via: 'escalation_policy',
			last_status_change_at: m.time(),
			resolved_at: m.maybe(m.time()),
			alert_counts: { all: m.int(1, 5), triggered: 0, resolved: m.int(1, 5) },
			is_mergeable: true,
			escalation_policy: reference('escalation_policy', 'PESC001', 'Default'),
			teams: [reference('team', 'PTEAM01', 'Platform')],
			pending_actions: [],
			acknowledgements: [],
			priority: m.maybe({
				id: id(),
				type: 'priority',
				summary: m.pick(['P1', 'P2', 'P3']),
				color: 'a8171c',
			}),
			urgency: m.pick(['high', 'low']),
			id: own,
			type: 'incident',
			summary: `[#${4200 - at}] ${title}`,
			self: `https://api.pagerduty.example/incidents/${own}`,
			html_url: `https://acme.pagerduty.example/incidents/${own}`,
		};
	});
	return {
		name: 'pagerduty_incidents',
		path: ['incidents'],
		need: ['incident_number', 'title', 'status', 'urgency', 'service/summary'],
		value: { incidents, limit: 45, offset: 0, total: null, more: true },
	};
};
