// Routes of drafts: what is proposed for memory, and its review.
import * as z from 'zod/v4';
import type { DraftView } from '../memory';
import { anything, count, ms, page, route, text, texts } from './route';

const hash = () => z.string().max(100);
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

export const drafts = {
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
			objectId: text(),
			path: text(),
			version: count(),
			state: z.enum(['published', 'withdrawn']),
		}),
	})),
	'POST /api/memory/drafts/:id/reject': route(
		'memory:review',
		decided('reject', 'Gives a draft back to its author.'),
	),
};
