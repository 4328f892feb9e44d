// Routes of work: records, findings, kept results, workflows and their runs.
import * as z from 'zod/v4';
import { PAGE_LIMIT } from '../records';
import type { SuccessOf } from '../shared/result';
import type { WorkflowDefinition, WorkflowService } from '../workflow';
import { anything, count, items, ms, ofPrincipal, page, route, text, time, typed } from './route';

type RunView = SuccessOf<WorkflowService['getRun']>;

const selection = () => ({
	select: text().optional().describe('JMESPath.'),
	pointer: text().optional().describe('JSON Pointer (RFC 6901).'),
	format: z.enum(['json', 'ndjson', 'csv', 'text']).optional(),
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

export const work = {
	'GET /api/records': route('mcp:read', () => ({
		summary: 'The collections of the workspace, with their fields.',
		command: { usage: 'records list', columns: 'model records fields' },
		answer: z.strictObject({
			models: z.array(z.looseObject({ model: text(), records: count(), fields: z.array(text()) })),
		}),
	})),
	'GET /api/records/:model': route('mcp:read', () => ({
		summary: 'The records of a collection, page by page.',
		query: {
			where: text().optional().describe('Conditions as JSON, such as `{"status":"open"}`.'),
			query: text().optional().describe('Words.'),
			fields: text().optional(),
			sort: text().optional(),
			limit: z
				.int()
				.min(1)
				.max(PAGE_LIMIT.most)
				.default(PAGE_LIMIT.usual)
				.describe('Records of a page.'),
			cursor: text().optional(),
		},
		answer: z.looseObject({ model: text(), totalCount: count(), items: z.array(anything()) }),
	})),
	'POST /api/records/:model': route('config:write', () => ({
		summary: 'Imports records into a collection: all of them or none.',
		body: ['application/json', 'application/x-ndjson', 'text/csv'],
		answer: z.strictObject({
			model: text(),
			imported: count(),
			created: count(),
			replaced: count(),
			total: count(),
		}),
	})),
	'DELETE /api/records/:model': route('config:write', () => ({
		summary: 'Removes a collection.',
		answer: z.strictObject({ model: text(), removed: count() }),
	})),

	'GET /api/findings': route('mcp:read', () => ({
		summary: "What analyses found out: one's own findings and those that are shared.",
		command: { usage: 'finding list', columns: 'id at finding' },
		query: {
			query: text().optional().describe('Words.'),
			tags: text().optional().describe('Separated by commas.'),
		},
		answer: z.strictObject({
			findings: z.array(z.looseObject({ id: count(), finding: text(), at: time() })),
			total: count(),
		}),
	})),
	'DELETE /api/findings/:id': route('mcp:use', () => ({
		summary: 'Removes a finding of the caller.',
		command: { usage: 'finding remove <id>', asks: 'Remove it?', says: '{id}: removed' },
		answer: z.strictObject({ id: count(), removed: z.literal(true) }),
	})),

	'GET /api/results/:handle': route('mcp:read', () => ({
		summary: 'What is kept behind a handle, as a file.',
		query: selection(),
		answer: ['application/json', 'application/x-ndjson', 'text/csv', 'text/plain'],
	})),
	'POST /api/results/:handle/link': route('mcp:use', () => ({
		summary: 'Makes a link to a kept result that needs no token, where links are on.',
		query: selection(),
		answer: z.strictObject({ url: text(), expiresAt: time() }),
		status: [201],
	})),

	'GET /api/workflows': route('mcp:read', () => ({
		summary: 'The workflows of the workspace.',
		command: { usage: 'workflow list', columns: 'name version source steps description' },
		answer: z.strictObject({
			workflows: items({
				name: text(),
				description: text(),
				steps: count(),
				version: count().describe('0 for a bundled one.'),
				source: z.enum(['bundled', 'workspace']),
				updatedAt: ms().optional(),
			}),
		}),
	})),
	'GET /api/workflows/:name': route('mcp:read', () => ({
		summary: 'One workflow, and its versions.',
		command: {
			...{ usage: 'workflow show <name>', prints: 'yaml' },
			help: 'Print the newest version of a workflow as it was written.',
		},
		answer: z.strictObject({
			name: text(),
			version: count(),
			source: z.enum(['bundled', 'workspace']),
			yaml: text(),
			definition: anything<WorkflowDefinition>(),
			versions: z.array(anything<object>()),
		}),
	})),
	'PUT /api/workflows/:name': route('config:write', () => ({
		summary: 'Writes a workflow: a new version where its text is new.',
		body: ['application/yaml'],
		answer: z.strictObject({
			name: text(),
			version: count(),
			outcome: z.enum(['created', 'updated', 'unchanged']),
			warnings: z.array(anything<object>()),
		}),
		status: [200, 201],
	})),
	'GET /api/runs': route('mcp:read', () => ({
		summary: "Runs of workflows, the latest first: one's own, or all for an administrator.",
		command: { usage: 'run list', columns: 'id workflow status step principal updatedAt' },
		query: { ...page(), ...ofPrincipal() },
		answer: z.strictObject({ runs: z.array(run()) }),
	})),
	'GET /api/runs/:id': route('mcp:read', () => ({
		summary: 'One run: where it stands, and its history.',
		query: page(),
		answer: z.strictObject({
			run: run(),
			status: typed<RunView['status']>(
				z.looseObject({ run_id: text(), position: count(), instructions: text() }),
			),
			history: z.array(
				typed<RunView['history'][number]>(
					z.looseObject({ at: ms(), event: text(), position: count() }),
				),
			),
		}),
	})),
};
