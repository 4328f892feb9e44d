// One shape for each caller: what Memory MCP says to the letter, in both of them, and a meta-prompt that tells the words
// of the one that is sent.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash, shortHash } from '../../src/memory/hash';
import { MEMORY_TOOLS, type MemoryToolName } from '../../src/memory/tools/tools';
import { API, CODING, callerOf, openWorkspace, STYLE } from './workspace';

const SETUP = { session_id: 's1', knownHashes: { 'META_PROMPT.md': '' } };

/** A caller whose calls name no shape. */
async function caller(setup: object = SETUP) {
	const { hub, bodies, push } = openWorkspace();
	const ids = await push({ 'rules/style.md': STYLE, 'context/api.md': API });
	const now = () => 0;
	const call = async (tool: MemoryToolName, args: object) => {
		const answer = await MEMORY_TOOLS[tool]({ hub, bodies, now }, callerOf('ada', 's1'), {
			...args,
		});
		return { ...(answer.structured as Record<string, unknown>), text: answer.text } as {
			items?: Record<string, unknown>[];
			validConstraints?: readonly { id: string }[];
			[name: string]: unknown;
		};
	};
	const { mpf } = (await call('memsetup', setup)) as unknown as { mpf: { content: string } };
	return { call, push, prompt: mpf.content, style: ids['STYLE.md'] ?? '' };
}
const full = () => caller({ ...SETUP, shape: 'full' });

const ref = (ruleId: string, constraintId: string) => ({ refs: [{ ruleId, constraintId }] });
const create = (path: string, body = 'x') => ({ resource: 'rule', op: { create: { path, body } } });

describe.each([
	['slim', caller],
	['full', full],
])('errors and examples of Memory MCP, %s', (_, open) => {
	it.each<[MemoryToolName, object, string]>([
		['memsetup', {}, 'session_id is required'],
		['memsetup', { session_id: '' }, 'session_id must not be empty'],
		[
			'memsetup',
			{ session_id: 's1' },
			'knownHashes is required: {"META_PROMPT.md": ""}, or the hash that you hold',
		],
		[
			'memsetup',
			{ ...SETUP, session_id: 's2' },
			'session is already bound to a different session_id',
		],
		[
			'memsetup',
			{ session_id: 's1', knownHashes: {} },
			"knownHashes must contain a 'META_PROMPT.md' entry (use an empty string if unknown)",
		],
		['memdisc', { kind: 'x' }, "kind parameter must be one of 'rule', 'workflow', or 'context'"],
		['memdisc', { group: 1 }, 'group parameter must be a string'],
		['memload', {}, 'ids parameter is required and must be an array of strings'],
		['memload', { ids: [] }, 'ids parameter must contain at least one ID string'],
		['memload', { ids: ['a'] }, 'knownHashes parameter is required and must be a JSON object map'],
		[
			'memload',
			{ ids: ['a'], knownHashes: {} },
			"knownHashes must contain an entry for every requested ID in 'ids' (use an empty string for unknown)",
		],
		['memload', { ids: ['a'], knownHashes: { a: '' } }, 'Unknown rule id'],
		['memref', {}, 'refs parameter is required'],
		['memref', { refs: [] }, 'refs parameter must contain at least one constraint reference'],
		['agentreport', {}, 'summary is required'],
		['agentreport', { summary: '' }, 'summary must not be empty'],
		['agentrejected', { reason: 1 }, 'reason must be a string'],
		['artifact', {}, 'resource name is required'],
		['artifact', create('../x.md'), 'unsafe path'],
		['artifact', { resource: 'rule', op: { delete: { id: 'x' } } }, 'file not found in cache'],
		['artifact', create('style.md'), 'draft already exists'],
	])('%s %j: %s', async (tool, args, error) => {
		const { call } = await open();
		const answered = String((await call(tool, args)).error);
		expect(answered.slice(0, error.length)).toBe(error);
	});

	it('references', async () => {
		const { call, style } = await open();
		for (const id of ['Naming/1', 'Errors', 'Use snake_case for functions'])
			expect(await call('memref', ref(style, id))).toMatchObject({ ok: true, count: 1 });
		expect(await call('memref', ref('p-none', 'x'))).toMatchObject({
			...{ code: 'unknown_rule_or_workflow', retryable: true },
			retryAction: 'rediscover_and_reload',
		});
		expect(await call('memref', ref(style, 'Step'))).toMatchObject({
			error: expect.stringContaining(
				`memref constraintId 'Step' is not valid for ruleId '${style}'; retry with one of: `,
			),
			...{ code: 'unknown_constraint', retryAction: 'retry_with_valid_constraint' },
			validConstraints: expect.arrayContaining([
				{ id: 'Naming/1', name: 'Naming', text: 'Use snake_case for functions' },
			]),
		});
		expect(await call('memref', ref('c2', 'x'))).toMatchObject({ code: 'invalid_target_kind' });
	});

	it('drafts', async () => {
		const { call, style } = await open();
		const made = await call('artifact', create('spec/new-context.md', '- a\n'));
		expect(made).toMatchObject({ ok: true, draft_path: 'spec/NEW_CONTEXT.md' });
		expect(await call('artifact', create('spec/new-context.md'))).toMatchObject({
			error: expect.stringMatching(/^draft already exists/),
		});
		const op = (each: object) => call('artifact', { resource: 'rule', op: each });
		await op({ delete: { id: style } });
		expect(await op({ update: { id: style, body: 'x' } })).toMatchObject({
			error: expect.stringMatching(/^artifact already has an incompatible local change/),
		});
		expect(await op({ discard: { id: String(made.id) } })).toMatchObject({ ok: true });
	});
});

