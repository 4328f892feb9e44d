// Routes about who may do what: the caller, secrets, tokens, members, workspaces, the audit log, erasures.
import * as z from 'zod/v4';
import { isPrincipalId, ROLES, SCOPES, type Scope } from '../auth';
import { headerTextFault } from '../config';
import { count, open, page, route, text, texts, time, typed } from './route';

const token = () =>
	z.strictObject({
		id: text(),
		name: text(),
		principal: text().describe('Whose calls are made with it.'),
		scopes: z.array(typed<string>(z.enum(SCOPES))),
		createdBy: text(),
		createdAt: time(),
		/** null: never. */
		expiresAt: time().nullable(),
		usedAt: time().nullable(),
	});
const label = () =>
	z
		.string()
		.regex(/^[\p{L}\p{N} _.@:-]{1,100}$/u, 'must be 1 to 100 letters, digits, spaces or _.@:-');
const newToken = () =>
	z.strictObject({
		name: label(),
		scopes: z.array(z.enum(SCOPES)).min(1, 'must name at least one').max(SCOPES.length),
		/** Days until it ends; absent: never. */
		days: z.int().min(1).max(3650).optional(),
		/** A service of this name instead of the caller. */
		service: label().optional(),
	});

const name = () => z.string().trim().min(1).max(200);
const role = () => z.enum(ROLES);
const member = () => z.strictObject({ id: text(), name: text(), role: role() });
/** A user as the identity provider knows them. */
const newMember = () =>
	z.strictObject({
		issuer: z.string().min(1).max(500),
		subject: z.string().min(1).max(500),
		name: name(),
		role: role(),
	});
const memberPut = () => member().extend({ revokedTokens: count() });

const MOST_ORIGINS = 20;
const secret = () =>
	z.strictObject({
		name: text(),
		origins: texts().describe('Where it may be sent.'),
		owner: z.enum(['deployment', 'workspace', 'user']),
		setBy: text().optional(),
		setAt: time().optional(),
	});
const secrets = () => ({ answer: z.strictObject({ secrets: z.array(secret()) }) });
const secretPut = () => ({
	body: z.strictObject({
		value: z.string().superRefine((value, context) => {
			const fault = headerTextFault(value);
			// Never quoted: it is the secret.
			if (fault !== null) context.addIssue({ code: 'custom', message: fault });
		}),
		origins: z.array(z.string().max(300)).min(1, 'must name at least one').max(MOST_ORIGINS),
	}),
	answer: secret(),
});
const secretGone = () => ({ answer: z.strictObject({ name: text(), removed: z.literal(true) }) });

const head = () => z.strictObject({ n: count(), hash: text() });
const log = (scope: Scope, whose: string) =>
	route(scope, `The audit log of ${whose}, newest first.`, () => ({
		query: {
			limit: page().limit,
			before: count().optional().describe('Entries before the one with this `n`.'),
			action: text().optional(),
			by: text().optional(),
		},
		answer: z.strictObject({
			entries: z.array(
				z.strictObject({
					n: count(),
					at: time(),
					by: text(),
					name: text(),
					action: text(),
					target: text(),
					detail: z.looseObject({}),
					correlationId: text(),
					/** Hash of the entry before. */
					previous: text(),
					hash: text(),
				}),
			),
		}),
	}));
/** The check of a log; `brokenAt` is the first entry that is not as it was written. */
interface AuditCheck {
	readonly ok: boolean;
	readonly brokenAt?: number;
	readonly entries: number;
	readonly head: { readonly n: number; readonly hash: string } | null;
}
const verified = (scope: Scope, whose: string) =>
	route(scope, `Whether the audit log of ${whose} is what was written.`, () => ({
		query: {
			n: count().optional().describe('Of a head seen before, with its `hash`.'),
			hash: text().optional(),
		},
		answer: typed<AuditCheck>(
			z.looseObject({ ok: z.boolean(), entries: count(), head: head().nullable() }),
		),
	}));

const erasure = () =>
	z.strictObject({
		id: text(),
		workspace: text(),
		principal: text().describe('Empty where the whole workspace goes.'),
		state: z.enum(['running', 'watching', 'done']),
		found: count().describe('Objects, rows and keys that are gone.'),
		fault: text().nullable(),
		begunAt: time(),
		doneAt: time().nullable(),
	});

/** Names the fault of an id that is not one of a principal. */
export const PRINCIPAL_FAULT =
	'must be the id of a principal, u-…: GET /api/members and GET /api/sessions show it.';

