// Answers about operations: health, figures, requests, alerts, tools that changed, and what is served to programs.
import * as z from 'zod';
import { GROUPINGS, OUTCOMES, VARIANTS } from '../../../telemetry';
import { anything, count, text, time } from './shapes';

/** GET /health: status and version for everybody; the rest for callers who may read. */
export const health = () => ({
	answer: z.strictObject({
		status: z.literal('ok'),
		version: text(),
		upstreams: z
			.array(z.looseObject({ name: text(), status: text() }))
			.optional()
			.describe('For callers.'),
		configVersion: count().optional(),
		telemetry: anything().optional(),
	}),
});

const filters = () => ({
	from: text().optional().describe('ISO 8601, or milliseconds since the epoch.'),
	to: text().optional(),
	endpoint: text().optional().describe('A tool, `<upstream>__<tool>`.'),
	outcome: z.enum(OUTCOMES).optional(),
	variant: z.enum(VARIANTS).optional(),
});
/** GET /api/telemetry: groups of calls between two times; tokens as estimated. */
export const figures = () => ({
	query: { ...filters(), groupBy: z.enum(GROUPINGS).optional() },
	answer: z.strictObject({
		from: time(),
		to: time(),
		groupBy: z.enum(GROUPINGS),
		groups: z.array(z.looseObject({ key: text(), count: count(), tokens: anything() })),
	}),
});
/** GET /api/telemetry/requests: single calls, the latest first; `nextCursor` where there are more. */
export const requests = () => ({
	query: {
		...filters(),
		limit: z.int().min(1).max(200).optional(),
		cursor: text().optional(),
	},
	answer: z.strictObject({
		requests: z.array(
			z.looseObject({
				time: time(),
				endpoint: text(),
				outcome: z.enum(OUTCOMES),
				estimatedTokens: count(),
				correlationId: text(),
			}),
		),
		nextCursor: text().optional(),
	}),
});
/** GET /api/telemetry/tools: tools of all upstreams that changed, without their texts. */
export const changedTools = () => ({
	answer: z.strictObject({
		changedTools: z.array(
			z.strictObject({
				upstream: text(),
				tool: text(),
				changedAt: time(),
				held: z.boolean().describe('Calls wait for an administrator.'),
			}),
		),
	}),
});
/** GET /api/telemetry/alerts: each rule against the last minutes; null where it has no limit or no value. */
export const alerts = () => ({
	answer: z.strictObject({
		windowMinutes: z.number(),
		minRequests: count(),
		calls: count(),
		rules: z.array(
			z.strictObject({
				rule: text(),
				limit: z.number().nullable(),
				value: z.number().nullable(),
				state: z.enum(['kept', 'broken', 'not judged', 'no limit']),
				firingSince: time().optional(),
			}),
		),
	}),
});

/** The protocol's own document says what is in it. */
export const mcp = () => ({
	methods: ['post', 'get', 'delete'],
	isForeign: true,
	body: anything().describe('A message of MCP, JSON-RPC 2.0.'),
	answer: ['application/json', 'text/event-stream'],
	status: [200, 202, 204],
});
/** A provider's own API, whose document says what is in it. */
export const model = () => ({
	methods: ['post'],
	isForeign: true,
	body: anything().describe('A request to the provider.'),
	answer: ['application/json', 'text/event-stream'],
});
/** POST /hooks/<host>: an event in the host's own form, answered in it; `{}` where the hook failed. */
export const hook = () => ({
	body: anything().describe('An event, as the host sends it.'),
	answer: anything().describe('What the host reads.'),
});
/** GET /api/openapi.json: the document that these declarations make. */
export const openapi = () => ({ answer: z.looseObject({ openapi: text(), paths: anything() }) });
/** A plain text for everybody, such as /llms.txt. */
export const plain = () => ({ answer: ['text/plain'] });
/** A page of the documentation, /docs/<page>.md, as Markdown. */
export const page = () => ({ answer: ['text/markdown'] });
