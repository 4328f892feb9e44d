// Routes about who may do what: the caller, secrets, tokens, members.
import * as z from 'zod/v4';
import { ROLES, SCOPES } from '../auth';
import { headerTextFault } from '../config';
import { type CommandHint, count, items, open, route, text, texts, time, typed } from './route';

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
		days: z.int().min(1).max(3650).optional().describe('Until it ends; never, unless told.'),
		service: label().optional().describe('Acts for a service of this name instead of for you.'),
	});

const name = () => z.string().trim().min(1).max(200);
const role = () => z.enum(ROLES);
const was = (what: string) =>
	time()
		.optional()
		.describe(`When it must have changed last (\`${what}\`); whenever, unless told.`);
const member = () =>
	z.strictObject({ id: text(), name: text(), role: role(), roleAt: time().describe(ROLE_AT) });
const ROLE_AT = 'When they came by the role.';
/** A user as the identity provider knows them. */
export const newMember = () =>
	z.strictObject({
		issuer: z.string().min(1).max(500).describe('URL of the identity provider.'),
		subject: z.string().min(1).max(500).describe('Its own name of the user (`sub`).'),
		name: name().optional().describe('A label; the subject unless told.'),
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
		once: z.boolean().optional().describe(ONCE),
	});
const ONCE =
	'For versions of the configuration: it is set once, and goes with the last of them that names it.';
/** A route of the caller's own, which a flag of the command names. */
const MINE: CommandHint['flag'] = ['--mine', `your own, which \${user:NAME} names`];
const secrets = (summary: string, flag?: CommandHint['flag']) => () => ({
	summary,
	command: { usage: 'secret list', flag, columns: 'name owner origins setAt' },
	answer: z.strictObject({ secrets: z.array(secret()) }),
});
const secretPut =
	<Body>(summary: string, body: () => Body, flag?: CommandHint['flag']) =>
	() => ({
		summary,
		command: {
			usage: 'secret set <name>',
			help: 'Set a secret, NAME of A-Z, 0-9 and _; its value is read from standard input.',
			...{ flag, reads: 'value' },
			says: '{name}: set for the {owner}, to be sent to {origins}',
		},
		...{ body: body(), answer: secret() },
	});
const secretBody = () =>
	z.strictObject({
		value: z.string().superRefine((value, context) => {
			const fault = headerTextFault(value);
			// Never quoted: it is the secret.
			if (fault !== null) context.addIssue({ code: 'custom', message: fault });
		}),
		origins: z
			.array(z.string().max(300))
			.min(1, 'must name at least one')
			.max(MOST_ORIGINS)
			.describe('Where it may be sent.'),
	});
const secretGone = (summary: string, flag?: CommandHint['flag']) => () => ({
	summary,
	command: { usage: 'secret remove <name>', flag, asks: 'Remove {name}?', says: '{name}: removed' },
	answer: z.strictObject({ name: text(), removed: z.literal(true) }),
});