export const access = {
	'GET /api/me': open('Who the caller is, and what they may.', () => ({
		answer: z.strictObject({
			id: text(),
			name: text().optional(),
			workspace: text(),
			scopes: texts(),
		}),
	})),

	'GET /api/limits': route(
		'mcp:read',
		'What the workspace uses of what all share, counted where this request was served.',
		() => ({
			answer: z.strictObject({
				limits: z.array(
					z.strictObject({
						resource: z.enum(['asks', 'writes', 'stored', 'inFlight', 'kept']),
						unit: z.enum(['milliseconds', 'writes', 'characters', 'bytes']),
						used: z.number().min(0),
						share: z.number().min(0),
						resetSeconds: count().optional().describe('Until the whole share is there again.'),
					}),
				),
			}),
		}),
	),

	'GET /api/secrets': route(
		'config:write',
		'The secrets a workspace may use, without their values.',
		secrets,
	),
	'PUT /api/secrets/:name': route(
		'admin',
		'Sets a secret of the workspace; it is never shown again.',
		secretPut,
	),
	'DELETE /api/secrets/:name': route('admin', 'Removes a secret of the workspace.', secretGone),
	'GET /api/me/secrets': route(
		'mcp:use',
		"The caller's own secrets, without their values.",
		secrets,
	),
	'PUT /api/me/secrets/:name': route(
		'mcp:use',
		'Sets a secret of the caller; it is never shown again.',
		secretPut,
	),
	'DELETE /api/me/secrets/:name': route('mcp:use', 'Removes a secret of the caller.', secretGone),

	'GET /api/tokens': route(
		'admin',
		'The API tokens of the workspace, without their texts.',
		() => ({ answer: z.strictObject({ tokens: z.array(token()) }) }),
	),
	'POST /api/tokens': route(
		'admin',
		'Makes an API token; its text is in this answer alone.',
		() => ({ body: newToken(), answer: token().extend({ token: text() }), status: [201] }),
	),
	'DELETE /api/tokens/:id': route('admin', 'Revokes an API token.', () => ({
		answer: z.strictObject({ id: text(), revoked: z.literal(true) }),
	})),
	'POST /api/tokens/:id/restore': route(
		'admin',
		'Brings back an API token that was revoked within the last hour.',
		() => ({ answer: z.strictObject({ id: text(), restored: z.literal(true) }) }),
	),

	'GET /api/members': route('admin', 'Who belongs to the workspace, and with which role.', () => ({
		answer: z.strictObject({
			members: z.array(member().extend({ addedBy: text(), addedAt: time() })),
		}),
	})),
	'POST /api/members': route(
		'admin',
		'Takes a user of an identity provider into the workspace, or changes one.',
		() => ({ body: newMember(), answer: memberPut(), status: [200, 201] }),
	),
	'PUT /api/members/:id': route('admin', 'Changes the role or the name of a member.', () => ({
		body: z.strictObject({ name: name().optional(), role: role() }),
		answer: memberPut(),
	})),
	'DELETE /api/members/:id': route(
		'admin',
		'Takes a member out of the workspace, and revokes their tokens.',
		() => ({
			answer: z.strictObject({ id: text(), removed: z.literal(true), revokedTokens: count() }),
		}),
	),

	'GET /api/workspaces': route('operator', 'The workspaces of the deployment.', () => ({
		answer: z.strictObject({
			workspaces: z.array(
				z.strictObject({ name: text(), title: text(), createdBy: text(), createdAt: time() }),
			),
		}),
	})),
	'PUT /api/workspaces/:name': route(
		'operator',
		'Makes a workspace, or changes its title and first administrator.',
		() => ({
			body: z.strictObject({
				title: z.string().trim().max(200).default(''),
				/** The first administrator, where the identity provider knows them. */
				admin: newMember().omit({ role: true }).optional(),
				/** Makes an administrator's token for a week. */
				token: z.boolean().default(false),
			}),
			answer: z.strictObject({
				name: text(),
				title: text(),
				created: z.boolean(),
				token: text().optional().describe('Of its first administrator, for a week.'),
			}),
			status: [200, 201],
		}),
	),
	'DELETE /api/workspaces/:name': route(
		'operator',
		'Erases a workspace with all that is kept of it.',
		() => ({ answer: erasure(), status: [202] }),
	),
	'POST /api/workspaces/:name/reseal': route(
		'operator',
		'Seals the secrets and logins of a workspace with the current secret.',
		() => ({
			answer: z.strictObject({
				vaults: count(),
				resealed: count(),
				unreadable: count().describe('Opened by neither secret.'),
			}),
		}),
	),

	'GET /api/audit': log('admin', 'the workspace'),
	'GET /api/audit/verify': verified('admin', 'the workspace'),
	'GET /api/audit/deployment': log('operator', 'the deployment'),
	'GET /api/audit/deployment/verify': verified('operator', 'the deployment'),

	'GET /api/export': route(
		'admin',
		'All that is kept of the workspace, or of one principal in it, part by part.',
		() => ({
			query: {
				principal: text().optional().describe('Of this one alone.'),
				after: text().optional().describe('The `next` of the part before.'),
			},
			// The last line is `{"next":…}` where there is more.
			answer: ['application/x-ndjson'],
		}),
	),
	'POST /api/erasures': route(
		'admin',
		'Erases all that is kept of one principal in the workspace.',
		() => ({
			body: z.strictObject({ principal: z.string().refine(isPrincipalId, PRINCIPAL_FAULT) }),
			answer: erasure(),
			status: [202],
		}),
	),
	'GET /api/erasures/:id': route('admin', 'How far an erasure is.', () => ({ answer: erasure() })),
};
