// Lists as tools for work and its customers answer them, after each API's documentation; all values are made up.
import type { ApiList } from '../api-list';
import { made } from '../made';

export const oktaUsers = (): ApiList => {
	const m = made('okta');
	return {
		name: 'okta_users',
		path: [],
		need: ['id', 'status', 'profile/firstName', 'profile/lastName', 'profile/email'],
		value: m.list(45, () => {
			const [id, who] = [`00u${m.token(17, 'abcdefghjkABCDEFG23456789')}`, m.person()];
			return {
				id,
				status: m.pick(['ACTIVE', 'ACTIVE', 'PROVISIONED', 'SUSPENDED', 'DEPROVISIONED']),
				created: m.time(),
				activated: m.time(),
				statusChanged: m.time(),
				lastLogin: m.maybe(m.time()),
				lastUpdated: m.time(),
				passwordChanged: m.time(),
				type: { id: 'oty1fbgl2n8Vo3Kp50h8' },
				profile: {
					firstName: who.first,
					lastName: who.last,
					mobilePhone: null,
					secondEmail: null,
					login: who.email,
					email: who.email,
				},
				credentials: { password: {}, provider: { type: 'OKTA', name: 'OKTA' } },
				_links: { self: { href: `https://acme.okta.example/api/v1/users/${id}` } },
			};
		}),
	};
};

export const intercomConversations = (): ApiList => {
	const m = made('intercom');
	return {
		name: 'intercom_conversations',
		path: ['conversations'],
		need: ['id', 'state', 'source/author/name', 'source/body', 'created_at'],
		value: {
			type: 'conversation.list',
			pages: { type: 'pages', page: 1, per_page: 30, total_pages: 12 },
			total_count: 352,
			conversations: m.list(30, () => {
				const who = m.person();
				return {
					type: 'conversation',
					id: String(m.int(100_000, 999_999)),
					title: m.maybe(m.title(), 0.8),
					created_at: m.int(1_730_000_000, 1_790_000_000),
					updated_at: m.int(1_730_000_000, 1_790_000_000),
					waiting_since: m.maybe(m.int(1_730_000_000, 1_790_000_000)),
					snoozed_until: null,
					source: {
						type: 'conversation',
						id: String(m.int(1_000_000, 9_999_999)),
						delivered_as: 'customer_initiated',
						subject: '',
						body: `<p>${m.text(2)}</p>`,
						author: { type: 'user', id: m.token(24), name: who.name, email: who.email },
						attachments: [],
						url: 'https://app.acme.example/billing',
						redacted: false,
					},
					contacts: {
						type: 'contact.list',
						contacts: [{ type: 'contact', id: m.token(24), external_id: m.token(6) }],
					},
					first_contact_reply: {
						created_at: m.int(1_730_000_000, 1_790_000_000),
						type: 'conversation',
						url: null,
					},
					admin_assignee_id: m.maybe(m.int(100_000, 999_999)),
					team_assignee_id: null,
					open: m.pick([true, false]),
					state: m.pick(['open', 'closed', 'snoozed']),
					read: m.pick([true, false]),
					tags: { type: 'tag.list', tags: [] },
					priority: m.pick(['not_priority', 'priority']),
					sla_applied: null,
					statistics: {
						type: 'conversation_statistics',
						time_to_assignment: m.int(1, 9_000),
						count_reopens: 0,
						count_assignments: 1,
						count_conversation_parts: m.int(1, 20),
					},
					conversation_rating: null,
					teammates: { type: 'admin.list', admins: [{ type: 'admin', id: String(m.int(1, 99)) }] },
					custom_attributes: {},
				};
			}),
		},
	};
};

export const serviceNow = (): ApiList => {
	const m = made('servicenow');
	return {
		name: 'servicenow_incidents',
		path: ['result'],
		need: ['number', 'short_description', 'state', 'priority', 'opened_at'],
		value: {
			result: m.list(40, () => {
				const link = (table: string) => ({
					link: `https://acme.service.example/api/now/table/${table}/${m.token(32)}`,
					value: m.token(32),
				});
				const time = () => m.time().slice(0, 19).replace('T', ' ');
				return {
					parent: '',
					made_sla: 'true',
					caused_by: '',
					watch_list: '',
					upon_reject: 'cancel',
					sys_updated_on: time(),
					child_incidents: '0',
					hold_reason: '',
					origin_table: '',
					task_effective_number: '',
					approval_history: '',
					number: `INC00${m.int(10_000, 99_999)}`,
					resolved_by: m.maybe(link('sys_user')) ?? '',
					sys_updated_by: m.person().login,
					opened_by: link('sys_user'),
					user_input: '',
					sys_created_on: time(),
					sys_domain: link('sys_user_group'),
					state: m.pick(['1', '2', '3', '6', '7']),
					sys_created_by: m.person().login,
					knowledge: 'false',
					order: '',
					calendar_stc: '',
					closed_at: m.maybe(time()) ?? '',
					cmdb_ci: m.maybe(link('cmdb_ci')) ?? '',
					impact: m.pick(['1', '2', '3']),
					active: m.pick(['true', 'false']),
					priority: m.pick(['1', '2', '3', '4', '5']),
					sys_domain_path: '/',
					opened_at: time(),
					caller_id: link('sys_user'),
					business_duration: '',
					group_list: '',
					work_end: '',
					short_description: m.title(),
					close_code: '',
					correlation_display: '',
					work_start: '',
					assignment_group: link('sys_user_group'),
					additional_assignee_list: '',
					description: m.text(2),
					calendar_duration: '',
					close_notes: '',
					sys_class_name: 'incident',
					follow_up: '',
					sys_id: m.token(32),
					contact_type: m.pick(['phone', 'email', 'self-service']),
					incident_state: m.pick(['1', '2', '3', '6', '7']),
					urgency: m.pick(['1', '2', '3']),
					company: '',
					reassignment_count: String(m.int(0, 4)),
					activity_due: '',
					assigned_to: m.maybe(link('sys_user')) ?? '',
					severity: '3',
					comments: '',
					approval: 'not requested',
					sla_due: '',
					sys_mod_count: String(m.int(1, 30)),
					reopen_count: '0',
					sys_tags: '',
					escalation: '0',
					upon_approval: 'proceed',
					location: '',
					category: m.pick(['inquiry', 'software', 'hardware', 'network']),
				};
			}),
		},
	};
};