export const access = {
	'GET /api/me': open(() => ({
		summary: 'Who the caller is, and what they may.',
		command: { usage: 'whoami', says: '{name} ({id}) in {workspace}; may: {scopes}' },
		answer: z.strictObject({
			id: text(),
			name: text().optional(),
			workspace: text(),
			scopes: texts(),
		}),
	})),

	'GET /api/limits': route('mcp:read', () => ({
		summary: 'What the workspace uses of what all share, counted where this request was served.',
		command: { usage: 'limit list', columns: 'resource used share unit resetSeconds' },
		answer: z.strictObject({
			limits: items({
				resource: z.enum(['asks', 'writes', 'stored', 'inFlight', 'kept']),
				unit: z.enum(['milliseconds', 'writes', 'characters', 'bytes']),
				used: z.number().min(0),
				share: z.number().min(0),
				resetSeconds: count().optional().describe('Until the whole share is there again.'),
			}),
		}),
	})),

	'GET /api/secrets': route(
		'config:write',
		secrets('The secrets a workspace may use, without their values.'),
	),
	'PUT /api/secrets/:name': route(
		'admin',
		secretPut('Sets a secret of the workspace; it is never shown again.', () =>
			secretBody().extend({ once: z.boolean().optional().describe(ONCE) }),
		),
	),
	'DELETE /api/secrets/:name': route(
		'admin',
		secretGone('Removes a secret of the workspace; calls that need it fail at once.'),
	),
	'GET /api/me/secrets': route(
		'mcp:use',
		secrets("The caller's own secrets, without their values.", MINE),
	),
	'PUT /api/me/secrets/:name': route(
		'mcp:use',
		secretPut('Sets a secret of the caller; it is never shown again.', secretBody, MINE),
	),
	'DELETE /api/me/secrets/:name': route(
		'mcp:use',
		secretGone('Removes a secret of the caller.', MINE),
	),

	'GET /api/tokens': route('admin', () => ({
		summary: 'The API tokens of the workspace, without their texts.',
		command: { usage: 'token list', columns: 'id name scopes principal usedAt expiresAt' },
		answer: z.strictObject({
			tokens: z.array(token()),
			configured: items({ id: text(), name: text() }).describe('Whom LOADLINE_TOKENS names here.'),
		}),
	})),
	'POST /api/tokens': route('admin', () => ({
		summary: 'Makes an API token; its text is in this answer alone.',
		command: {
			...{ usage: 'token create <name>', once: 'token' },
			says: '{id}: keep it now, it is not shown again; it ends: {expiresAt}',
		},
		...{ body: newToken(), answer: token().extend({ token: text() }), status: [201] },
	})),
	'DELETE /api/tokens/:id': route('admin', () => ({
		summary: 'Revokes an API token.',
		command: {
			usage: 'token revoke <id>',
			says: '{id}: revoked; within an hour loadline token restore {id} brings it back',
		},
		query: { was: was('turnedAt') },
		answer: z.strictObject({ id: text(), revoked: z.literal(true), turnedAt: time() }),
	})),
	'POST /api/tokens/:id/restore': route('admin', () => ({
		summary: 'Brings back an API token that was revoked within the last hour.',
		command: { usage: 'token restore <id>', says: '{id}: may be used again' },
		query: { was: was('turnedAt') },
		answer: z.strictObject({ id: text(), restored: z.literal(true), turnedAt: time() }),
	})),

	'GET /api/members': route('admin', () => ({
		summary: 'Who belongs to the workspace, and with which role.',
		command: { usage: 'member list', columns: 'id name role addedAt' },
		answer: z.strictObject({
			members: z.array(member().extend({ addedBy: text(), addedAt: time() })),
		}),
	})),
	'POST /api/members': route('admin', () => ({
		summary: 'Takes a user of an identity provider into the workspace, or changes one.',
		command: { usage: 'member add <subject>', says: '{id}: {role}' },
		...{ body: newMember(), answer: memberPut(), status: [200, 201] },
	})),
	'PUT /api/members/:id': route('admin', () => ({
		summary: 'Changes the role or the name of a member.',
		command: {
			usage: 'member role <id> <role>',
			help: 'Change a role; tokens that could do more end at once.',
			says: '{id}: {role}, {revokedTokens} tokens revoked',
		},
		body: z.strictObject({
			...{ name: name().optional().describe('A new label.'), role: role(), was: was('roleAt') },
		}),
		answer: memberPut(),
	})),
	'DELETE /api/members/:id': route('admin', () => ({
		summary: 'Takes a member out of the workspace, and revokes their tokens.',
		command: {
			...{ usage: 'member remove <id>', asks: 'Remove the member {id}, with all their tokens?' },
			says: '{id}: removed, {revokedTokens} tokens revoked',
		},
		query: { was: was('roleAt') },
		answer: z.strictObject({ id: text(), removed: z.literal(true), revokedTokens: count() }),
	})),
};
