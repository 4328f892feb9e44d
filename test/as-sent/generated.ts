// Definitions of tools, calls of them and answers as no person writes them, by a seed.
import fc from 'fast-check';

type Json = Readonly<Record<string, unknown>>;

/** Names of Loadline's arguments, those of pagers, and odd ones. */
const NAMES = [
	...['limit', 'fields', 'cursor', 'query', 'select', 'tokens', 'context', 'dry', 'gather'],
	...['startLine', 'endLine', 'session_id', 'handle', 'page', 'offset', 'pointer', 'handles'],
	...['', '$ref', '__proto__', 'constructor', 'a.b', 'a/b', 'é', '\u202e', 'loadline', 'name'],
];
const name = fc.constantFrom(...NAMES);

const { schema } = fc.letrec<{ schema: Json; part: unknown }>((tie) => ({
	part: fc.oneof(
		{ maxDepth: 2 },
		fc.constantFrom(true, false, {}, { type: 'string' }),
		tie('schema'),
	),
	schema: fc.record(
		{
			type: fc.constant('object'),
			properties: fc.dictionary(name, tie('part'), { maxKeys: 4 }),
			required: fc.subarray(NAMES, { maxLength: 2 }),
			additionalProperties: tie('part'),
			patternProperties: fc.dictionary(fc.constantFrom('^.*$', '^l', '(a+)+$'), tie('part')),
			allOf: fc.array(tie('part'), { maxLength: 2 }),
			anyOf: fc.array(tie('part'), { maxLength: 2 }),
			else: tie('part'),
			$ref: fc.constantFrom('#', '#/$defs/A', '#/nowhere', 'https://a.example/x', '#a'),
			$defs: fc.dictionary(fc.constant('A'), tie('part')),
			dependentSchemas: fc.dictionary(name, tie('part'), { maxKeys: 2 }),
			description: fc.string({ unit: 'grapheme', maxLength: 40 }),
		},
		{ requiredKeys: ['type'] },
	),
}));

/** Replaced by the name of a session that was told before, where there is one. */
export const SESSION = 's-12345678';

const value = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.constantFrom('', null, 0, -1, 5, 'id,name', ['a'], SESSION, 'A'.repeat(44), 'true'),
	fc.record({ $ref: fc.constantFrom('#/$defs/A', '#', 'https://a.example/x', 'Order') }),
);
/** In the form of a handle, or with `select` beside it, a `$ref` is a reference of Loadline's (docs/ask.md). */
const isReference = ({ $ref, ...others }: Json): boolean =>
	typeof $ref === 'string' && (/^[\w-]{44}$/.test($ref) || 'select' in others);
const args = fc.dictionary(name, value, { maxKeys: 6 }).filter((sent) => !isReference(sent));

const ODD_NAMES = ['a.b', 'a/b', 'é', 'two words', 'a__b', 'find_tools', 'call_tool', 'log_in'];

const tool = fc.record(
	{
		inputSchema: schema,
		title: fc.string({ maxLength: 10 }),
		description: fc.string({ unit: 'grapheme', maxLength: 60 }),
		annotations: fc.record({ readOnlyHint: fc.boolean() }),
		_meta: fc.dictionary(fc.constantFrom('a', 'example.com/b'), fc.jsonValue(), { maxKeys: 2 }),
	},
	{ requiredKeys: ['inputSchema'] },
);

/** What servers add to the content of an answer, keys among it that Loadline has too. */
const data = fc.oneof(
	fc.dictionary(
		fc.constantFrom('totalCount', 'nextCursor', 'summary', 'items', 'id'),
		fc.jsonValue(),
		{
			maxKeys: 4,
		},
	),
	fc.jsonValue({ maxDepth: 2 }),
);
const block = fc.oneof(
	data.map((given) => ({ type: 'text', text: JSON.stringify(given) })),
	fc.constantFrom(
		{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
		{
			type: 'resource',
			resource: { uri: 'a:b', mimeType: 'application/json', text: '{"a": 1.0}' },
		},
		{ type: 'resource_link', uri: 'a:b', name: 'b' },
	),
);
const answer = fc.record(
	{
		content: fc.array(block, { maxLength: 2 }),
		structuredContent: fc.dictionary(
			fc.constantFrom('totalCount', 'summary', 'result', '__proto__'),
			data,
		),
		isError: fc.boolean(),
		_meta: fc.dictionary(fc.constantFrom('a', 'example.com/b'), fc.jsonValue(), { maxKeys: 2 }),
	},
	{ requiredKeys: ['content'] },
);

/** Spelled as `JSON.stringify` would not: what is not touched stays as it is. */
const ODD_NUMBERS = '"odd":[1.0,1e400,-0,12345678901234567890]';

const membersOf = (given: Json): string => {
	const { content, structuredContent, ...rest } = given as { content: Json[] } & Json;
	const blocks = content.map((each) => `,${JSON.stringify(each)}`).join('');
	const structured =
		structuredContent === undefined
			? []
			: [`"structuredContent":${oddly(JSON.stringify(structuredContent))}`];
	const others = Object.entries(rest).map(([key, member]) => `"${key}":${JSON.stringify(member)}`);
	return [`"content":[${blocks}]`, ...structured, ...others].join();
};

const oddly = (object: string): string =>
	object === '{}' ? object : `${object.slice(0, -1)},${ODD_NUMBERS}}`;

/** A tool with calls of it. */
export interface Generated {
	readonly definition: Json & { readonly name: string };
	readonly calls: readonly Json[];
}

/** @returns so many tools, each with so many calls, and the answers of their server */
export function generated(seed: number, tools: number, calls: number) {
	const drawn = fc.sample(fc.tuple(tool, fc.array(args, { minLength: calls, maxLength: calls })), {
		seed,
		numRuns: tools,
	});
	const named = drawn.map(([definition, sent], at): Generated => {
		const odd = at % 4 === 3 ? ODD_NAMES[(at >> 2) % ODD_NAMES.length] : undefined;
		const own = at >> 2 < ODD_NAMES.length ? odd : odd && `${odd}${at}`;
		return { definition: { name: own ?? `t${at}`, ...definition }, calls: sent };
	});
	const answers = fc.sample(answer, { seed, numRuns: tools }).map(membersOf);
	return { tools: named, answers };
}