const document = join(import.meta.dirname, '../../../shared/seeds/001-clumsies-memory-mcp.txt');
const said = existsSync(document) ? readFileSync(document, 'utf8') : '';

describe.runIf(said !== '').each([
	['slim', caller],
	['full', full],
])('what the document of Memory MCP says to the letter, %s', (_, open) => {
	const op = (each: object) => ({ resource: 'rule', op: each });
	it.each<[situation: string, result: string, calls: readonly [MemoryToolName, object][]]>([
		[
			'memload receives an unknown rule ID',
			'Unknown rule id',
			[['memload', { ids: ['p-none'], knownHashes: { 'p-none': '' } }]],
		],
		['artifact path is unsafe', 'unsafe path', [['artifact', create('/etc/x.md')]]],
		[
			'artifact target is missing',
			'file not found in cache',
			[['artifact', op({ update: { id: 'p-none', body: 'x' } })]],
		],
		[
			'artifact update conflicts with a non-update local draft',
			'artifact already has an incompatible local change',
			[
				['artifact', op({ delete: { id: 'r1' } })],
				['artifact', op({ update: { id: 'r1', body: 'x' } })],
			],
		],
		[
			'artifact delete targets a create-only draft by path',
			'file not found in cache',
			[
				['artifact', create('a/new.md')],
				['artifact', op({ delete: { id: 'a/NEW.md' } })],
			],
		],
		[
			'create collides with an existing draft',
			'draft already exists',
			[
				['artifact', create('a/new.md')],
				['artifact', create('a/new.md')],
			],
		],
	])('%s: %s', async (situation, result, calls) => {
		expect(said).toContain(situation + result);
		const { call } = await open();
		const answers = [];
		for (const [tool, args] of calls) answers.push(await call(tool, args));
		expect(`${answers.at(-1)?.error}`.slice(0, result.length)).toBe(result);
		for (const before of answers.slice(0, -1)) expect(before).toMatchObject({ ok: true });
	});

	/** The example whose text begins so, as the document has it. */
	const example = (beginning: string) => {
		const from = said.indexOf('{', said.indexOf(beginning));
		return JSON.parse(said.slice(from, said.indexOf('\n}', from) + 2));
	};

	it('an invalid constraint, and how to try again', async () => {
		const wanted = example('Example invalid constraint response');
		const { call, push } = await open();
		const { 'CODING.md': id = '' } = await push({ 'rules/coding.md': CODING });
		const answer = await call('memref', ref(id, 'Step'));
		expect(answer).toMatchObject({ ...wanted, error: wanted.error.replace('p-...', id), index: 0 });
		expect(await call('memref', ref(id, answer.validConstraints?.[0]?.id ?? ''))).toMatchObject({
			...example('{\n  "ok": true,\n  "count": 2'),
			count: 1,
		});
	});

	it('a tagged command, and the path of its draft', async () => {
		const wanted = example('{\n  "ok": true,\n  "draft_path"');
		const { call } = await open();
		const { resource, op: tagged } = example('The input is a tagged command object');
		const id = 'c2';
		expect(await call('artifact', { resource, op: { update: { ...tagged.update, id } } })).toEqual(
			expect.objectContaining({ ok: true }),
		);
		const made = await call('artifact', create(wanted.draft_path));
		// Names of files have one spelling here, which the answer tells.
		expect(made).toMatchObject({ ok: true, draft_path: 'spec/NEW_CONTEXT.md' });
		expect(`${made.draft_path}`.toLowerCase().replace('_', '-')).toBe(wanted.draft_path);
		expect(made.note).toBe('paths are spelled folder/NAME.md');
	});
});

