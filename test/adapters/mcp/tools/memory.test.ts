import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEMORY_TOOLSET } from '../../../../src/adapters/mcp/tools/memory/tools';
import { withReminder } from '../../../../src/memory/document/document';
import { MEMORY_TOOLS } from '../../../../src/memory/tools/tools';
import { countExact } from '../../../../src/protect/tokens/exact';
import type { JsonObject } from '../../../../src/shared/json-values';
import type { ToolResult } from '../../../../src/shared/tool-result';
import { times } from '../../../fuzz-runs';
import { contextOf, first } from '../../../gateway/gateway';
import { open } from './memory-gateway';

const loadOf = (ids: readonly string[]): JsonObject => ({
	ids,
	knownHashes: Object.fromEntries(ids.map((id) => [id, ''])),
});

interface LoadedItem {
	readonly path: string;
	readonly content: string;
	readonly constraints: readonly { readonly id: string; readonly text: string }[];
	readonly chunk?: { readonly totalChunks: number; readonly nextCursor?: string };
}
const itemsOf = (result: ToolResult): LoadedItem[] => JSON.parse(result.structured ?? '').items;

type Tool = Awaited<ReturnType<typeof open>>['tool'];

/** A content read to its end, by handles. */
async function joined({ content, chunk }: LoadedItem, tool: Tool): Promise<string> {
	let all = content;
	for (let next = chunk?.nextCursor; next !== undefined; ) {
		const more = await tool('read_result', { handle: next });
		all += first(more);
		next = JSON.parse((more.content.at(-1) as { text: string }).text).chunk.nextCursor;
	}
	return all;
}

const rule = (name: string, prose: string) =>
	`# ${name}\n\n## Must\n\n- do ${name} first\n- say what was done\n\n# Background\n\n${prose}\n`;
const sentences = (count: number) =>
	Array.from({ length: count }, (_, at) => `Sentence "${at}" explains\nwhy it matters.`).join(' ');

describe('the memory tools on the wire', () => {
	it('are the ones of the document and memactivate, with lean definitions', async () => {
		const names = MEMORY_TOOLSET.map(({ definition }) => definition.name);
		expect([...names].sort()).toEqual(Object.keys(MEMORY_TOOLS).sort());
		const whole = MEMORY_TOOLSET.filter(({ whole }) => whole).map(
			({ definition }) => definition.name,
		);
		expect(whole).toEqual(['memsetup', 'memdisc', 'memload', 'memactivate']);
		const definitions = JSON.stringify(MEMORY_TOOLSET.map(({ definition }) => definition));
		expect((await countExact(definitions)).tokens).toBeLessThan(1300);
	});

	it('answer the payload twice, and errors with the same envelope', async () => {
		const { tool } = await open({ 'context/a.md': 'text' });
		const found = await tool('memdisc', {});
		expect(JSON.parse(found.structured ?? '').items).toMatchObject([{ path: 'A.md' }]);
		expect(first(found)).toBe(found.structured);
		for (const [name, args, error] of [
			['memdisc', { kind: 5 }, "kind parameter must be one of 'rule', 'workflow', or 'context'"],
			['memload', { ids: 'a' }, 'ids parameter must be a JSON array'],
			['memdisc', { session_id: 7 }, 'session_id must be a string'],
			['memsetup', { session_id: 7 }, 'session_id must be a string'],
			['artifact', { resource: 'rule', op: [] }, 'op must be a JSON object'],
		] as const) {
			const failed = await tool(name, args);
			expect(failed.isError).toBe(true);
			expect(JSON.parse(failed.structured ?? '')).toEqual({ error });
			expect(JSON.parse(first(failed))).toEqual({ error });
		}
	});

	it('keep code and advice of an error whose candidates are many', async () => {
		const items = Array.from(
			{ length: 60 },
			(_, at) => `- constraint ${at} ${'says so '.repeat(60)}\n`,
		);
		const { tool, ids } = await open({ 'rules/many.md': `## Must\n\n${items.join('')}` });
		const failed = await tool('memref', { refs: [{ ruleId: ids[0], constraintId: 'none' }] });
		const { error, ...rest } = JSON.parse(failed.structured ?? '');
		expect(failed.isError).toBe(true);
		expect(error).toMatch(/^memref constraintId 'none' is not valid/);
		expect(rest).toMatchObject({
			code: 'unknown_constraint',
			retryable: true,
			retryAction: 'retry_with_valid_constraint',
		});
		expect(rest.validConstraints).toContainEqual(expect.objectContaining({ id: 'Must/50' }));
	});

	it('bind the handle that a request has of its own', async () => {
		const { tool } = await open({});
		const inThread = { ...contextOf(), meta: { 'dev.loadline/session': 'handle-9' } };
		const setup = (session_id: string) =>
			tool('memsetup', { session_id, knownHashes: { 'META_PROMPT.md': '' } }, inThread);
		expect((await setup('thread-9')).isError).toBe(false);
		expect(JSON.parse(first(await setup('thread-8')))).toEqual({
			error: 'session is already bound to a different session_id',
		});
		expect((await tool('memdisc', {}, inThread)).isError).toBe(false);
	});
});

