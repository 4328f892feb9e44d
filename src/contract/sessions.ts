// Routes of conversations: what happened in them, and their end.
import * as z from 'zod/v4';
import type { Window } from '../config';
import type { SessionService, SessionSummary } from '../session';
import { anything, count, items, ms, named, ofPrincipal, page, route, text, typed } from './route';

const tokens = () => ({ tokensBefore: count(), tokensAfter: count() });
const leaving = () => ({ tokensReleasable: count(), tokensReleased: count() });
const totals = () =>
	z.strictObject({
		...named(count, 'calls', 'transient'),
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
		lost: z.number().describe('What others that went out may have cost, at the most by estimate.'),
		unknown: z.number().describe('The same, where nobody knows whether they went out.'),
		would: z.number().describe('What was told, had no result left: at the least.'),
		unsure: z.number().describe('By how much that may be more: what a cache held is not known.'),
		missed: count().describe(
			'Requests at which the provider missed what is in its cache by its rules.',
		),
		disagrees: z.boolean().describe('It misses so often that nothing more leaves.'),
	});

export const sessions = {
	'GET /api/sessions': route('mcp:read', () => ({
		summary: "Conversations, the latest first unless told: one's own, or all for an administrator.",
		command: { usage: 'conversation list', columns: 'id principal calls tokensAfter lastAt' },
		query: {
			...page(),
			sort: z
				.enum(['latest', 'fullest'])
				.default('latest')
				.describe('The fullest hold most tokens.'),
			query: text().default('').describe('Part of the name.'),
			...ofPrincipal(),
		},
		answer: z.strictObject({
			sessions: z.array(
				typed<Omit<SessionSummary, 'session'> & { readonly id: string }>(
					z.looseObject({
						...named(text, 'id', 'principal'),
						...named(ms, 'firstAt', 'lastAt'),
						calls: count(),
						...tokens(),
						...leaving(),
					}),
				),
			),
			/** Of all pages. */
			total: count(),
		}),
	})),
	'GET /api/sessions/:id': route('mcp:read', () => ({
		summary: 'What happened in one conversation.',
		query: {
			after: count().default(0).describe('Events after the one with this `n`.'),
			...ofPrincipal(),
		},
		answer: typed<
			ReturnType<SessionService['view']> & {
				readonly id: string;
				readonly principal: string;
				readonly window: Window;
			}
		>(
			z.strictObject({
				...named(text, 'id', 'principal'),
				calls: z.array(
					z.looseObject({
						...{ id: text(), tool: text(), at: ms(), state: text(), ...tokens() },
						arguments: text().optional().describe('What was asked, as a JSON text, shortened.'),
					}),
				),
				totals: totals(),
				earlierRules: count().optional().describe('Tokens of rules of calls before those.'),
				pending: count().describe('Results that wait for their consumer.'),
				trace: z.array(z.looseObject({ n: count(), at: ms(), kind: text() })),
				client: z
					.strictObject({
						...named(() => text().optional(), 'name', 'version', 'host'),
						server: text().optional().describe('The one whose address it called.'),
						toolsets: text().optional().describe('What its address lists: `?toolsets=`.'),
						tools: text().optional().describe('`?tools=` of its address.'),
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
	'GET /api/sessions/:id/rules': route('mcp:read', () => ({
		summary:
			'The rules that bind in a conversation: what it was told of each, and what is in force.',
		command: { usage: 'conversation rules <id>', columns: 'alias path told inForce' },
		query: ofPrincipal(),
		answer: z.strictObject({
			rules: items({
				...{ id: text(), alias: text().optional(), path: text() },
				told: count().describe('Lines of it that the conversation was told.'),
				inForce: count().describe('Lines that bind it now: those, as they are published.'),
				lines: items({
					...{ id: text(), text: text() },
					state: z.enum(['told', 'new', 'gone', 'untold']).describe('Since it was told.'),
				}),
			}),
		}),
	})),
	'GET /api/sessions/:id/calls/:call/original': route('mcp:read', () => ({
		summary: 'A result as the tool gave it, while it is kept.',
		query: ofPrincipal(),
		answer: z.strictObject({
			id: text(),
			content: z.array(anything<{ type: string; text?: string; data?: unknown }>()),
			structuredContent: z.unknown().optional(),
		}),
	})),
	'DELETE /api/sessions/:id': route('mcp:use', () => ({
		summary: 'Ends a conversation and deletes what is kept of it.',
		query: ofPrincipal(),
		answer: z.strictObject({ removed: count() }),
	})),
	'DELETE /api/sessions': route('mcp:use', () => ({
		summary: 'Ends all conversations of the caller, some at a time.',
		query: ofPrincipal(),
		answer: z.strictObject({ removed: count(), more: z.boolean().describe('Call it again.') }),
	})),
	'POST /api/sessions/:id/left': route('mcp:use', () => ({
		summary: "Tells which results a host's context no longer holds.",
		body: z.strictObject({ results: z.array(z.string().min(1).max(200)).max(1_000) }),
		answer: z.strictObject({ totals: totals() }),
	})),
};
