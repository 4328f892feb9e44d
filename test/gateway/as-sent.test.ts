// The differential gate: generated schemas and arguments, directly and through the gateway. Whatever the
// server receives or the client gets otherwise, and is not listed here, fails.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/gateway/contract/tool-source';
import { times } from '../fuzz-runs';
import { ada, callAsSent, contextOf, gatewayOf, scripted } from './gateway';

/** Names of Loadline's arguments, those of pagers, and odd ones. */
const NAMES = [
	...['limit', 'fields', 'cursor', 'query', 'select', 'tokens', 'context', 'dry', 'gather'],
	...['startLine', 'endLine', 'session_id', 'handle', 'page', 'offset', 'pointer', 'handles'],
	...['', '$ref', '__proto__', 'constructor', 'a.b', 'a/b', 'é', '\u202e', 'loadline', 'name'],
];
const name = fc.constantFrom(...NAMES);

const { schema } = fc.letrec<{ schema: JsonObject; part: unknown }>((tie) => ({
	part: fc.oneof(
		{ maxDepth: 2 },
		fc.constantFrom(true, false, {}, { type: 'string' }),
		tie('schema'),
	),
	schema: fc.record(
		{
			type: fc.constant('object'),
			properties: fc.dictionary(name, tie('part'), { maxKeys: 4 }),
			additionalProperties: tie('part'),
			patternProperties: fc.dictionary(fc.constantFrom('^.*$', '^l', '(a+)+$'), tie('part')),
			allOf: fc.array(tie('part'), { maxLength: 2 }),
			anyOf: fc.array(tie('part'), { maxLength: 2 }),
			else: tie('part'),
			$ref: fc.constantFrom('#', '#/$defs/A', '#/nowhere', 'https://a.example/x', '#a'),
			$defs: fc.dictionary(fc.constant('A'), tie('part')),
			dependentSchemas: fc.dictionary(name, tie('part'), { maxKeys: 2 }),
		},
		{ requiredKeys: ['type'] },
	),
}));

const value = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.constantFrom('', null, 0, -1, 5, 'id,name', ['a'], 's-12345678', 'A'.repeat(44), 'true'),
	fc.record({ $ref: fc.constantFrom('#/$defs/A', '#', 'https://a.example/x') }),
);
// A `$ref` that has the form of a handle is a reference (docs/ask.md): the one difference of arguments.
const args = fc.dictionary(name, value, { maxKeys: 6 }).filter((sent) => !('$ref' in sent));

/** Calls of each schema. */
const CALLS = { minLength: 8, maxLength: 8 };
const CONFIGS = [{}, { endpoints: { 'up__*': { mode: 'off' } } }];

it('sends what was sent, and gives what was given', async () => {
	await fc.assert(
		fc.asyncProperty(
			...[
				schema,
				fc.array(args, CALLS),
				fc.jsonValue({ maxDepth: 2 }),
				fc.constantFrom(...CONFIGS),
			],
			...[fc.constantFrom('legacy', 'modern'), fc.constantFrom(undefined, 'up')],
			async (inputSchema, sent, given, config, era, upstream) => {
				const content = [{ type: 'text', text: JSON.stringify(given) }];
				const { source, calls } = scripted('up', {
					tool: {
						definition: { inputSchema: inputSchema as JsonObject },
						answer: () => ({ content }),
					},
				});
				const gateway = gatewayOf({ sources: [source], config: config as JsonObject });
				const scope = upstream === undefined ? {} : { upstream: 'up' };
				const context = { ...contextOf(ada, scope), era: era as 'legacy' | 'modern' };
				const called = upstream === undefined ? 'up__tool' : 'tool';
				const listed = await gateway.listTools(context);
				expect(listed.ok && listed.value).toEqual([
					expect.objectContaining({ name: called, inputSchema }),
				]);
				for (const each of sent as JsonObject[]) {
					const result = await callAsSent(gateway, called, each, context);
					expect(JSON.stringify(calls.pop())).toBe(JSON.stringify({ tool: 'tool', args: each }));
					expect(result.content).toEqual(content);
				}
			},
		),
		{ numRuns: times(60, 2_500) },
	);
});
