// Answers about memory: objects, drafts, synchronization, evidence.
import * as z from 'zod';
import { anything, count, ms, page, text, texts } from './shapes';

const KINDS = ['rule', 'workflow', 'context'] as const;
const kind = () => z.enum(KINDS);
const published = () =>
	z.strictObject({ id: text(), path: text(), version: count(), hash: text(), warnings: texts() });

/** GET /api/memory/objects: what is published, without texts; `total` counts what fits, beyond the page. */
export const objects = () => ({
	query: {
		kind: kind().optional(),
		group: text().optional(),
		query: text().optional().describe('Words.'),
		...page(),
	},
	answer: z.strictObject({
		objects: z.array(
			z.looseObject({
				id: text(),
				kind: kind(),
				path: text(),
				name: text(),
				group: text(),
				file: text().optional(),
				hash: text(),
				version: count(),
				createdAt: ms(),
				updatedAt: ms(),
			}),
		),
		total: count(),
	}),
});
const version = () =>
	z.strictObject({
		version: count(),
		kind: z.enum([...KINDS, 'mpf']).describe('`mpf` is META_PROMPT.md.'),
		path: text(),
		hash: text(),
		origin: text().describe('What made it, such as `draft`, `sync` or `rollback`.'),
		author: text(),
		at: ms(),
		note: text().optional(),
		deleted: z.boolean(),
	});
/** GET /api/memory/objects/<id>: one version with its text and the constraints that bind in it. */
export const object = () => ({
	query: { version: count().optional().describe('The newest unless told.') },
	answer: version().extend({
		id: text(),
		content: text(),
		constraints: z.array(z.looseObject({ id: text(), text: text(), textHash: text() })),
	}),
});
/** GET /api/memory/objects/<id>/versions: newest first, without texts. */
export const versions = () => ({
	answer: z.strictObject({ id: text(), versions: z.array(version()) }),
});
/** POST /api/memory/objects/<id>/rollback: the version that was published, a new one with the old text. */
export const rolledBack = (body: z.ZodType) => ({ body, answer: published() });

const draft = () =>
	z.strictObject({
		id: text(),
		path: text(),
		resource: text(),
		operation: z.enum(['create', 'update', 'rename', 'delete']),
		state: text(),
		author: text(),
		objectId: text().optional(),
		newPath: text().optional(),
		summary: text().optional(),
		comment: text().optional(),
		conflict: z.boolean().describe('What it was based on is not what is published now.'),
		createdAt: ms(),
		updatedAt: ms(),
	});
/** GET /api/memory/drafts: what the caller may see of them; `total` counts beyond the page. */
export const drafts = () => ({
	query: { state: z.enum(['draft', 'submitted', 'rejected']).optional(), ...page() },
	answer: z.strictObject({ drafts: z.array(draft()), total: count() }),
});
const side = () =>
	z
		.strictObject({ hash: text(), path: text(), content: text(), version: count().optional() })
		.nullable();
/** GET /api/memory/drafts/<id>: base, published and proposed text; each null where there is none to show. */
export const draftView = () => ({
	answer: z.strictObject({
		draft: draft(),
		base: side(),
		current: side(),
		proposed: side(),
		overlaps: z.array(anything()).optional(),
		warnings: texts().optional(),
		body: anything().optional(),
		withheld: text().optional().describe('Why `proposed` is null.'),
	}),
});
/** A draft that was submitted or rejected, in its new state. */
export const decided = (body: z.ZodType) => ({ body, answer: z.strictObject({ draft: draft() }) });
/** POST /api/memory/drafts/<id>/approve: the version that it became. */
export const approved = (body: z.ZodType) => ({ body, answer: anything() });

const entry = () => z.strictObject({ file: text(), path: text() });
const known = () => entry().extend({ id: text(), hash: text() });
/** POST /api/memory/sync/plan: takes files with hashes, answers what a push would do; changes nothing. */
export const planned = (body: z.ZodType) => ({
	body,
	answer: z.strictObject({
		create: z.array(entry()),
		update: z.array(known()),
		unchanged: z.array(known()),
		absent: z.array(known()).describe('Published, and not in the folder.'),
		problems: z.array(z.strictObject({ file: text(), reason: text() })),
	}),
});
/** POST /api/memory/sync/apply: what a push published, and how many objects it withdrew; all or none. */
export const applied = (body: z.ZodType) => ({
	body,
	answer: z.strictObject({ published: z.array(published()), withdrawn: count() }),
});
/** GET /api/memory/export: published texts as files; `next` where there are more. */
export const files = () => ({
	query: { after: text().optional().describe('The `next` of the page before.') },
	answer: z.strictObject({
		files: z.array(published().extend({ file: text(), kind: kind(), content: text() })),
		next: text().optional(),
	}),
});

/** GET /api/memory/attestations: a page, newest first unless told; as NDJSON all, oldest first. */
export const attestations = () => ({
	query: {
		event: text().optional(),
		principal: text().optional(),
		session: text().optional(),
		object: text().optional(),
		order: z.enum(['newest', 'oldest']).optional(),
		limit: z.int().min(1).max(1000).optional(),
		after: count().optional(),
		before: count().optional(),
		format: z.enum(['json', 'ndjson']).optional(),
	},
	answer: z.strictObject({
		attestations: z.array(
			z.looseObject({ seq: count(), at: ms(), event: text(), principal: text() }),
		),
		next: count().optional(),
	}),
});
const bound = () =>
	z.strictObject({ objectId: text(), path: text(), constraintId: text(), text: text() });
/** GET /api/memory/overlaps: pairs of constraints that say the same, or the opposite. */
export const overlaps = () => ({
	answer: z.strictObject({
		overlaps: z.array(
			z.strictObject({
				kind: z.enum(['duplicate', 'contradiction']),
				one: bound(),
				other: bound(),
			}),
		),
		total: count(),
	}),
});
const counts = () => ({
	loads: count(),
	references: count(),
	rejections: count(),
	lastUsed: ms().optional(),
});
const cost = () => ({
	loads: count(),
	tokens: count(),
	cost: count().describe('Tokens of all its loads.'),
});
/** GET /api/memory/usage: per object and constraint in force; `dead` are rules often loaded, never referred to. */
export const usage = () => ({
	query: { object: text().optional().describe('Of this one alone.') },
	answer: z.strictObject({
		objects: z.array(
			z.strictObject({
				id: text(),
				kind: kind(),
				path: text(),
				...counts(),
				constraints: z.array(z.strictObject({ id: text(), ...counts() })),
			}),
		),
		neverReferred: z.array(
			z.strictObject({ ruleId: text(), constraintId: text(), path: text(), ...cost() }),
		),
		dead: z.array(z.strictObject({ id: text(), path: text(), ...cost() })),
	}),
});
/** POST /api/memory/standing: the rules that are always on, within the body's budget of tokens. */
export const standing = (body: z.ZodType) => ({
	body,
	answer: z.strictObject({
		text: text().describe('For the prompt; empty where no rule is always on.'),
		paths: texts(),
		omitted: texts().describe('For which there was no room.'),
	}),
});
