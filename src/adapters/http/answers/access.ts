// Answers about who may do what: the caller, tokens, members, workspaces, secrets, the audit log, erasures.
import * as z from 'zod';
import { ROLES, SCOPES } from '../../../auth';
import { count, ndjson, page, text, texts, time } from './shapes';

/** GET /api/me: whose token or visit it is; without a name where none is known. */
export const me = () => ({
	answer: z.strictObject({
		id: text(),
		name: text().optional(),
		workspace: text(),
		scopes: texts(),
	}),
});

const token = () =>
	z.strictObject({
		id: text(),
		name: text(),
		principal: text().describe('Whose calls are made with it.'),
		scopes: z.array(z.enum(SCOPES)),
		createdBy: text(),
		createdAt: time(),
		expiresAt: time().nullable(),
		usedAt: time().nullable(),
	});
/** GET /api/tokens: those of the workspace without their texts; null for what never ends or was never used. */
export const tokens = () => ({ answer: z.strictObject({ tokens: z.array(token()) }) });
/** POST /api/tokens: takes name, scopes and days; the answer alone has the token's text. */
export const newToken = (body: z.ZodType) => ({
	body,
	answer: token().extend({ token: text() }),
	status: [201],
});
/** DELETE /api/tokens/<id>: the id of a token that opens nothing any more. */
export const revoked = () => ({
	answer: z.strictObject({ id: text(), revoked: z.literal(true) }),
});

const member = () => z.strictObject({ id: text(), name: text(), role: z.enum(ROLES) });
/** GET /api/members: everybody of the caller's workspace, with who took them in and when. */
export const members = () => ({
	answer: z.strictObject({
		members: z.array(member().extend({ addedBy: text(), addedAt: time() })),
	}),
});
/** A member taken in (201) or changed (200); their tokens end where the new role is less. */
export const putMember = (body: z.ZodType, status = [200]) => ({
	body,
	answer: member().extend({ revokedTokens: count() }),
	status,
});
/** DELETE /api/members/<id>: who is out, and how many of their tokens ended with it. */
export const memberGone = () => ({
	answer: z.strictObject({ id: text(), removed: z.literal(true), revokedTokens: count() }),
});

/** GET /api/workspaces: all of the deployment, for its operator. */
export const workspaces = () => ({
	answer: z.strictObject({
		workspaces: z.array(
			z.strictObject({ name: text(), title: text(), createdBy: text(), createdAt: time() }),
		),
	}),
});
/** PUT /api/workspaces/<name>: 201 where it is new; a token only where the body asks for one. */
export const putWorkspace = (body: z.ZodType) => ({
	body,
	answer: z.strictObject({
		name: text(),
		title: text(),
		created: z.boolean(),
		token: text().optional().describe('Of its first administrator, for a week.'),
	}),
	status: [200, 201],
});
/** POST /api/workspaces/<name>/reseal: how many vaults were gone through, and entries of them resealed. */
export const resealed = () => ({
	answer: z.strictObject({
		vaults: count(),
		resealed: count(),
		unreadable: count().describe('Opened by neither secret.'),
	}),
});

const secret = () =>
	z.strictObject({
		name: text(),
		origins: texts().describe('Where it may be sent.'),
		owner: z.enum(['deployment', 'workspace', 'user']),
		setBy: text().optional(),
		setAt: time().optional(),
	});
/** GET /api/secrets and /api/me/secrets: names and origins, never values; the deployment's have no `setBy`. */
export const secrets = () => ({ answer: z.strictObject({ secrets: z.array(secret()) }) });
/** PUT /api/secrets/<name> and /api/me/secrets/<name>: takes the value, answers all but it. */
export const putSecret = (body: z.ZodType) => ({ body, answer: secret() });
/** DELETE /api/secrets/<name> and /api/me/secrets/<name>: the name that is free again. */
export const secretGone = () => ({
	answer: z.strictObject({ name: text(), removed: z.literal(true) }),
});

/** GET /api/audit and /api/audit/deployment: newest first; each entry has the hash of the one before. */
export const auditEntries = () => ({
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
				previous: text(),
				hash: text(),
			}),
		),
	}),
});
const head = () => z.strictObject({ n: count(), hash: text() });
/** GET …/audit/verify: whether the chain of hashes holds, and the newest entry. */
export const auditVerified = () => ({
	query: {
		n: count().optional().describe('Of a head seen before, with its `hash`.'),
		hash: text().optional(),
	},
	answer: z.looseObject({ ok: z.boolean(), entries: count(), head: head().nullable() }),
});

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
/** GET /api/erasures/<id>: how far it is; `doneAt` is null until its state is `done`. */
export const erasures = () => ({ answer: erasure() });
/** An erasure that has begun (202): of a principal, named in the body; without a body of a workspace. */
export const erasing = (body?: z.ZodType) => ({
	...(body && { body }),
	answer: erasure(),
	status: [202],
});
/** GET /api/export: a part as lines of JSON; the last line is `{"next":…}` where there is more. */
export const exported = () => ({
	query: {
		principal: text().optional().describe('Of this one alone.'),
		after: text().optional().describe('The `next` of the part before.'),
	},
	answer: ndjson,
});
