// Definitions of tools, calls of them and answers as no person writes them, by a seed.
import fc from 'fast-check';
import { spelled } from './mirror.mjs';

type Json = Readonly<Record<string, unknown>>;

/** Names of Loadline's arguments, those of pagers, and odd ones. */
const NAMES = [
	...['limit', 'fields', 'cursor', 'query', 'select', 'tokens', 'context', 'dry', 'gather'],
	...['startLine', 'endLine', 'session_id', 'handle', 'page', 'offset', 'pointer', 'handles'],
	...[
		'_loadline',
		'',
		'$ref',
		'__proto__',
		'constructor',
		'a.b',
		'a/b',
		'é',
		'\u202e',
		'\ud800',
		'loadline',
		'name',
	],
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

/** As most tools have it. */
const plain = fc.record(
	{
		type: fc.constant('object'),
		properties: fc.dictionary(name, fc.constantFrom({}, { type: 'string' }), { maxKeys: 5 }),
		additionalProperties: fc.boolean(),
	},
	{ requiredKeys: ['type'] },
);

/** Replaced by the name of a session that was told before, where there is one. */
export const SESSION = 's-12345678';

const value = fc.oneof(
	fc.jsonValue({ maxDepth: 3 }),
	fc.constantFrom('', null, 0, -1, 5, 'id,name', ['a'], SESSION, 'A'.repeat(44), 'true'),
	fc.record({ $ref: fc.constantFrom('#/$defs/A', '#', 'https://a.example/x', 'Order') }),
);
/** In the form of a handle or of the beginning of one, or with `select` beside it, a `$ref` is Loadline's (docs/ask.md). */
const isReference = ({ $ref, ...others }: Json): boolean =>
	typeof $ref === 'string' && (/^[\w-]{44}$/.test($ref) || $ref === SESSION || 'select' in others);

/** So many lists in each other. */
const deep = (levels: number): unknown => {
	let value: unknown = [];
	for (let level = 1; level < levels; level++) value = level % 2 ? { a: value } : [value];
	return value;
};
/** Spelled as `JSON.stringify` would not. */
const spelledValue = fc
	.constantFrom('1.0', '1e400', '-0', '12345678901234567890', '0.10000000000000000001', '5E-324')
	.map((source) => spelled(source));

/** Undefined: the call has none. */
const args = fc.oneof(
	{ weight: 1, arbitrary: fc.constant(undefined) },
	{
		weight: 9,
		arbitrary: fc
			.dictionary(
				name,
				fc.oneof(
					{ weight: 12, arbitrary: value },
					{ weight: 1, arbitrary: spelledValue },
					{ weight: 1, arbitrary: fc.constantFrom(60, 600).map(deep) },
				),
				{ maxKeys: 6 },
			)
			.filter((sent) => !isReference(sent)),
	},
);

const ODD_NAMES = ['a.b', 'a/b', 'é', 'two words', 'a__b', 'find_tools', 'call_tool', 'log_in'];

const meta = fc.dictionary(fc.constantFrom('a', 'example.com/b'), fc.jsonValue(), { maxKeys: 2 });
/** Members that MCP does not name. */
const unnamed = { cost: fc.jsonValue({ maxDepth: 1 }), '': fc.constant(0), x: fc.constant([{}]) };

const tool = fc.record(
	{
		inputSchema: fc.oneof(schema, plain),
		title: fc.string({ maxLength: 10 }),
		description: fc.string({ unit: 'grapheme', maxLength: 60 }),
		annotations: fc.record({ readOnlyHint: fc.boolean() }),
		_meta: meta,
		icons: fc.constant([{ src: 'data:image/png;base64,AA==', sizes: ['48x48'], odd: 1 }]),
		execution: fc.constantFrom({ taskSupport: 'forbidden' }, { taskSupport: 'optional' }, { a: 1 }),
		...unnamed,
	},
	{ requiredKeys: ['inputSchema'] },
);

/** Data that servers add to the content of an answer, keys among it that Loadline has too. */
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
	fc.record(
		{
			...{ type: fc.constant('text'), text: fc.constantFrom('', '\ud800', '\u0000', '{"a":1.0}') },
			annotations: fc.constant({ audience: ['user'], priority: spelled('1.0'), odd: true }),
			_meta: meta,
			...unnamed,
		},
		{ requiredKeys: ['type', 'text'] },
	),
	fc.constantFrom(
		{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
		{
			type: 'resource',
			resource: { uri: 'a:b', mimeType: 'application/json', text: '{"a": 1.0}' },
		},
		{ type: 'resource_link', uri: 'a:b', name: 'b', size: spelled('1e3'), icons: [], title: '' },
		{ type: 'later', data: { a: spelled('1.0') } },
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
		_meta: meta,
		...unnamed,
	},
	{ requiredKeys: ['content'] },
);

/** An entry of a list of resources, templates or prompts. */
const entry = fc.record(
	{
		name: fc.constantFrom('a', '', 'é', '__proto__', '\u202e', 'constructor'),
		title: fc.string({ maxLength: 5 }),
		description: fc.string({ unit: 'grapheme', maxLength: 20 }),
		icons: fc.constant([{ src: 'https://a.example/i.png', theme: 'dark' }]),
		annotations: fc.constant({ priority: spelled('0.50'), lastModified: 'never' }),
		_meta: meta,
		...unnamed,
	},
	{ requiredKeys: ['name'] },
);

/** A resource's content; each has its own URI. */
const read = fc.record(
	{
		uri: fc.constantFrom('a:1', 'a:2', 'file:///a%20b', 'ui://a/b'),
		mimeType: fc.constantFrom('application/json', 'text/plain', 'text/html;profile=mcp-app'),
		text: fc.oneof(
			fc.jsonValue({ maxDepth: 2 }).map((given) => JSON.stringify(given)),
			fc.constantFrom('', '\ud800', '[1.0,\n 2e2]'),
		),
		_meta: meta,
		...unnamed,
	},
	{ requiredKeys: ['uri', 'text'] },
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
	/** Arguments; undefined where a call has none. */
	readonly calls: readonly (Json | undefined)[];
}

const without = (object: Json, name: string): Json =>
	Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** A schema as text that has names of its own arguments alone: not what an argument consists of, or depends on. */
const namesOf = (schema: Json): string =>
	JSON.stringify(schema, (key, value: Json) => {
		if (key === 'properties') return Object.keys(value);
		if (key === 'required') return undefined;
		return key === 'dependentSchemas' ? Object.values(value) : value;
	});

/** @returns so many tools, each with so many calls, and the answers of their server */
export function generated(seed: number, tools: number, calls: number) {
	const drawn = fc.sample(fc.tuple(tool, fc.array(args, { minLength: calls, maxLength: calls })), {
		seed,
		numRuns: tools,
	});
	const named = drawn.map(([definition, sent], at): Generated => {
		const odd = at % 4 === 3 ? ODD_NAMES[(at >> 2) % ODD_NAMES.length] : undefined;
		const own = at >> 2 < ODD_NAMES.length ? odd : odd && `${odd}${at}`;
		// Loadline's own, where no schema has it.
		const isTheirs = namesOf(definition.inputSchema).includes('"_loadline"');
		const calls = isTheirs ? sent : sent.map((each) => each && without(each, '_loadline'));
		return { definition: { name: own ?? `t${at}`, ...definition }, calls };
	});
	// With the echo of the arguments below the room of a result, beyond which it is cut.
	const small = answer.map(membersOf).filter(({ length }) => length <= 1_500);
	const answers = fc.sample(small, { seed, numRuns: tools });
	const drawnLists = fc.sample(fc.tuple(...[entry, entry, entry].map((one) => fc.array(one))), {
		seed,
		numRuns: 1,
	});
	const [resources = [], resourceTemplates = [], prompts = []] = drawnLists[0] ?? [];
	const lists = {
		'resources/list': resources.map((each, at) => ({ uri: `a:${at}`, ...each })),
		'resources/templates/list': resourceTemplates.map((each) => ({
			uriTemplate: 'a:{b}',
			...each,
		})),
		'prompts/list': prompts,
	};
	const reads = fc
		.sample(fc.array(read, { maxLength: 3 }), { seed, numRuns: tools })
		.map((contents) => JSON.stringify(contents));
	return { tools: named, answers, lists, reads };
}
