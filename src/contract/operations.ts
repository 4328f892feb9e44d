// Routes of operations: health, figures, requests, alerts, and what is served to programs.
import * as z from 'zod/v4';
import { type AnswerPlan, type CallRecord, CHOICES, type Group } from '../telemetry';
import { anything, count, items, open, page, route, text, texts, time, typed } from './route';

/** A tool of an upstream that is described otherwise than when first seen. */
export const changedTool = () =>
	z.strictObject({
		upstream: text(),
		tool: text(),
		changedAt: time(),
		held: z.boolean().describe('Calls wait for an administrator.'),
	});

const filters = () => ({
	from: text().optional().describe('ISO 8601, or milliseconds since the epoch.'),
	to: text().optional(),
	endpoint: text().optional().describe('A tool, `<server>__<tool>`.'),
	outcome: z.enum(CHOICES.outcome).optional(),
	variant: z.enum(CHOICES.variant).optional(),
});

const budget = () => z.int().min(100).max(100_000).optional().describe('Tokens of a first answer.');
const budgets = () => z.strictObject({ list: count(), object: count(), text: count() }).partial();

/** The protocol's own document says what is in it. */
const mcp = (summary: string) => () => ({
	summary,
	methods: ['post', 'get', 'delete'],
	isForeign: true,
	body: anything().describe('A message of MCP, JSON-RPC 2.0.'),
	answer: ['application/json', 'text/event-stream'],
	status: [200, 202, 204],
});
const oneUpstream = () =>
	route('mcp:read', mcp('MCP, over streamable HTTP: one upstream under its own names.'));

