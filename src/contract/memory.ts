// Routes of memory: objects, synchronization, evidence, drafts and their review.
import * as z from 'zod/v4';
import type { DraftView, Hub, ObjectMeta } from '../memory';
import { anything, count, items, ms, named, page, route, text, texts, typed } from './route';

const KINDS = ['rule', 'workflow', 'context'] as const;
const kind = () => typed<ObjectMeta['kind']>(z.enum(KINDS));
const note = () => z.string().max(4000).optional();
const published = () =>
	z.strictObject({ id: text(), path: text(), version: count(), hash: text(), warnings: texts() });

const version = () =>
	z.strictObject({
		version: count(),
		kind: z.enum([...KINDS, 'mpf']).describe('`mpf` is META_PROMPT.md.'),
		...named(text, 'path', 'hash'),
		origin: text().describe('What made it, such as `draft`, `sync` or `rollback`.'),
		author: text(),
		at: ms(),
		note: text().optional(),
		deleted: z.boolean(),
	});

const words = () => z.string().max(2000).optional();
const filter = () => z.string().max(300).optional();
const MOST_FILES = 5000;
const file = () => z.string().max(700);
const hash = () => z.string().max(100);
const pushed = () =>
	z.strictObject({
		file: file(),
		content: z.string(),
		/** Hash of what was published when the plan was made; null when nothing was. */
		base: hash().nullable(),
		id: file().optional(),
	});
const entry = () => z.strictObject({ file: text(), path: text() });
const known = () => entry().extend({ id: text(), hash: text() });

const bound = () =>
	z.strictObject({ objectId: text(), path: text(), constraintId: text(), text: text() });
const counts = () => ({
	...{ loads: count(), references: count(), rejections: count() },
	lastUsed: ms().optional(),
});
const cost = () => ({
	...named(count, 'loads', 'tokens'),
	cost: count().describe('Tokens of all its loads.'),
});

const draft = () =>
	z.strictObject({
		...{ id: text(), path: text(), resource: text() },
		operation: z.enum(['create', 'update', 'rename', 'delete']),
		...named(text, 'state', 'author'),
		...named(() => text().optional(), 'objectId', 'newPath', 'summary', 'comment'),
		conflict: z.boolean().describe('What it was based on is not what is published now.'),
		...named(ms, 'createdAt', 'updatedAt'),
	});
const side = () =>
	z
		.strictObject({ hash: text(), path: text(), content: text(), version: count().optional() })
		.nullable();
const comment = () => z.string().max(4000).optional().describe('For the other side.');
const decided = (act: string, summary: string) => () => ({
	summary,
	command: {
		usage: `memory review ${act} <id>`,
		says: '{draft.id} {draft.state} {draft.operation} {draft.path}',
	},
	body: z.strictObject({ comment: comment() }),
	answer: z.strictObject({ draft: draft() }),
});

