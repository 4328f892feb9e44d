// Tests of finding the data in a result, and of what becomes of all else.
import { describe, expect, it } from 'vitest';
import { weigher } from '../../../src/protect/budget';
import { findPayload } from '../../../src/protect/payload';
import type { Block, ToolResult } from '../../../src/shared/tool-result';
import { policy } from '../answers';

const limits = { ...policy, tokenBudgetThreshold: 400, hardByteLimit: 2_000 };
const text = (body: string) => ({ type: 'text', text: body });
const link = (uri: string) => ({ type: 'resource_link', uri });
const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
const words = (count: number) => 'several words of no weight '.repeat(count).trim();
const LONG = words(30);
const items = (count: number) =>
	Array.from({ length: count }, (_, id) => ({ id, name: `n ${id}` }));

const found = (result: ToolResult, within = limits) => {
	const payload = findPayload(result, within, weigher(within));
	if (!payload) return undefined;
	const { text: data, tape, frame } = payload.payload;
	const { before, after, ...rest } = payload.around;
	const of = (blocks: readonly Block[]) => blocks.map((block) => block.text ?? block.type);
	return {
		data,
		isJson: tape !== undefined,
		frame,
		before: of(before),
		after: of(after),
		...rest,
		leftOut: payload.leftOut,
	};
};
const none = { structured: { as: 'none' } };
const alone = { before: [], after: [], leftOut: [] };

describe('the data of a result without structured content', () => {
	it('are none without text', () => {
		expect([found({ content: [] }), found({ content: [image] })]).toEqual([undefined, undefined]);
	});

	it('are its text, which may be JSON', () => {
		expect(found({ content: [text('a b')] })).toEqual({
			data: 'a b',
			isJson: false,
			frame: none,
			...alone,
		});
		expect(found({ content: [text('{"a":1}')], isError: false, meta: { m: 1 } })).toEqual({
			...{ data: '{"a":1}', isJson: true, frame: none, ...alone },
			...{ isError: false, meta: { m: 1 } },
		});
	});

	it('are the text of most weight, with what stands around it', () => {
		const content = [text('before'), image, text(LONG), link('u'), text('after')];
		expect(found({ content })).toEqual({
			...{ data: LONG, isJson: false, frame: none, leftOut: [] },
			...{ before: ['before', 'image'], after: ['resource_link', 'after'] },
		});
		expect(found({ content: [text('ab'), text('cd')] })).toMatchObject({
			data: 'ab',
			after: ['cd'],
		});
	});

	it('are all texts, where several have weight', () => {
		const content = [text('{"id": 1}'), text(LONG), text(words(29)), image];
		expect(found({ content })).toEqual({
			data: `[{"id": 1},"${LONG}","${words(29)}"]`,
			...{ isJson: true, frame: { ...none, spread: true } },
			...{ before: [], after: ['image'], leftOut: [] },
		});
		const marked = [text(`\ufeff["${LONG}"]`), text(LONG)];
		expect(found({ content: marked })?.data).toBe(`[["${LONG}"],"${LONG}"]`);
	});

	it('are the text of a file, whatever is written in it', () => {
		const resource = { uri: 'file:///a', text: '{"a":1}' };
		expect(found({ content: [{ type: 'resource', resource, note: 1 }] })).toEqual({
			...{ data: '{"a":1}', isJson: false, ...alone },
			frame: { ...none, holder: { type: 'resource', resource: { uri: 'file:///a' }, note: 1 } },
		});
		const annotated = { ...text('a'), annotations: { priority: 1 } };
		expect(found({ content: [annotated] })?.frame).toEqual({
			...none,
			holder: { type: 'text', annotations: { priority: 1 } },
		});
	});

	it('keep a place for what is added', () => {
		expect(found({ content: [text('{"notice":1}')] })?.frame).toEqual({
			...none,
			under: 'loadline',
		});
	});
});

