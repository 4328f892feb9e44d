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

export const config = () => ({ answer: shown() });
export const changed = (body: z.ZodType) => ({
	body,
	answer: shown().extend(changes()),
});
export const replaced = () => ({
	query: { dryRun: z.enum(['0', '1', 'true', 'false']).optional().describe('Changes nothing.') },
	body: ['application/yaml', 'application/json'],
	answer: z.union([
		shown().extend(changes()),
		z.strictObject({ dryRun: z.literal(true), version: count(), ...changes() }),
	]),
});
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
export const document = () => ({
	query: { version: count().optional().describe('The one in force unless told.') },
	answer: z.strictObject({ version: count(), document: z.looseObject({}), text: text() }),
});
export const upstreamChanged = (body?: z.ZodType) => ({
	...(body && { body }),
	answer: z.strictObject({ name: text(), version: count(), ...changes() }),
});
export const upstreamAccepted = () => ({
	answer: z.strictObject({ name: text(), accepted: texts() }),
});
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