export const memory = {
	'GET /api/memory/objects': route('mcp:read', () => ({
		summary: 'Published rules, workflows and context, without their texts.',
		command: { usage: 'memory list', columns: 'id kind path version updatedAt' },
		query: {
			kind: kind().optional(),
			group: words().describe('Of this group alone.'),
			query: words().describe('Words.'),
			sort: z
				.enum(['changed', 'used'])
				.default('changed')
				.describe('`used`: the most often loaded and referred to first.'),
			...page(),
		},
		answer: z.strictObject({
			objects: z.array(
				typed<ReturnType<Hub['listObjects']>[number]>(
					z.looseObject({
						id: text(),
						kind: kind(),
						...named(text, 'path', 'name', 'group'),
						file: text().optional(),
						hash: text(),
						version: count(),
						...named(ms, 'createdAt', 'updatedAt'),
					}),
				),
			),
			total: count(),
		}),
	})),
	'GET /api/memory/objects/:id': route('mcp:read', () => ({
		summary: 'One published object with its text and what binds in it, now or as it was.',
		query: { version: count().optional().describe('The newest unless told.') },
		answer: version().extend({
			...named(text, 'id', 'content'),
			constraints: z.array(z.looseObject({ id: text(), text: text(), textHash: text() })),
		}),
	})),
	'GET /api/memory/objects/:id/versions': route('mcp:read', () => ({
		summary: 'The versions of an object, newest first, without their texts.',
		answer: z.strictObject({ id: text(), versions: z.array(version()) }),
	})),
	'POST /api/memory/objects/:id/rollback': route('memory:review', () => ({
		summary: 'Publishes an earlier version of an object again.',
		command: {
			usage: 'memory rollback <id> <version>',
			says: '{path}: version {version} is published',
		},
		body: z.strictObject({ version: z.int().min(1), note: note().describe('Kept with it.') }),
		answer: published(),
	})),

	'POST /api/memory/sync/plan': route('mcp:read', () => ({
		summary: 'What a push of a folder would change.',
		body: z.strictObject({
			files: items({ file: file(), hash: hash() }).max(MOST_FILES),
		}),
		answer: z.strictObject({
			create: z.array(entry()),
			update: z.array(known()),
			unchanged: z.array(known()),
			absent: z.array(known()).describe('Published, and not in the folder.'),
			problems: items({ file: text(), reason: text() }),
		}),
	})),
	'POST /api/memory/sync/apply': route('memory:review', () => ({
		summary: 'Publishes the files of a folder: all of them or none.',
		body: z.strictObject({
			files: z.array(pushed()).max(MOST_FILES),
			withdraw: z
				.array(z.strictObject({ id: file(), hash: hash() }))
				.max(MOST_FILES)
				.default([]),
			note: note(),
		}),
		answer: z.strictObject({ published: z.array(published()), withdrawn: count() }),
	})),
	'GET /api/memory/export': route('mcp:read', () => ({
		summary: 'What is published, as files with their texts.',
		query: { after: z.string().max(200).default('').describe('The `next` of the page before.') },
		answer: z.strictObject({
			files: z.array(published().extend({ file: text(), kind: kind(), content: text() })),
			next: text().optional(),
		}),
	})),

	'GET /api/memory/attestations': route('mcp:read', () => ({
		summary: "Who loaded, referred to and changed what; one's own, or all for an administrator.",
		query: {
			...named(filter, 'event', 'principal', 'session', 'object'),
			order: z.enum(['newest', 'oldest']).default('newest'),
			limit: z.int().min(1).max(1000).default(50),
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
	})),
	'GET /api/memory/overlaps': route('mcp:read', () => ({
		summary: 'What is published twice, or contradicts itself.',
		command: {
			...{ usage: 'memory overlaps', columns: 'kind one.path one.text other.path other.text' },
			help: 'List constraints that say the same, or the opposite, as their words go.',
		},
		answer: z.strictObject({
			overlaps: items({
				kind: z.enum(['duplicate', 'contradiction']),
				one: bound(),
				other: bound(),
			}),
			total: count(),
		}),
	})),
	'GET /api/memory/usage': route('mcp:read', () => ({
		summary: 'How often each constraint was loaded and referred to, and which never.',
		command: {
			usage: 'memory dead',
			help: 'Rules that were loaded and never referred to, with what they cost.',
			...{ rows: 'dead', columns: 'path tokens loads cost' },
			empty: 'No rule is dead: each was referred to, or loaded less than five times.',
		},
		query: { object: text().optional().describe('Of this one alone.') },
		answer: z.strictObject({
			objects: items({
				id: text(),
				kind: kind(),
				path: text(),
				...counts(),
				constraints: items({ id: text(), ...counts() }),
			}),
			neverReferred: z.array(
				z.strictObject({ ruleId: text(), constraintId: text(), path: text(), ...cost() }),
			),
			dead: items({ id: text(), path: text(), ...cost() }),
		}),
	})),
	'POST /api/memory/standing': route('mcp:use', () => ({
		summary: 'The rules that are always on, as a text for the prompt.',
		body: z.strictObject({
			session_id: z
				.string()
				.regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -'),
			token_budget: z.number().int().min(100).max(100_000).default(2000),
			held: z
				.array(z.string().regex(/^[0-9a-f]{12}$/, 'must be 12 hex digits'))
				.max(200)
				.optional(),
		}),
		answer: z.strictObject({
			text: text().describe('For the prompt; empty where no rule is always on.'),
			paths: texts(),
			omitted: texts().describe('For which there was no room.'),
		}),
	})),

	'GET /api/memory/drafts': route('mcp:read', () => ({
		summary: 'What is proposed; what is not submitted to its author and reviewers.',
		command: {
			usage: 'memory review list',
			columns: 'id state operation path newPath author conflict updatedAt',
		},
		query: { state: z.enum(['draft', 'submitted', 'rejected']).optional(), ...page() },
		answer: z.strictObject({ drafts: z.array(draft()), total: count() }),
	})),
	'GET /api/memory/drafts/:id': route('mcp:read', () => ({
		summary: 'A draft beside what it was based on and what is published.',
		answer: z.strictObject({
			draft: draft(),
			base: side(),
			current: side(),
			proposed: side(),
			overlaps: z.array(anything<NonNullable<DraftView['overlaps']>[number]>()).optional(),
			warnings: texts().optional(),
			body: anything().optional(),
			withheld: text().optional().describe('Why `proposed` is null.'),
		}),
	})),
	'POST /api/memory/drafts/:id/submit': route(
		'mcp:use',
		decided('submit', 'Hands a draft in for review.'),
	),
	'POST /api/memory/drafts/:id/approve': route('memory:review', () => ({
		summary: 'Publishes a submitted draft; one that deletes withdraws its object.',
		command: {
			...{ usage: 'memory review approve <id>', as: { draftHash: 'draft' } },
			says: '{path} {state}, version {version} of {objectId}',
		},
		body: z.strictObject({
			comment: comment(),
			draftHash: hash().optional().describe('Of the draft as you read it: another is refused.'),
			over: hash()
				.optional()
				.describe('Of the current text: it goes, although the base has moved.'),
		}),
		answer: z.looseObject({
			...named(text, 'objectId', 'path'),
			version: count(),
			state: z.enum(['published', 'withdrawn']),
		}),
	})),
	'POST /api/memory/drafts/:id/reject': route(
		'memory:review',
		decided('reject', 'Gives a draft back to its author.'),
	),
};