describe('the data of a result with structured content', () => {
	const same = { structured: { as: 'same' } };

	it('are that, once, although a text says the same', () => {
		const structured = '{"id":1,"rows":[1,2]}';
		const spaced = '{ "id": 1, "rows": [1, 2] }';
		expect(found({ content: [text(spaced)], structured })).toEqual({
			data: spaced,
			isJson: true,
			frame: same,
			...alone,
		});
		expect(found({ content: [], structured })).toEqual({
			data: structured,
			isJson: true,
			frame: same,
			...alone,
		});
		expect(found({ content: [text(spaced), text(structured)], structured })).toMatchObject({
			data: spaced,
			after: [],
		});
	});

	it('are that, with texts that say something else where they are small', () => {
		const structured = JSON.stringify({ rows: items(40) });
		const content = [text('{"id":2}'), image, text('said')];
		expect(found({ content, structured })).toEqual({
			...{ data: structured, isJson: true, frame: same },
			...{ before: [], after: ['{"id":2}', 'image', 'said'], leftOut: [] },
		});
		expect(found({ content: [text(LONG), image, text('said')], structured })).toMatchObject({
			after: ['image'],
			leftOut: [`${LONG}\nsaid`],
		});
		expect(found({ content: [], structured, isError: true, meta: { m: 1 } })).toMatchObject({
			isError: true,
			meta: { m: 1 },
		});
	});

	it('are that, also where the texts are its items', () => {
		const rows = items(30);
		const blocks = rows.map((row) => text(JSON.stringify(row, null, 1)));
		const structured = JSON.stringify({ count: 30, rows });
		expect(found({ content: blocks, structured })).toMatchObject({
			data: structured,
			after: [],
			leftOut: [],
		});
		expect(found({ content: blocks, structured: JSON.stringify(rows) })).toMatchObject({
			after: [],
			leftOut: [],
		});
		const lines = ['one', 'two'];
		const [one, two] = lines.map(text) as [Block, Block];
		expect(
			found({ content: [one, image, two], structured: '{"lines":["one","two"]}' })?.after,
		).toEqual(['image']);
		// One that differs, one too many, or none: they are texts of their own.
		expect(
			found({ content: [...lines, 'three'].map(text), structured: '{"lines":["one","two"]}' })
				?.after,
		).toHaveLength(3);
		expect(
			found({ content: ['one', 'tow'].map(text), structured: '{"lines":["one","two"]}' })?.after,
		).toEqual(['one', 'tow']);
		const other = blocks.with(3, text('{"id":3,"name":"m 3"}'));
		expect(found({ content: other, structured })?.leftOut).toHaveLength(1);
		expect(found({ content: blocks.with(3, text('no JSON')), structured })?.leftOut).toHaveLength(
			1,
		);
		expect(found({ content: [text('one')], structured: '{"lines":["one"]}' })?.after).toEqual([
			'one',
		]);
	});

	it('are the text that one of its members carries', () => {
		const structured = JSON.stringify({ exit: 0, out: LONG, again: LONG.slice(1) });
		const small = JSON.stringify({ exit: 0, out: LONG, notice: 'x', path: ['a'] });
		expect(found({ content: [text(LONG)], structured })).toMatchObject({
			frame: same,
			data: structured,
		});
		expect(found({ content: [text(LONG)], structured: small })).toEqual({
			...{ data: LONG, isJson: false, ...alone },
			frame: {
				structured: { as: 'carrier', key: 'out', rest: '{"exit":0,"notice":"x","path":["a"]}' },
				under: 'loadline',
			},
		});
		const twice = JSON.stringify({ out: 'a b', err: 'a b' });
		expect(found({ content: [text('a b')], structured: twice })?.frame.structured).toEqual({
			...{ as: 'carrier', key: 'out', rest: '{"err":"a b"}' },
		});
		const near = JSON.stringify({ out: 'a b ', code: 3 });
		expect(found({ content: [text('a b')], structured: near })?.frame).toEqual(same);
		expect(found({ content: [text('a b')], structured: '["a b"]' })?.frame).toEqual(same);
	});

	it('are the text that one of fifty members carries, not of more', () => {
		const roomy = { ...limits, tokenBudgetThreshold: 4_000 };
		const carriedBy = (members: number) => {
			const keys = Array.from({ length: members }, (_, at) => [`k${at}`, at === 7 ? 'a b' : at]);
			const structured = JSON.stringify(Object.fromEntries(keys));
			return found({ content: [text('a b')], structured }, roomy)?.frame.structured.as;
		};
		expect([carriedBy(50), carriedBy(51)]).toEqual(['carrier', 'same']);
	});

	it('are the text that is carried, without the texts of weight beside it', () => {
		const content = [text(words(20)), image, text(LONG), link('u'), text('end')];
		expect(found({ content, structured: JSON.stringify({ out: LONG }) })).toMatchObject({
			...{ data: LONG, before: ['image'], after: ['resource_link'] },
			leftOut: [`${words(20)}\nend`],
		});
	});

	it('are that, although a text says the same as far as a thousand levels down', () => {
		const deep = (inner: string) => `${'['.repeat(1_001)}${inner}${']'.repeat(1_001)}`;
		expect(found({ content: [text(deep('1'))], structured: deep('2') })).toMatchObject({
			...{ data: deep('2'), after: [], leftOut: [deep('1')] },
		});
		expect(found({ content: [text(deep(' 2'))], structured: deep('2') })).toMatchObject({
			...{ data: deep(' 2'), leftOut: [] },
		});
	});

	it('are the text of weight beside small structured content', () => {
		expect(found({ content: [text(LONG)], structured: '{"lines":30}' })).toEqual({
			...{ data: LONG, isJson: false, ...alone },
			frame: { structured: { as: 'keep', text: '{"lines":30}' } },
		});
		expect(found({ content: [text('few')], structured: '{"lines":30}' })).toMatchObject({
			data: '{"lines":30}',
			after: ['few'],
		});
	});

	it('may be no object', () => {
		expect(found({ content: [], structured: '"a"' })).toEqual({
			data: '"a"',
			isJson: false,
			frame: same,
			...alone,
		});
		expect(found({ content: [text('a'), text('b')], structured: '"a"' })).toMatchObject({
			...{ data: '"a"', frame: same, after: ['a', 'b'] },
		});
		expect(found({ content: [], structured: '{"a":"b"}' })?.data).toBe('{"a":"b"}');
	});
});