describe('the shape of a caller', () => {
	const loadOf = (id: string, hash = '') => ({ ids: [id], knownHashes: { [id]: hash } });

	it('is slim, and its meta-prompt tells what it then gets', async () => {
		const { call, prompt } = await caller();
		expect(Object.keys((await call('memdisc', {})).items?.[0] ?? {})).not.toContain('hash');
		const held = await call('memload', loadOf('r1', shortHash(contentHash(STYLE))));
		expect(held).toMatchObject({ items: [], unchanged: ['r1'] });
		for (const word of ['`unchanged`', 'first words', '[id path hash]', '`learn`'])
			expect(prompt).toContain(word);
		for (const word of ['content: null', '`constraints` list']) expect(prompt).not.toContain(word);
		expect((await call('memactivate', { task: 'naming' })).text).toMatch(/^\[r1 /);
	});

	it.each([
		['its setup says so', full, 'r1', ''],
		['it knows whole hashes', caller, 'r1', contentHash(STYLE)],
		['it knows whole hashes without their prefix', caller, 'r1', contentHash(STYLE).slice(7)],
	])('is full where %s, of all its answers', async (_, open, id, hash) => {
		const { call, style } = await open();
		const changed = hash === '';
		expect(await call('memload', loadOf(id, hash))).toMatchObject({
			workspaceId: 'ws-test',
			items: [
				{
					...{ id: style, kind: 'rule', path: 'STYLE.md', hash: contentHash(STYLE), changed },
					content: changed ? expect.stringContaining('**Refer:**') : null,
					constraints: expect.arrayContaining([expect.objectContaining({ id: 'Naming/1' })]),
				},
			],
		});
		expect((await call('memdisc', {})).items).toContainEqual({
			...{ id: style, kind: 'rule', path: 'STYLE.md', name: 'STYLE', hash: contentHash(STYLE) },
			...{ description: 'How code looks', hasDraft: false },
		});
		expect((await call('memactivate', { task: 'naming' })).items).toMatchObject([{ key: 'r1' }]);
		const again = (await call('memsetup', SETUP)) as unknown as { mpf: { content: string } };
		for (const word of ['`changed: false`', '`content: null`', '`constraints` list', '`items`'])
			expect(again.mpf.content).toContain(word);
		expect(again.mpf.content).not.toContain('`unchanged`');
		const slim = await call('memload', { ...loadOf('r1'), shape: 'slim' });
		expect(slim.items?.[0]).toMatchObject({ id: 'r1', constraints: 3 });
	});
});
