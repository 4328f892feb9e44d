// Routes of the configuration of a workspace.
import * as z from 'zod/v4';
import type { Config, ConfigLedger } from '../config';
import { changedTool } from './operations';
import { anything, count, items, ms, named, page, route, text, texts, typed } from './route';

const changes = () => ({
	changes: z.array(
		typed<ReturnType<ConfigLedger['list']>['versions'][number]['changes'][number]>(
			z.strictObject({
				path: text(),
				before: z.unknown().optional(),
				after: z.unknown().optional(),
			}),
		),
	),
	more: count().describe('Changes beyond those listed.'),
});

const shown = () =>
	z.strictObject({
		config: anything<Partial<Config>>().describe('In force; secrets as ***.'),
		origin: z.record(text(), text()).describe('The layer of each leaf.'),
		version: count(),
		/** Says what is not in force, and why. */
		problem: text().optional(),
	});

const upstreamChanged = () => z.strictObject({ name: text(), version: count(), ...changes() });

export const config = {
	'PUT /api/config/upstreams/:name': route('config:write', () => ({
		summary: 'Puts one server into the runtime document.',
		// The document's own schema checks the rest.
		body: z.looseObject({ url: z.string() }),
		answer: upstreamChanged(),
	})),
	'GET /api/config/upstreams/:name/changes': route('config:write', () => ({
		summary:
			'Tools of a server that are described otherwise than when first seen: what was said and is said now.',

		answer: z.strictObject({
			changes: z.array(
				changedTool().extend({
					before: text().nullable().describe('null: nothing was, or it is not kept'),
					after: text().nullable(),
				}),
			),
		}),
	})),
	'POST /api/config/upstreams/:name/accept': route('config:write', () => ({
		summary: 'Takes the tools of a server as they are now: those that changed are called again.',
		command: {
			...{ usage: 'server accept <name>', says: '{name}: {accepted}' },
			unless: ['accepted', 'no tool of {name} has changed: there is nothing to accept'],
		},
		answer: z.strictObject({ name: text(), accepted: texts() }),
	})),
	'DELETE /api/config/upstreams/:name': route('config:write', () => ({
		summary: 'Takes one server out of the runtime document.',
		command: { usage: 'server remove <name>', says: '{name}: taken out, version {version}' },
		answer: upstreamChanged(),
	})),

	'GET /api/config': route('mcp:read', () => ({
		summary: 'The configuration in force, secrets hidden, and where each value comes from.',
		answer: shown(),
	})),
	'PUT /api/config': route('config:write', () => ({
		summary: 'Replaces the runtime document as a whole.',
		query: {
			dryRun: z.enum(['0', '1', 'true', 'false']).optional().describe('Changes nothing.'),
		},
		body: ['application/yaml', 'application/json'],
		answer: z.union([
			shown().extend(changes()),
			z.strictObject({ dryRun: z.literal(true), version: count(), ...changes() }),
		]),
	})),
	'GET /api/config/history': route('mcp:read', () => ({
		summary: 'The versions of the runtime document, newest first.',
		command: { usage: 'config history' },
		query: page(),
		answer: z.strictObject({
			versions: items({
				version: count(),
				at: ms(),
				by: text(),
				action: z.enum(['replace', 'rollback']),
				restored: count().optional().describe('The version that came back.'),
				...changes(),
			}),
			...named(count, 'total', 'limit', 'offset'),
		}),
	})),
	'GET /api/config/document': route('mcp:read', () => ({
		summary: 'The runtime document itself, now or as it was, secrets hidden.',
		command: {
			...{ usage: 'config pull [file]', as: { version: 'of' }, prints: 'text' },
			help: 'Print the runtime document, or write it to a file. Secrets are hidden.',
			says: 'version {version}',
			hides:
				'values shown as *** stay as they are in force when pushed back here: elsewhere fill them in, or name secrets',
		},
		query: { version: count().optional().describe('The one in force unless told.') },
		answer: z.strictObject({ version: count(), document: anything<object>(), text: text() }),
	})),
	'POST /api/config/rollback': route('config:write', () => ({
		summary: 'Puts an earlier version of the runtime document in force.',
		command: { usage: 'config rollback <version>' },
		body: z.strictObject({ version: z.int().min(0).describe('0 is the empty document.') }),
		answer: shown().extend(changes()),
	})),
};
