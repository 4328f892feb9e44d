// Routes of workspaces: the workspaces of a deployment, their audit logs, exports and erasures.
import * as z from 'zod/v4';
import { isPrincipalId, type Scope } from '../auth';
import { newMember } from './access';
import { type CommandHint, count, items, named, page, route, text, time } from './route';

const head = () => z.strictObject({ n: count(), hash: text() });
const DEPLOYMENT: CommandHint['flag'] = ['--deployment', 'of the deployment, for its operator'];
const log = (scope: Scope, whose: string, flag?: CommandHint['flag']) =>
	route(scope, () => ({
		summary: `The audit log of ${whose}, newest first.`,
		command: { usage: 'audit list', flag, columns: 'n at name action target detail' },
		query: {
			limit: page().limit,
			before: count().optional().describe('Entries before the one with this `n`.'),
			action: z.string().max(200).optional().describe('Part of the action.'),
			by: z.string().max(200).optional().describe('Of this user alone.'),
			target: z.string().max(200).optional().describe('To this alone.'),
		},
		answer: z.strictObject({
			entries: items({
				n: count(),
				at: time(),
				...named(text, 'by', 'name', 'action', 'target'),
				detail: z.looseObject({}),
				correlationId: text(),
				/** Hash of the entry before. */
				...named(text, 'previous', 'hash'),
			}),
		}),
	}));
const verified = (scope: Scope, whose: string, flag?: CommandHint['flag']) =>
	route(scope, () => ({
		summary: `Whether the audit log of ${whose} is what was written.`,
		command: { usage: 'audit verify', flag, takes: '' },
		query: {
			n: count().optional().describe('Of a head seen before, with its `hash`.'),
			hash: z
				.string()
				.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
				.optional(),
		},
		answer: z.looseObject({
			ok: z.boolean(),
			brokenAt: count().optional().describe('The first entry that is not as it was written.'),
			...{ entries: count(), head: head().nullable() },
		}),
	}));

const erasure = () =>
	z.strictObject({
		...named(text, 'id', 'workspace'),
		principal: text().describe('Empty where the whole workspace goes.'),
		state: z.enum(['running', 'watching', 'done']),
		found: count().describe('Objects, rows and keys that are gone.'),
		fault: text().nullable(),
		begunAt: time(),
		doneAt: time().nullable(),
	});

const PRINCIPAL_FAULT =
	'must be the id of a principal, u-…: GET /api/members and GET /api/sessions show it.';

const principal = () => z.string().refine(isPrincipalId, PRINCIPAL_FAULT);

export const workspaces = {
	'GET /api/workspaces': route('operator', () => ({
		summary: 'The workspaces of the deployment.',
		command: { usage: 'workspace list', columns: 'name title createdAt' },
		answer: z.strictObject({
			workspaces: z.array(
				z.strictObject({ name: text(), title: text(), createdBy: text(), createdAt: time() }),
			),
		}),
	})),
	'PUT /api/workspaces/:name': route('operator', () => ({
		summary: 'Makes a workspace, or changes its title and first administrator.',
		command: {
			usage: 'workspace create <name>',
			// `--token` is who calls.
			as: { token: 'admin-token' },
			...{ once: 'token', says: 'the workspace {name} is there; new: {created}' },
		},
		body: z.strictObject({
			title: z.string().trim().max(200).default('').describe('A label.'),
			/** The first administrator, where the identity provider knows them. */
			admin: newMember().omit({ role: true }).optional(),
			token: z.boolean().default(false).describe("Show an administrator's token for a week."),
		}),
		answer: z.strictObject({
			...named(text, 'name', 'title'),
			created: z.boolean(),
			token: text().optional().describe('Of its first administrator, for a week.'),
		}),
		status: [200, 201],
	})),
	'DELETE /api/workspaces/:name': route('operator', () => ({
		summary: 'Erases a workspace with all that is kept of it.',
		answer: erasure(),
		status: [202],
	})),
	'POST /api/workspaces/:name/reseal': route('operator', () => ({
		summary: 'Seals the secrets and logins of a workspace with the current secret.',
		answer: z.strictObject({
			...named(count, 'vaults', 'resealed'),
			unreadable: count().describe('Opened by neither secret.'),
		}),
	})),

	'GET /api/audit': log('admin', 'the workspace'),
	'GET /api/audit/verify': verified('admin', 'the workspace'),
	'GET /api/audit/deployment': log('operator', 'the deployment', DEPLOYMENT),
	'GET /api/audit/deployment/verify': verified('operator', 'the deployment', DEPLOYMENT),

	'GET /api/export': route('admin', () => ({
		summary: 'All that is kept of the workspace, or of one user in it, part by part.',
		query: {
			principal: principal().optional().describe('Of this one alone.'),
			after: text().optional().describe('The `next` of the part before.'),
		},
		// The last line is `{"next":…}` where there is more.
		answer: ['application/x-ndjson'],
	})),
	'POST /api/erasures': route('admin', () => ({
		summary: 'Erases all that is kept of one user in the workspace.',
		body: z.strictObject({ principal: principal() }),
		answer: erasure(),
		status: [202],
	})),
	'GET /api/erasures/:id': route('admin', () => ({
		summary: 'How far an erasure is.',
		command: { usage: 'data status <id>' },
		answer: erasure(),
	})),
};