export const operations = {
	'GET /llms.txt': open(() => ({
		summary: 'What there is to read of Loadline, for models.',
		answer: ['text/plain'],
	})),
	'GET /docs/:page{[\\w/-]+\\.md}': open(() => ({
		summary: 'A page of the documentation of this version.',
		answer: ['text/markdown'],
	})),
	'GET /health': open(() => ({
		summary: 'Whether Loadline answers; for callers also its servers and figures.',
		answer: z.strictObject({
			status: z.literal('ok'),
			version: text(),
			upstreams: z
				.array(
					typed<{ name: string; status: string; since?: string; reason?: string }>(
						z.looseObject({ name: text(), status: text() }),
					),
				)
				.optional()
				.describe('For callers.'),
			changedTools: z
				.array(changedTool())
				.optional()
				.describe('For callers, where there are some.'),
			configVersion: count().optional(),
			configProblem: text().optional(),
			storage: z.array(text()).optional().describe('Files that cannot be used, and why.'),
			telemetry: anything().optional(),
		}),
	})),
	/** A provider's own API, whose document says what is in it. */
	'ALL /llm/*': open(() => ({
		summary: 'Passes a request to a model provider, without results that have left.',
		methods: ['post'],
		isForeign: true,
		body: anything().describe('A request to the provider.'),
		answer: ['application/json', 'text/event-stream'],
	})),
	'GET /api/openapi.json': route('mcp:read', () => ({
		summary: 'This document.',
		answer: z.looseObject({ openapi: text(), paths: anything() }),
	})),
	'ALL /mcp': route('mcp:read', mcp('MCP, over streamable HTTP: all tools.')),
	'ALL /mcp/:upstream': oneUpstream(),
	'ALL /:upstream/mcp': oneUpstream(),
	'POST /hooks/:host{claude-code|gemini-cli}': route('mcp:use', () => ({
		summary: 'Answers an event of a host.',
		body: anything().describe('An event, as the host sends it.'),
		answer: anything<object>().describe('What the host reads.'),
	})),

	'GET /api/telemetry': route('telemetry:read', () => ({
		summary: 'Figures of the workspace, by tool, server, outcome, treatment or time.',
		query: { ...filters(), groupBy: z.enum(CHOICES.groupBy).optional() },
		answer: z.strictObject({
			from: time(),
			to: time(),
			groupBy: z.enum(CHOICES.groupBy),
			hasOthers: z
				.boolean()
				.describe('Another server than the demo is connected or was called: it is in no total.'),
			groups: z.array(
				typed<Group>(z.looseObject({ key: text(), count: count(), tokens: anything() })),
			),
		}),
	})),
	'GET /api/telemetry/requests': route('telemetry:read', () => ({
		summary: "Calls, the latest first: one's own, or all for an administrator.",
		query: {
			...filters(),
			limit: page().limit,
			cursor: text().optional(),
			query: text().optional().describe("Part of the correlation id or of the client's name."),
			tool: text().optional().describe('Part of the name of a tool; SERVER__ is how it begins.'),
		},
		answer: z.strictObject({
			requests: z.array(
				typed<Omit<CallRecord, 'time'> & { readonly time: string }>(
					z.looseObject({
						time: time(),
						endpoint: text(),
						outcome: z.enum(CHOICES.outcome),
						estimatedTokens: count(),
						correlationId: text(),
					}),
				),
			),
			nextCursor: text().optional(),
		}),
	})),
	'GET /api/telemetry/learnt': route('telemetry:read', () => ({
		summary: 'What was asked after first answers, by tool, and how the next ones are made by it.',
		command: {
			...{ usage: 'learnt list', columns: 'endpoint first page fields question names plan' },
			empty: 'Nothing yet: no first answer that left something out was gone on from.',
		},
		answer: z.strictObject({
			tools: items({
				endpoint: text(),
				at: time(),
				first: count().describe('First answers that left something out.'),
				page: count().describe('Calls that read on.'),
				fields: count().describe('Calls that named fields.'),
				question: count().describe('Calls with a select or a query.'),
				names: z.record(text(), count()).describe('By field, of the last two.'),
				outlines: z
					.record(text(), count())
					.optional()
					.describe('First answers by an expression for their form, without values; - is none.'),
				plan: typed<AnswerPlan | null>(
					z
						.strictObject({
							fields: texts().describe('Shown first.'),
							room: count().optional().describe('Tokens, in place of the configured ones.'),
							outline: text().optional().describe('Told in its description.'),
						})
						.nullable(),
				),
			}),
		}),
	})),
	'DELETE /api/telemetry/learnt': route('config:write', () => ({
		summary: 'Forgets what was learnt of a tool, or of all; conversations that know it keep it.',
		command: {
			...{ usage: 'learnt forget [tool]', asks: 'Forget what was learnt?' },
			unless: ['tools', 'nothing was learnt that could be forgotten'],
			says: 'forgotten: {tools} tools',
		},
		query: { endpoint: text().optional().describe('Of this tool alone, `<server>__<tool>`.') },
		answer: z.strictObject({ tools: count().describe('Of which something was known.') }),
	})),
	'GET /api/telemetry/forecast': route('telemetry:read', () => ({
		summary: 'What first answers of a tool would have cost under a budget, or without fields.',
		command: {
			usage: 'learnt forecast <tool>',
			says: '{endpoint}: {tokensAfter} tokens instead of {tokensBefore} in {calls} calls, with first answers of {budget}, left out {strip}; {again} of {followed} that were gone on from would lack what was asked for next, {unanswered} of {asked} questions would have less, what is asked next is in no figure, {unread} more are not kept; judged by {replayed} results still kept, {whole} more were given whole',
		},
		query: {
			endpoint: z.string().min(1).describe('A tool, `<server>__<tool>`.'),
			...{ list: budget(), object: budget(), text: budget() },
			strip: text().optional().describe('Fields to leave out: a JSON list of paths.'),
		},
		answer: z.strictObject({
			endpoint: text(),
			budget: budgets().describe('Tokens; half of what answers take now where none is named.'),
			inForce: budgets().describe('What first answers of the tool have now.'),
			calls: count().describe('Of the last week.'),
			isAll: z.boolean().describe('false: the newest 1,000 records alone were looked at.'),
			strip: texts().describe('The fields that were asked of.'),
			whole: count().describe(
				'Answered with all of their result: these stay as they are, or change as those kept do.',
			),
			fixed: count().describe(
				'Kept, of calls that said how much they want: a budget changes nothing.',
			),
			replayed: count().describe('Answered again from results still kept, 40 at most with those.'),
			tokensBefore: count().describe('Of all calls, under what is in force.'),
			tokensAfter: count().describe('Calls neither whole nor kept change as the replayed do.'),
			followed: count().describe('Kept results that were gone on from.'),
			again: count().describe('Of these, the new answer lacks what was asked for then.'),
			asked: count().describe(
				'Questions, with a call or after, answered again without the fields.',
			),
			unanswered: count().describe('Of these, have less: what is asked next is in no figure.'),
			unread: count().describe('Further questions: they, or what they were about, are not kept.'),
			fields: texts().describe('Seen in kept results, as paths to leave them out by.'),
			left: texts().describe('Those of them that would be left.'),
		}),
	})),
	'GET /api/telemetry/alerts': route('telemetry:read', () => ({
		summary: 'How the alert rules stand.',
		answer: z.strictObject({
			windowMinutes: z.number(),
			minRequests: count(),
			calls: count(),
			rules: items({
				rule: text(),
				/** null: it has no limit, or nothing was measured. */
				limit: z.number().nullable(),
				value: z.number().nullable(),
				state: z.enum(['kept', 'broken', 'not judged', 'no limit']),
				firingSince: time().optional(),
			}),
		}),
	})),
};
