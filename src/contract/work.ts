// Routes of work: records, findings, kept results, sessions, workflows and their runs.
import * as z from 'zod/v4';
import type { Window } from '../config';
import type { SessionService, SessionSummary } from '../session';
import type { SuccessOf } from '../shared/result';
import type { WorkflowDefinition, WorkflowService } from '../workflow';
import { anything, count, ms, ofPrincipal, page, route, text, texts, time, typed } from './route';

type SessionView = ReturnType<SessionService['view']>;
type RunView = SuccessOf<WorkflowService['getRun']>;

const selection = () => ({
	select: text().optional().describe('JMESPath.'),
	pointer: text().optional().describe('JSON Pointer (RFC 6901).'),
	format: z.enum(['json', 'ndjson', 'csv', 'text']).optional(),
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

const prompts = () =>
	z.strictObject({
		requests: count(),
		told: count().describe('Of these, the provider told the usage of so many.'),
		...{ input: count(), read: count(), written: count(), output: count() },
		paid: z.number().describe('For what was told, without output.'),
		would: z.number().describe('The same, had no result left.'),
		checked: z.number().describe('Paid where the rules of the cache leave no doubt.'),
		expected: z.number().describe('For these by the rules.'),
		disagrees: z.boolean().describe('By more than 5 %: nothing more leaves.'),
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
	'GET /api/records': route(
		'mcp:read',
		'The collections of the workspace, with their fields.',
		() => ({
			answer: z.strictObject({
				models: z.array(z.looseObject({ model: text(), records: count(), fields: texts() })),
			}),
		}),
	),
	'GET /api/records/:model': route(
		'mcp:read',
		'The records of a collection, page by page.',
		() => ({
			query: {
				where: text().optional().describe('Conditions as JSON, such as `{"status":"open"}`.'),
				query: text().optional().describe('Words.'),
				fields: text().optional(),
				sort: text().optional(),
				limit: page().limit,
				cursor: text().optional(),
			},
			answer: z.looseObject({ model: text(), totalCount: count(), items: z.array(anything()) }),
		}),
	),
	'POST /api/records/:model': route(
		'config:write',
		'Imports records into a collection: all of them or none.',
		() => ({
			body: ['application/json', 'application/x-ndjson', 'text/csv'],
			answer: z.strictObject({
				model: text(),
				imported: count(),
				created: count(),
				replaced: count(),
				total: count(),
			}),
		}),
	),
	'DELETE /api/records/:model': route('config:write', 'Removes a collection.', () => ({
		answer: z.strictObject({ model: text(), removed: count() }),
	})),

	'GET /api/findings': route(
		'mcp:read',
		"What analyses found out: one's own findings and those that are shared.",
		() => ({
			query: {
				query: text().optional().describe('Words.'),
				tags: text().optional().describe('Separated by commas.'),
			},
			answer: z.strictObject({
				findings: z.array(z.looseObject({ id: count(), finding: text(), at: time() })),
				total: count(),
			}),
		}),
	),
	'DELETE /api/findings/:id': route('mcp:use', 'Removes a finding of the caller.', () => ({
		answer: z.strictObject({ id: count(), removed: z.literal(true) }),
	})),

	'GET /api/results/:handle': route('mcp:read', 'What is kept behind a handle, as a file.', () => ({
		query: selection(),
		answer: ['application/json', 'application/x-ndjson', 'text/csv', 'text/plain'],
	})),
	'POST /api/results/:handle/link': route(
		'mcp:use',
		'Makes a link to a kept result that needs no token, where links are on.',
		() => ({
			query: selection(),
			answer: z.strictObject({ url: text(), expiresAt: time() }),
			status: [201],
		}),
	),

	'GET /api/sessions': route(
		'mcp:read',
		"Conversations, the latest first unless told: one's own, or all for an administrator.",
		() => ({
			query: {
				...page(),
				sort: z.enum(['latest', 'fullest']).optional().describe('The fullest hold most tokens.'),
				query: text().optional().describe('Part of the name.'),
				...ofPrincipal(),
			},
			answer: z.strictObject({
				sessions: z.array(
					typed<Omit<SessionSummary, 'session'> & { readonly id: string }>(
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
				),
				/** Of all pages. */
				total: count(),
			}),
		}),
	),
	'GET /api/sessions/:id': route('mcp:read', 'What happened in one conversation.', () => ({
		query: {
			after: count().optional().describe('Events after the one with this `n`.'),
			...ofPrincipal(),
		},
		answer: typed<
			SessionView & {
				readonly id: string;
				readonly principal: string;
				readonly window: Window;
			}
		>(
			z.strictObject({
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
				prompts: prompts()
					.optional()
					.describe('Requests to its model, where they pass through; prices in uncached tokens.'),
				window: z
					.strictObject({ tokens: count(), host: text().optional() })
					.describe('What that host takes; without one it is assumed.'),
			}),
		),
	})),
	'GET /api/sessions/:id/calls/:call/original': route(
		'mcp:read',
		'A result as the tool gave it, while it is kept.',
		() => ({
			query: ofPrincipal(),
			answer: z.strictObject({
				id: text(),
				content: z.array(anything<{ type: string; text?: string }>()),
				structuredContent: z.unknown().optional(),
			}),
		}),
	),
	'DELETE /api/sessions/:id': route(
		'mcp:use',
		'Ends a conversation and deletes what is kept of it.',
		() => ({ query: ofPrincipal(), answer: z.strictObject({ removed: count() }) }),
	),
	'DELETE /api/sessions': route(
		'mcp:use',
		'Ends all conversations of the caller, some at a time.',
		() => ({
			query: ofPrincipal(),
			answer: z.strictObject({ removed: count(), more: z.boolean().describe('Call it again.') }),
		}),
	),
	'POST /api/sessions/:id/left': route(
		'mcp:use',
		"Tells which results a host's context no longer holds.",
		() => ({
			body: z.strictObject({ results: z.array(z.string().min(1).max(200)).max(1_000) }),
			answer: z.strictObject({ totals: totals() }),
		}),
	),

	'GET /api/workflows': route('mcp:read', 'The workflows of the workspace.', () => ({
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
	})),
	'GET /api/workflows/:name': route('mcp:read', 'One workflow, and its versions.', () => ({
		answer: z.strictObject({
			name: text(),
			version: count(),
			source: z.enum(['bundled', 'workspace']),
			yaml: text(),
			definition: anything<WorkflowDefinition>(),
			versions: z.array(anything<object>()),
		}),
	})),
	'PUT /api/workflows/:name': route(
		'config:write',
		'Writes a workflow: a new version where its text is new.',
		() => ({
			body: ['application/yaml'],
			answer: z.strictObject({
				name: text(),
				version: count(),
				outcome: z.enum(['created', 'updated', 'unchanged']),
				warnings: z.array(anything<object>()),
			}),
			status: [200, 201],
		}),
	),
	'GET /api/runs': route(
		'mcp:read',
		"Runs of workflows, the latest first: one's own, or all for an administrator.",
		() => ({
			query: { ...page(), ...ofPrincipal() },
			answer: z.strictObject({ runs: z.array(run()) }),
		}),
	),
	'GET /api/runs/:id': route('mcp:read', 'One run: where it stands, and its history.', () => ({
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
