// More lists to build on, as services for files, faults and plans answer them, after each API's documentation; all values are
// made up.
import type { ApiList } from '../api-list';
import { listOf } from './list-of';

export const moreOfPlans = (): ApiList[] => [
	listOf(
		'dropbox_files',
		['entries'],
		['name', '.tag', 'size', 'server_modified', 'path_display'],
		45,
		(m) => {
			const name = `${m.pick(['report', 'invoice', 'photo'])} ${m.int(1, 400)}.${m.pick(['pdf', 'xlsx', 'jpg'])}`;
			return {
				'.tag': 'file',
				name,
				path_lower: `/team/${m.pick(['a', 'b'])}/${name}`,
				path_display: `/Team/${m.pick(['A', 'B'])}/${name}`,
				id: `id:${m.token(22, 'abcdefghjkABCDEFG23456789')}`,
				client_modified: m.time(),
				server_modified: m.time(),
				rev: m.token(23),
				size: m.int(900, 9_000_000),
				is_downloadable: true,
				content_hash: m.token(64),
			};
		},
		{ cursor: 'AAF1', has_more: true },
	),
	listOf(
		'snyk_issues',
		['issues'],
		['issueData/title', 'issueData/severity', 'pkgName', 'pkgVersions/0'],
		30,
		(m) => {
			const pkg = m.pick(['lodash', 'axios', 'minimist', 'express']);
			return {
				id: `SNYK-JS-${pkg.toUpperCase()}-${m.int(100_000, 999_999)}`,
				issueType: 'vuln',
				pkgName: pkg,
				pkgVersions: [`${m.int(1, 4)}.${m.int(0, 20)}.${m.int(0, 9)}`],
				issueData: {
					id: `SNYK-JS-${pkg.toUpperCase()}-${m.int(100_000, 999_999)}`,
					title: m.pick(['Prototype Pollution', 'Denial of Service (DoS)', 'Command Injection']),
					severity: m.pick(['low', 'medium', 'high', 'critical']),
					originalSeverity: 'medium',
					url: `https://snyk.example/vuln/${m.token(8)}`,
					identifiers: { CVE: [`CVE-2025-${m.int(1_000, 9_999)}`], CWE: ['CWE-79'] },
					credit: [m.person().name],
					exploitMaturity: 'no-known-exploit',
					semver: { vulnerable: ['<4.17.21'] },
					publicationTime: m.time(),
					disclosureTime: m.time(),
					CVSSv3: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
					cvssScore: m.int(30, 98) / 10,
					language: 'js',
					patches: [],
					nearestFixedInVersion: '',
				},
				isPatched: false,
				isIgnored: false,
				fixInfo: {
					isUpgradable: m.pick([true, false]),
					isPinnable: false,
					isPatchable: false,
					isFixable: m.pick([true, false]),
					nearestFixedInVersion: '',
					fixedIn: [`${m.int(1, 9)}.0.0`],
				},
				priority: {
					score: m.int(100, 900),
					factors: [{ name: 'isFixable', description: 'Has a fix available' }],
				},
				links: { paths: `https://api.snyk.example/${m.token(20)}` },
			};
		},
	),
	listOf('basecamp_todos', [], ['title', 'completed', 'assignees/0/name', 'due_on'], 30, (m) => {
		const person = () => {
			const who = m.person();
			return {
				id: m.int(1_000_000, 9_999_999),
				attachable_sgid: m.token(60),
				name: who.name,
				email_address: who.email,
				personable_type: 'User',
				title: 'Designer',
				bio: null,
				created_at: m.time(),
				updated_at: m.time(),
				admin: false,
				owner: false,
				time_zone: 'Etc/UTC',
				avatar_url: `https://3.base.example/${m.token(20)}`,
			};
		};
		const title = m.title();
		return {
			id: m.int(1_000_000_000, 1_999_999_999),
			status: 'active',
			visible_to_clients: false,
			created_at: m.time(),
			updated_at: m.time(),
			title,
			inherits_status: true,
			type: 'Todo',
			url: `https://3.basecampapi.example/1/buckets/2/todos/${m.token(9)}.json`,
			app_url: `https://3.base.example/1/buckets/2/todos/${m.token(9)}`,
			bookmark_url: `https://3.basecampapi.example/1/my/bookmarks/${m.token(60)}.json`,
			comments_count: m.int(0, 5),
			position: m.int(1, 30),
			parent: {
				id: 1_069_479_519,
				title: 'Hardware',
				type: 'Todolist',
				url: 'https://3.basecampapi.example/1',
			},
			bucket: { id: 2_085_958_499, name: 'The Leto Laptop', type: 'Project' },
			creator: person(),
			description: m.maybe(`<div>${m.text(1)}</div>`) ?? '',
			completed: m.pick([true, false]),
			content: title,
			starts_on: m.maybe(m.time().slice(0, 10)),
			due_on: m.time().slice(0, 10),
			assignees: [person()],
			completion_subscribers: [],
			completion_url: `https://3.basecampapi.example/${m.token(20)}`,
		};
	}),
	listOf(
		'terraform_runs',
		['data'],
		['id', 'attributes/status', 'attributes/message', 'attributes/created-at'],
		30,
		(m) => ({
			id: `run-${m.token(16, 'abcdefghjkABCDEFG23456789')}`,
			type: 'runs',
			attributes: {
				actions: {
					'is-cancelable': false,
					'is-confirmable': false,
					'is-discardable': false,
					'is-force-cancelable': false,
				},
				'allow-empty-apply': false,
				'auto-apply': m.pick([true, false]),
				'canceled-at': null,
				'created-at': m.time(),
				'has-changes': m.pick([true, false]),
				'is-destroy': false,
				message: m.title(),
				'plan-only': false,
				refresh: true,
				source: m.pick(['tfe-configuration-version', 'tfe-ui']),
				status: m.pick(['applied', 'errored', 'planned_and_finished', 'canceled']),
				'status-timestamps': {
					'planned-at': m.time(),
					'queuing-at': m.time(),
					'planning-at': m.time(),
				},
				'terraform-version': '1.9.5',
				'trigger-reason': 'manual',
				permissions: {
					'can-apply': true,
					'can-cancel': true,
					'can-comment': true,
					'can-discard': true,
				},
			},
			relationships: {
				workspace: { data: { id: `ws-${m.token(16)}`, type: 'workspaces' } },
				plan: { data: { id: `plan-${m.token(16)}`, type: 'plans' } },
			},
			links: { self: `/api/v2/runs/${m.token(16)}` },
		}),
	),
];