describe('a long discovery', () => {
	it('comes in pages of whole items that follow each other without a gap', async () => {
		const files = Object.fromEntries(
			Array.from({ length: 130 }, (_, at) => [
				`rules/area_${at % 7}/module_${at}.md`,
				`---\ndescription: What binds module ${at} of the whole program, in one sentence\n---\n# M\n`,
			]),
		);
		const { tool, ids } = await open(files);
		const found: object[] = [];
		let page = await tool('memdisc', { shape: 'full' });
		for (let more = true; more; ) {
			expect((await countExact(first(page))).tokens).toBeLessThanOrEqual(4000);
			const { items, nextCursor } = JSON.parse(page.structured ?? '');
			found.push(...items);
			more = nextCursor !== undefined;
			if (more) page = await tool('read_result', { handle: nextCursor });
		}
		expect(new Set(found.map((item) => (item as { id: string }).id))).toEqual(new Set(ids));
		expect(found).toHaveLength(130);
		for (const item of found)
			expect(item).toMatchObject({
				hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
				description: expect.stringMatching(/sentence$/),
			});
	});
});

describe('an answer that is shown in part', () => {
	const files = { 'rules/ropes.md': '# Ropes\n\n- Ropes are dry.\n- Knots are tight.\n' };
	it.each([
		['memload', { select: 'items[].path' }],
		['memload', { fields: 'items.path' }],
		['memload', { query: 'dry' }],
		['memload', { tokens: 200 }],
		['memactivate', { query: 'Knots' }],
	] as const)('binds nobody, and lets nothing go: %s %j', async (name, _loadline) => {
		const { tool, ids, bound } = await open(files);
		const args = name === 'memload' ? loadOf(ids) : { task: 'knots of ropes' };
		const told = async () => {
			const rules = await bound();
			return rules.ok ? rules.value : [];
		};
		expect((await tool(name, { ...args, _loadline })).isError).toBeFalsy();
		expect(await told()).toEqual([]);
		await tool(name, args);
		expect(await told()).toMatchObject([{ told: [{}, {}] }]);
		await tool('memactivate', { ...{ task: 'knots', known: { r1: 'x' } }, _loadline });
		expect(await told()).toMatchObject([{ told: [{}, {}] }]);
		// Room for more shows all of it.
		const again = await open(files);
		await again.tool(name, { ...args, _loadline: { tokens: 6000 } });
		expect(await again.bound()).toMatchObject({ value: [{ told: [{}, {}] }] });
	});
});