describe('blocks without text', () => {
	const links = Array.from({ length: 40 }, (_, at) => link(`file:///pages/${at}.md`));

	it('are sent along where they are few', () => {
		expect(found({ content: [link('a'), text('x'), link('b')] })).toMatchObject({
			...{ data: 'x', before: ['resource_link'], after: ['resource_link'] },
		});
	});

	it('are the data where they are many, and all else is small', () => {
		expect(
			found({ content: [text('Pages:'), ...links, image, text('end')], isError: false }),
		).toEqual({
			...{ data: JSON.stringify(links), isJson: true, isError: false, leftOut: [] },
			frame: { ...none, spread: true, blocks: true },
			...{ before: ['Pages:'], after: ['image', 'end'] },
		});
		expect(found({ content: links, structured: '{"n":1}' })?.frame.structured).toEqual({
			as: 'keep',
			text: '{"n":1}',
		});
	});

	it('wait as a text beside data of weight', () => {
		const waiting = `[${links.map((each) => JSON.stringify(each)).join(',\n')}]`;
		expect(found({ content: [text(LONG), ...links, image] })).toEqual({
			...{ data: LONG, isJson: false, frame: none, before: [], after: ['image'] },
			leftOut: [waiting],
		});
		const structured = JSON.stringify({ rows: items(60) });
		const rest = words(40);
		expect(found({ content: [text(rest), ...links], structured })?.leftOut).toEqual([
			`${rest}\n${waiting}`,
		]);
	});
});