export const clickupTasks = (): ApiList => {
	const m = made('clickup');
	return {
		name: 'clickup_tasks',
		path: ['tasks'],
		need: ['id', 'name', 'status/status', 'assignees/0/username', 'due_date'],
		value: {
			tasks: m.list(40, () => {
				const id = m.token(9, '0123456789abcdefghjkmnpqrstvwxyz');
				const user = () => {
					const who = m.person();
					return {
						id: m.int(100_000, 999_999),
						username: who.name,
						color: '#827718',
						initials: who.first[0],
						email: who.email,
						profilePicture: null,
					};
				};
				const millis = () => String(m.int(1_730_000_000, 1_790_000_000) * 1000);
				return {
					id,
					custom_id: null,
					custom_item_id: 0,
					name: m.title(),
					text_content: m.text(2),
					description: m.text(2),
					status: {
						id: `p90_${m.token(6)}`,
						status: m.pick(['to do', 'in progress', 'review', 'complete']),
						color: '#d3d3d3',
						orderindex: 0,
						type: 'custom',
					},
					orderindex: `${m.int(1, 99)}.00000000000000000000000000000000`,
					date_created: millis(),
					date_updated: millis(),
					date_closed: null,
					date_done: null,
					archived: false,
					creator: user(),
					assignees: [user()],
					group_assignees: [],
					watchers: [user()],
					checklists: [],
					tags: [],
					parent: null,
					top_level_parent: null,
					priority: m.maybe({ color: '#f8ae00', id: '2', orderindex: '2', priority: 'high' }),
					due_date: millis(),
					start_date: m.maybe(millis()),
					points: null,
					time_estimate: m.maybe(m.int(1, 9) * 3_600_000),
					custom_fields: [],
					dependencies: [],
					linked_tasks: [],
					locations: [],
					team_id: '9012345',
					url: `https://app.clickup.example/t/${id}`,
					sharing: {
						public: false,
						public_share_expires_on: null,
						public_fields: ['assignees', 'priority'],
					},
					permission_level: 'create',
					list: { id: '901200', name: 'Sprint 14', access: true },
					project: { id: '9011', name: 'hidden', hidden: true, access: true },
					folder: { id: '9011', name: 'hidden', hidden: true, access: true },
					space: { id: '9010' },
				};
			}),
			last_page: false,
		},
	};
};

export const graphUsers = (): ApiList => {
	const m = made('graph-users');
	return {
		name: 'graph_users',
		path: ['value'],
		need: ['displayName', 'mail', 'jobTitle', 'department'],
		value: {
			'@odata.context': 'https://graph.example/v1.0/$metadata#users',
			'@odata.nextLink': `https://graph.example/v1.0/users?$skiptoken=${m.token(60)}`,
			value: m.list(60, () => {
				const who = m.person();
				return {
					'@odata.id': `https://graph.example/v2/${m.uuid()}/directoryObjects/${m.uuid()}`,
					businessPhones: [`+44 ${m.token(9, '0123456789')}`],
					displayName: who.name,
					givenName: who.first,
					jobTitle: m.pick(['Engineer', 'Sales Manager', 'Designer', 'Controller']),
					mail: who.email,
					mobilePhone: m.maybe(`+44 ${m.token(9, '0123456789')}`),
					officeLocation: m.pick(['18/2111', '24/1106', '7/1102']),
					preferredLanguage: 'en-US',
					surname: who.last,
					userPrincipalName: who.email,
					id: m.uuid(),
					accountEnabled: m.pick([true, true, false]),
					department: m.pick(['Engineering', 'Sales', 'Finance', 'Design']),
					createdDateTime: m.time(),
					userType: 'Member',
					companyName: 'Acme',
				};
			}),
		},
	};
};