describe('a load over the budget', () => {
	const files = {
		'rules/long.md': rule('long', sentences(2500)),
		'rules/longer.md': rule('longer', '漢字かな交じり文。'.repeat(3000)),
		'rules/short.md': rule('short', 'Nothing more.'),
	};

	it('cuts the longest contents, keeps constraints whole, and reads on to the last character', async () => {
		const { tool, ids } = await open(files);
		const result = await tool('memload', { ...loadOf(ids), shape: 'full' });
		const items = itemsOf(result);
		expect((await countExact(first(result))).tokens).toBeLessThanOrEqual(4000);
		for (const { constraints } of items) expect(constraints).toHaveLength(3);
		const byPath = Object.fromEntries(items.map((item) => [item.path, item]));
		expect(byPath['SHORT.md']?.chunk).toBeUndefined();
		expect(byPath['SHORT.md']?.content).toBe(withReminder('rule', files['rules/short.md']));
		for (const [path, file] of [
			['LONG.md', 'rules/long.md'],
			['LONGER.md', 'rules/longer.md'],
		] as const) {
			const item = byPath[path] as LoadedItem;
			expect(item.chunk).toMatchObject({ chunkIndex: 0, nextCursor: expect.any(String) });
			expect(item.content.length).toBeGreaterThan(500);
			expect(await joined(item, tool)).toBe(withReminder('rule', files[file]));
		}
		expect(JSON.parse(first(result)).notice).toContain('read_result');
	});

	it('is chunked as a whole when its constraints alone exceed the budget', async () => {
		const items = Array.from({ length: 400 }, (_, at) => `- constraint ${at} says what to do\n`);
		const file = `# Many\n\n## Must\n\n${items.join('')}`;
		const { tool, ids } = await open({ 'rules/many.md': file });
		const result = await tool('memload', { ...loadOf(ids), shape: 'full' });
		expect((await countExact(first(result))).tokens).toBeLessThanOrEqual(4000);
		const { chunk, ...begun } = JSON.parse(first(result));
		let text = begun.text;
		for (let next = chunk.nextCursor; next !== undefined; ) {
			const more = await tool('read_result', { handle: next });
			text += first(more);
			next = JSON.parse((more.content.at(-1) as { text: string }).text).chunk.nextCursor;
		}
		expect(JSON.parse(text).items[0].constraints).toHaveLength(400);
	});

	it('comes in pages of whole items when only their constraints together exceed the budget', async () => {
		const files = Array.from({ length: 20 }, (_, at): [string, string] => [
			`rules/rule_${at}.md`,
			rule(`rule ${at}`, `Because of ${at}. `.repeat(60)),
		]);
		const { tool, ids } = await open(Object.fromEntries(files));
		const items: LoadedItem[] = [];
		for (let page = await tool('memload', { ...loadOf(ids), shape: 'full' }); ; ) {
			expect((await countExact(first(page))).tokens).toBeLessThanOrEqual(4000);
			items.push(...itemsOf(page));
			const { nextCursor } = JSON.parse(first(page));
			if (nextCursor === undefined) break;
			page = await tool('read_result', { handle: nextCursor });
		}
		expect(items.map(({ path }) => path).sort()).toHaveLength(20);
		for (const [file, content] of files) {
			const item = items.find(({ path }) => path === file.slice(6).replace('rule_', 'RULE_'));
			expect(item?.constraints).toHaveLength(3);
			expect(item?.content).toBe(withReminder('rule', content));
		}
	});

	it('holds any budget, and gives every content in full', async () => {
		const content = fc.oneof(
			fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4000 }),
			fc.nat({ max: 900 }).map(sentences),
			fc.nat({ max: 1500 }).map((count) => 'a\\b "c"\n'.repeat(count)),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(content, { minLength: 1, maxLength: 5 }),
				fc.integer({ min: 2600, max: 8000 }),
				async (contents, tokenBudgetThreshold) => {
					const pushed = contents.map((text, at) => [`rules/r${at}.md`, rule(`r${at}`, text)]);
					const { tool, ids } = await open(Object.fromEntries(pushed), { tokenBudgetThreshold });
					const result = await tool('memload', { ...loadOf(ids), shape: 'full' });
					const { tokens } = await countExact(first(result));
					expect(tokens).toBeLessThanOrEqual(tokenBudgetThreshold);
					const items = itemsOf(result);
					for (const [at, item] of items.entries()) {
						const whole = withReminder('rule', rule(`r${at}`, contents[at] ?? '').toWellFormed());
						expect(item.constraints.length).toBeGreaterThanOrEqual(2);
						expect(await joined(item, tool)).toBe(whole);
					}
				},
			),
			{ numRuns: times(2, 25) },
		);
	});
});

describe('a request whose _meta names no possible session', () => {
	it('is refused in the envelope of the memory tools', async () => {
		const { tool } = await open({});
		const meta = { 'dev.loadline/session': 'no such/name' };
		const refused = await tool('memdisc', {}, { ...contextOf(), meta });
		expect(refused.isError).toBe(true);
		const { error } = JSON.parse(refused.structured ?? '{}');
		expect(error).toContain('_meta["dev.loadline/session"]: must be 1 to 128 letters');
		expect(JSON.parse(first(refused))).toEqual({ error });
	});
});
