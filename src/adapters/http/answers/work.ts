// Answers about work: records, findings, kept results, sessions, workflows and their runs.
import * as z from 'zod';
import { anything, count, ms, ofPrincipal, page, text, texts, time } from './shapes';

/** GET /api/records: the collections of the workspace, with names of fields and how many records each has. */
export const models = () => ({
	answer: z.strictObject({
		models: z.array(z.looseObject({ model: text(), records: count(), fields: texts() })),
	}),
});
/** GET /api/records/<model>: a page of what fits; `totalCount` counts beyond it. */
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
/** POST /api/records/<model>: JSON, NDJSON or CSV in; counts of records, `total` after the import. */
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
/** DELETE /api/records/<model>: how many records went with it. */
export const modelGone = () => ({ answer: z.strictObject({ model: text(), removed: count() }) });

/** GET /api/findings: the caller's own and those that are shared. */
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
/** DELETE /api/findings/<id>: the number of the finding that is gone. */
export const findingGone = () => ({
	answer: z.strictObject({ id: count(), removed: z.literal(true) }),
});

const chosen = () => ({
	select: text().optional().describe('JMESPath.'),
	pointer: text().optional().describe('JSON Pointer (RFC 6901).'),
	format: z.enum(['json', 'ndjson', 'csv', 'text']).optional(),
});
/** GET /api/results/<handle>: what is kept, or what is chosen of it, as a file. */
export const result = () => ({
	query: chosen(),
	answer: ['application/json', 'application/x-ndjson', 'text/csv', 'text/plain'],
});
/** POST /api/results/<handle>/link: an address that needs no token, and when it ends. */
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
/** GET /api/sessions: conversations, the latest first, with tokens as sent and as still held. */
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
/** GET /api/sessions/<id>: calls, totals and trace of one; tokens as estimated, times in milliseconds. */
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
/** GET /api/sessions/<id>/calls/<call>/original: the result as the tool gave it; 404 once it is not kept. */
export const original = () => ({
	query: ofPrincipal(),
	answer: z.strictObject({
		id: text(),
		content: z.array(anything()),
		structuredContent: z.unknown().optional(),
	}),
});
/** DELETE /api/sessions/<id>: ended, with all that was kept of it. */
export const sessionGone = () => ({
	query: ofPrincipal(),
	answer: z.strictObject({ removed: count() }),
});
/** DELETE /api/sessions: how many ended by this request; `more` where others are left. */
export const sessionsGone = () => ({
	query: ofPrincipal(),
	answer: z.strictObject({ removed: count(), more: z.boolean().describe('Call it again.') }),
});
/** POST /api/sessions/<id>/left: ids of results that left the context in, the new totals out. */
export const left = (body: z.ZodType) => ({ body, answer: z.strictObject({ totals: totals() }) });

/** GET /api/workflows: bundled ones and the workspace's own, without their definitions. */
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
/** GET /api/workflows/<name>: the newest definition, as YAML and as it was read, and its versions. */
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
/** PUT /api/workflows/<name>: YAML in; 201 where it is new, `unchanged` where it is the stored text. */
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
/** GET /api/runs: the latest first; a caller's own, or everybody's for an administrator. */
export const runs = () => ({
	query: { ...page(), ...ofPrincipal() },
	answer: z.strictObject({ runs: z.array(run()) }),
});
/** GET /api/runs/<id>: where it stands, what to do now, and a page of its history. */
export const oneRun = () => ({
	query: page(),
	answer: z.strictObject({
		run: run(),
		status: z.looseObject({ run_id: text(), position: count(), instructions: text() }),
		history: z.array(z.looseObject({ at: ms(), event: text(), position: count() })),
	}),
});
