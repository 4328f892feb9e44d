// Answers about who may do what: the caller, tokens, members, workspaces, secrets, the audit log, erasures.
import * as z from 'zod';
import { ROLES } from '../../../auth/roles';
import { SCOPES } from '../../../auth/scopes';
import { count, ndjson, page, text, texts, time } from './shapes';

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
export const tokens = () => ({ answer: z.strictObject({ tokens: z.array(token()) }) });
export const newToken = (body: z.ZodType) => ({
	body,
	answer: token().extend({ token: text() }),
	status: [201],
});
export const revoked = () => ({
	answer: z.strictObject({ id: text(), revoked: z.literal(true) }),
});

const member = () => z.strictObject({ id: text(), name: text(), role: z.enum(ROLES) });
export const members = () => ({
	answer: z.strictObject({
		members: z.array(member().extend({ addedBy: text(), addedAt: time() })),
	}),
});
export const putMember = (body: z.ZodType, status = [200]) => ({
	body,
	answer: member().extend({ revokedTokens: count() }),
	status,
});
export const memberGone = () => ({
	answer: z.strictObject({ id: text(), removed: z.literal(true), revokedTokens: count() }),
});

export const workspaces = () => ({
	answer: z.strictObject({
		workspaces: z.array(
			z.strictObject({ name: text(), title: text(), createdBy: text(), createdAt: time() }),
		),
	}),
});
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
export const secrets = () => ({ answer: z.strictObject({ secrets: z.array(secret()) }) });
export const putSecret = (body: z.ZodType) => ({ body, answer: secret() });
export const secretGone = () => ({
	answer: z.strictObject({ name: text(), removed: z.literal(true) }),
});

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
export const erasures = () => ({ answer: erasure() });
export const erasing = (body?: z.ZodType) => ({
	...(body && { body }),
	answer: erasure(),
	status: [202],
});
export const exported = () => ({
	query: {
		principal: text().optional().describe('Of this one alone.'),
		after: text().optional().describe('The `next` of the part before.'),
	},
	answer: ndjson,
});
