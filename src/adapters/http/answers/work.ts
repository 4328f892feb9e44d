// Answers about work: records, findings, kept results, sessions, workflows and their runs.
import * as z from 'zod';
import { anything, count, ms, ofPrincipal, page, text, texts, time } from './shapes';

export const models = () => ({
	answer: z.strictObject({
		models: z.array(z.looseObject({ model: text(), records: count(), fields: texts() })),
	}),
});
export const records = () => ({
	query: {
		where: text().optional().describe('Conditions as JSON, such as `{"status":"open"}`.'),
		query: text().optional().describe('Words.'),
		fields: text().optional(),
		sort: text().optional(),
		limit: page().limit,
		cursor: text().optional(),
	},
	answer: z.looseObject({ model: text(), totalCount: count(), items: z.array(anything()) }),
});
export const imported = () => ({
	body: ['application/json', 'application/x-ndjson', 'text/csv'],
	answer: z.strictObject({
		model: text(),
		imported: count(),
		created: count(),
		replaced: count(),
		total: count(),
	}),
});
export const modelGone = () => ({ answer: z.strictObject({ model: text(), removed: count() }) });

export const findings = () => ({
	query: {
		query: text().optional().describe('Words.'),
		tags: text().optional().describe('Separated by commas.'),
	},
	answer: z.strictObject({
		findings: z.array(z.looseObject({ id: count(), finding: text(), at: time() })),
		total: count(),
	}),
});
export const findingGone = () => ({
	answer: z.strictObject({ id: count(), removed: z.literal(true) }),
});

const chosen = () => ({
	select: text().optional().describe('JMESPath.'),
	pointer: text().optional().describe('JSON Pointer (RFC 6901).'),
	format: z.enum(['json', 'ndjson', 'csv', 'text']).optional(),
});
export const result = () => ({
	query: chosen(),
	answer: ['application/json', 'application/x-ndjson', 'text/csv', 'text/plain'],
});
export const link = () => ({
	query: chosen(),
	answer: z.strictObject({ url: text(), expiresAt: time() }),
	status: [201],
});

const tokens = () => ({ tokensBefore: count(), tokensAfter: count() });
const leaving = () => ({ tokensReleasable: count(), tokensReleased: count() });
const totals = () =>
	z.strictObject({
		calls: count(),
		transient: count(),
		used: count().describe('Could leave, or did.'),
		left: count(),
		...tokens(),
		...leaving(),
	});
export const sessions = () => ({
	query: { ...page(), ...ofPrincipal() },
	answer: z.strictObject({
		sessions: z.array(
			z.looseObject({
				id: text(),
				principal: text(),
				firstAt: ms(),
				lastAt: ms(),
				calls: count(),
				...tokens(),
				...leaving(),
			}),
		),
	}),
});
export const session = () => ({
	query: {
		after: count().optional().describe('Events after the one with this `n`.'),
		...ofPrincipal(),
	},
	answer: z.strictObject({
		id: text(),
		principal: text(),
		calls: z.array(
			z.looseObject({
				...{ id: text(), tool: text(), at: ms(), state: text(), ...tokens() },
				arguments: text().optional().describe('What was asked, as a JSON text, shortened.'),
			}),
		),
		totals: totals(),
		pending: count().describe('Results that wait for their consumer.'),
		trace: z.array(z.looseObject({ n: count(), at: ms(), kind: text() })),
		client: z
			.strictObject({
				name: text().optional(),
				version: text().optional(),
				host: text().optional(),
			})
			.optional()
			.describe('Who called last.'),
		window: z
			.strictObject({ tokens: count(), host: text().optional() })
			.describe('What that host takes; without one it is assumed.'),
	}),
});
export const original = () => ({
	query: ofPrincipal(),
	answer: z.strictObject({
		id: text(),
		content: z.array(anything()),
		structuredContent: z.unknown().optional(),
	}),
});
export const sessionGone = () => ({
	query: ofPrincipal(),
	answer: z.strictObject({ removed: count() }),
});
export const sessionsGone = () => ({
	query: ofPrincipal(),
	answer: z.strictObject({ removed: count(), more: z.boolean().describe('Call it again.') }),
});
export const left = (body: z.ZodType) => ({ body, answer: z.strictObject({ totals: totals() }) });

export const workflows = () => ({
	answer: z.strictObject({
		workflows: z.array(
			z.strictObject({
				name: text(),
				description: text(),
				steps: count(),
				version: count().describe('0 for a bundled one.'),
				source: z.enum(['bundled', 'workspace']),
				updatedAt: ms().optional(),
			}),
		),
	}),
});
export const workflow = () => ({
	answer: z.strictObject({
		name: text(),
		version: count(),
		source: z.enum(['bundled', 'workspace']),
		yaml: text(),
		definition: anything(),
		versions: z.array(anything()),
	}),
});
export const putWorkflow = () => ({
	body: ['application/yaml'],
	answer: z.strictObject({
		name: text(),
		version: count(),
		outcome: z.enum(['created', 'updated', 'unchanged']),
		warnings: z.array(anything()),
	}),
	status: [200, 201],
});
const run = () =>
	z.strictObject({
		id: text(),
		principal: text(),
		session: text(),
		workflow: text(),
		version: count(),
		createdAt: ms(),
		updatedAt: ms(),
		status: z.enum(['running', 'complete', 'failed']),
		step: text(),
		position: count(),
		summary: text().optional(),
		delivered: text().nullable(),
	});
export const runs = () => ({
	query: { ...page(), ...ofPrincipal() },
	answer: z.strictObject({ runs: z.array(run()) }),
});
export const oneRun = () => ({
	query: page(),
	answer: z.strictObject({
		run: run(),
		status: z.looseObject({ run_id: text(), position: count(), instructions: text() }),
		history: z.array(z.looseObject({ at: ms(), event: text(), position: count() })),
	}),
});
