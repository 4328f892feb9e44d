// Lists of work to do, as planners answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const asana = (): ApiList => {
	const m = made('asana');
	const data = m.list(70, () => {
		const who = m.person();
		const time = m.time();
		return {
			gid: m.token(16, '0123456789'),
			resource_type: 'task',
			resource_subtype: 'default_task',
			assignee: m.maybe({ gid: m.token(16, '0123456789'), resource_type: 'user', name: who.name }),
			assignee_status: 'inbox',
			completed: m.pick([true, false]),
			completed_at: m.maybe(time, 0.5),
			created_at: time,
			due_on: m.maybe(time.slice(0, 10)),
			followers: m.list(m.int(0, 4), () => ({
				gid: m.token(16, '0123456789'),
				name: m.person().name,
			})),
			liked: false,
			name: m.title(),
			notes: m.text(m.int(0, 5)),
			num_likes: 0,
			permalink_url: `https://app.asana.example/0/12/${m.token(16, '0123456789')}`,
			projects: [{ gid: '1201', resource_type: 'project', name: 'Harbour' }],
			tags: [],
			workspace: { gid: '1200', resource_type: 'workspace', name: 'acme.example' },
		};
	});
	const next_page = {
		offset: m.token(40),
		path: '/tasks?offset=x',
		uri: 'https://app.asana.example/api/1.0/tasks?offset=x',
	};
	return {
		name: 'asana_tasks',
		path: ['data'],
		need: ['name', 'completed', 'assignee/name', 'due_on'],
		value: { data, next_page },
	};
};

export const linear = (): ApiList => {
	const m = made('linear');
	const nodes = m.list(80, (at) => ({
		id: m.uuid(),
		identifier: `HAR-${900 - at}`,
		title: m.title(),
		description: m.maybe(m.text(m.int(1, 8))),
		priority: m.int(0, 4),
		priorityLabel: m.pick(['No priority', 'Urgent', 'High', 'Medium', 'Low']),
		estimate: m.maybe(m.int(1, 8)),
		createdAt: m.time(),
		updatedAt: m.time(),
		branchName: `har-${900 - at}-${m.token(6)}`,
		url: `https://linear.example/acme/issue/HAR-${900 - at}`,
		state: {
			id: m.uuid(),
			name: m.pick(['Todo', 'In Progress', 'In Review', 'Done']),
			type: m.pick(['unstarted', 'started', 'completed']),
			color: `#${m.token(6)}`,
		},
		assignee: m.maybe(
			{
				id: m.uuid(),
				name: m.person().name,
				displayName: m.person().login,
				avatarUrl: `https://public.linear.example/${m.uuid()}`,
			},
			0.15,
		),
		labels: {
			nodes: m.list(m.int(0, 3), () => ({
				id: m.uuid(),
				name: m.pick(['bug', 'feature', 'debt']),
			})),
		},
		team: { id: 'b1c7a1d2-0000-4000-8000-000000000001', key: 'HAR', name: 'Harbour' },
		cycle: null,
	}));
	const pageInfo = { hasNextPage: true, endCursor: m.uuid() };
	return {
		name: 'linear_issues',
		path: ['data', 'issues', 'nodes'],
		need: ['identifier', 'title', 'state/name', 'assignee/name', 'priorityLabel'],
		value: { data: { issues: { nodes, pageInfo } } },
	};
};

export const trello = (): ApiList => {
	const m = made('trello');
	const cards = m.list(75, (at) => {
		const id = m.token(24);
		const short = m.token(8, 'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789');
		return {
			id,
			badges: {
				attachmentsByType: { trello: { board: 0, card: 0 } },
				location: false,
				votes: 0,
				viewingMemberVoted: false,
				subscribed: false,
				fogbugz: '',
				checkItems: m.int(0, 9),
				checkItemsChecked: 0,
				comments: m.int(0, 12),
				attachments: 0,
				description: true,
				due: null,
				dueComplete: false,
				start: null,
			},
			checkItemStates: null,
			closed: false,
			dueComplete: m.pick([false, false, true]),
			dateLastActivity: m.time(),
			desc: m.text(m.int(0, 6)),
			descData: { emoji: {} },
			due: m.maybe(m.time(), 0.4),
			dueReminder: null,
			email: null,
			idBoard: '5f2b8b1a1c9d440000000001',
			idChecklists: [],
			idList: m.pick(['5f2b8b1a1c9d440000000011', '5f2b8b1a1c9d440000000012']),
			idMembers: m.list(m.int(0, 2), () => m.token(24)),
			idShort: at + 1,
			labels: m.list(m.int(0, 2), () => ({
				id: m.token(24),
				idBoard: '5f2b8b1a1c9d440000000001',
				name: m.pick(['urgent', 'later', 'blocked']),
				color: m.pick(['red', 'green', 'sky']),
			})),
			name: m.title(),
			pos: at * 16384 + 65535,
			shortLink: short,
			shortUrl: `https://trello.example/c/${short}`,
			url: `https://trello.example/c/${short}/${at + 1}-card`,
			cover: {
				idAttachment: null,
				color: null,
				idUploadedBackground: null,
				size: 'normal',
				brightness: 'light',
				idPlugin: null,
			},
		};
	});
	return { name: 'trello_cards', path: [], need: ['name', 'desc', 'due'], value: cards };
};

export const azure = (): ApiList => {
	const m = made('azure');
	const who = () => {
		const { name, email } = m.person();
		const id = m.uuid();
		return {
			displayName: name,
			url: `https://spsprodweu5.vssps.example/A1/_apis/Identities/${id}`,
			_links: {
				avatar: {
					href: `https://dev.azure.example/acme/_apis/GraphProfile/MemberAvatars/aad.${m.token(48)}`,
				},
			},
			id,
			uniqueName: email,
			imageUrl: `https://dev.azure.example/acme/_apis/GraphProfile/MemberAvatars/aad.${m.token(48)}`,
			descriptor: `aad.${m.token(48)}`,
		};
	};
	const value = m.list(50, (at) => ({
		id: 7100 + at,
		rev: m.int(1, 40),
		fields: {
			'System.AreaPath': 'Harbour\\Billing',
			'System.TeamProject': 'Harbour',
			'System.IterationPath': `Harbour\\Sprint ${m.int(40, 48)}`,
			'System.WorkItemType': m.pick(['Bug', 'User Story', 'Task']),
			'System.State': m.pick(['New', 'Active', 'Resolved', 'Closed']),
			'System.Reason': 'Moved to state',
			'System.AssignedTo': who(),
			'System.CreatedDate': m.time(),
			'System.CreatedBy': who(),
			'System.ChangedDate': m.time(),
			'System.ChangedBy': who(),
			'System.CommentCount': m.int(0, 9),
			'System.Title': m.title(),
			'System.BoardColumn': m.pick(['New', 'Active', 'Closed']),
			'Microsoft.VSTS.Common.Priority': m.int(1, 4),
			'Microsoft.VSTS.Common.StateChangeDate': m.time(),
			'System.Description': `<div>${m.text(m.int(1, 5))}</div>`,
		},
		url: `https://dev.azure.example/acme/_apis/wit/workItems/${7100 + at}`,
	}));
	return {
		name: 'azure_work_items',
		path: ['value'],
		need: [
			'id',
			'fields/System.Title',
			'fields/System.State',
			'fields/System.AssignedTo/displayName',
		],
		value: { count: 50, value },
	};
};
