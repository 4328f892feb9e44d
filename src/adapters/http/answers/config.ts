// Answers about the configuration of a workspace.
import * as z from 'zod';
import { count, ms, page, text, texts, time } from './shapes';

const changes = () => ({
	changes: z.array(
		z.strictObject({
			path: text(),
			before: z.unknown().optional(),
			after: z.unknown().optional(),
		}),
	),
	more: count().describe('Changes beyond those listed.'),
});

const shown = () =>
	z.strictObject({
		config: z.looseObject({}).describe('In force; secrets as ***.'),
		origin: z.record(text(), text()).describe('The layer of each leaf.'),
		version: count(),
		problem: text().optional(),
	});

/** GET /api/config: all layers together, for the caller's workspace; `problem` says what is not in force, and why. */
export const config = () => ({ answer: shown() });
/** POST /api/config/rollback: what is in force after it, and what that changed. */
export const changed = (body: z.ZodType) => ({
	body,
	answer: shown().extend(changes()),
});
/** PUT /api/config: YAML or JSON in; what is in force after it, or would change where `dryRun` is set. */
export const replaced = () => ({
	query: { dryRun: z.enum(['0', '1', 'true', 'false']).optional().describe('Changes nothing.') },
	body: ['application/yaml', 'application/json'],
	answer: z.union([
		shown().extend(changes()),
		z.strictObject({ dryRun: z.literal(true), version: count(), ...changes() }),
	]),
});
/** GET /api/config/history: versions of the runtime document, newest first, and how many there are. */
export const history = () => ({
	query: page(),
	answer: z.strictObject({
		versions: z.array(
			z.strictObject({
				version: count(),
				at: ms(),
				by: text(),
				action: z.enum(['replace', 'rollback']),
				restored: count().optional().describe('The version that came back.'),
				...changes(),
			}),
		),
		total: count(),
		limit: count(),
		offset: count(),
	}),
});
/** GET /api/config/document: the runtime document alone, as an object and as it was written, masked. */
export const document = () => ({
	query: { version: count().optional().describe('The one in force unless told.') },
	answer: z.strictObject({ version: count(), document: z.looseObject({}), text: text() }),
});
/** One upstream put in (with a body) or taken out (without): the new version and what it changed. */
export const upstreamChanged = (body?: z.ZodType) => ({
	...(body && { body }),
	answer: z.strictObject({ name: text(), version: count(), ...changes() }),
});
/** POST /api/config/upstreams/<name>/accept: names of the tools that are taken as they are now. */
export const upstreamAccepted = () => ({
	answer: z.strictObject({ name: text(), accepted: texts() }),
});
/** GET /api/config/upstreams/<name>/changes: tools described otherwise than when first seen, both texts. */
export const upstreamChanges = () => ({
	answer: z.strictObject({
		changes: z.array(
			z.strictObject({
				upstream: text(),
				tool: text(),
				changedAt: time(),
				held: z.boolean().describe('Calls wait for an administrator.'),
				before: text().nullable().describe('null: nothing was, or it is not kept'),
				after: text().nullable(),
			}),
		),
	}),
});
