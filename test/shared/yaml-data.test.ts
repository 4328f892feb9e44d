// Texts that are data in YAML, and what they say.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { inOneGo } from '../../src/shared/slices';
import { readingYaml, whyNoData, yamlTape } from '../../src/shared/yaml-data';
import { inputs, soon } from '../fuzz-runs';

/** Objects of several keys, as many as it takes to be sure. */
const SURE = 'sure:\n  - {a: 1, b: 2}\n  - {a: 1, b: 2}\n  - {a: 1, b: 2}\n';
const REST = '"sure":[{"a":1,"b":2},{"a":1,"b":2},{"a":1,"b":2}]';
const jsonOf = (text: string): string | undefined => yamlTape(text)?.source;
const saidBy = (text: string): unknown => JSON.parse(jsonOf(text + SURE) ?? 'null');

/** The library reads what it wrote. */
const isReadBack = (text: string, value: unknown): boolean => {
	try {
		return JSON.stringify(parse(text)) === JSON.stringify(value);
	} catch {
		return false;
	}
};

const PODS = `apiVersion: v1
items:
- apiVersion: v1
  kind: Pod
  metadata:
    labels: {app: web, tier: "1"}
    name: web-1   # the first
  spec:
    containers:
    - image: nginx:1.10
      name: main
      command: ["sh", "-c", "echo a: b"]
kind: List
`;

describe('a text that is data in YAML', () => {
	it('is what it says, with keys in their order', () => {
		expect(jsonOf(PODS)).toBe(
			'{"apiVersion":"v1","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"app":"web","tier":"1"},"name":"web-1"},"spec":{"containers":[{"image":"nginx:1.10","name":"main","command":["sh","-c","echo a: b"]}]}}],"kind":"List"}',
		);
	});

	it.each([
		['1.10', '1.10'],
		['9007199254740993', '9007199254740993'],
		['1e3', '1e3'],
		['-0.50', '-0.50'],
		['0755', '"0755"'],
		['0o17', '"0o17"'],
		['0x1f', '"0x1f"'],
		['.5', '".5"'],
		['+1', '"+1"'],
		['.inf', '".inf"'],
		['1_000', '"1_000"'],
		['12:30:45', '"12:30:45"'],
		['2026-01-02', '"2026-01-02"'],
		['1.10.2', '"1.10.2"'],
		['yes', '"yes"'],
		['No', '"No"'],
		['on', '"on"'],
		['True', 'true'],
		['FALSE', 'false'],
		['tRue', '"tRue"'],
		['~', 'null'],
		['Null', 'null'],
		['', 'null'],
		['"true"', '"true"'],
		["'1.10'", '"1.10"'],
		['"\\u00e9\\t\\x41"', '"é\\tA"'],
		['!!str 1.10', '"1.10"'],
		['! 5', '"5"'],
		['!Ref Bucket', '{"!Ref":"Bucket"}'],
		['!GetAtt [a, "b"]', '{"!GetAtt":["a","b"]}'],
		['!!int "5"', '{"!!int":"5"}'],
		['!!binary aGk=', '{"!!binary":"aGk="}'],
		['|\n  a\n    b\n', '"a\\n  b\\n"'],
		['>-\n  a\n  b\n\n  c\n', '"a b\\nc"'],
		['a long one\n  that goes on', '"a long one that goes on"'],
		['http://x.y:80/#z', '"http://x.y:80/#z"'],
	])('has %j as %s', (written, json) => {
		expect(jsonOf(`v: ${written}\n${SURE}`)).toBe(`{"v":${json},${REST}}`);
	});

	it('has its aliases written out, each as its anchor stood', () => {
		const text = 'a: &x {n: 1}\nb: &y\n  c: &x 2\nd: *x\ne: &x 3\nf: *y\ng: *x\n';
		expect(saidBy(text)).toMatchObject({ a: { n: 1 }, b: { c: 2 }, d: 2, f: { c: 2 }, g: 3 });
	});

	it('has what it merges, its own members first', () => {
		const text =
			'base: &base {image: a, ports: [1]}\nother: &other {image: b, user: root}\none:\n  <<: *base\n  image: c\ntwo:\n  image: d\n  <<: [*base, *other]\n';
		expect(saidBy(text)).toMatchObject({
			one: { image: 'c', ports: [1] },
			two: { image: 'd', ports: [1], user: 'root' },
		});
		expect(jsonOf(`one: {"<<": 1}\n${SURE}`)).toBe(`{"one":{"<<":1},${REST}}`);
	});

	it.each([
		['|\n  x', 'x'],
		['|\n  x\n', 'x\n'],
		['>+\n  x', 'x'],
		['>-\n  x', 'x'],
		['|+\n  x\n\n', 'x\n\n'],
		['|\n  x\n  ', 'x\n'],
	])('has of a block at its end, %j, the line breaks that it has', (block, value) => {
		expect(JSON.parse(jsonOf(`${SURE}v: ${block}`) ?? 'null').v).toBe(value);
	});

	it('is a list, or several documents, of objects', () => {
		expect(JSON.parse(jsonOf('- a: 1\n  b: 2\n'.repeat(3)) ?? '')).toHaveLength(3);
		const objects = `---\n# of a chart\n${PODS}---\n# nothing\n---\n${PODS}`.repeat(3);
		const all = JSON.parse(jsonOf(objects) ?? '');
		expect(all).toHaveLength(6);
		expect(all[5].kind).toBe('List');
	});

	it('is whatever the library writes of it', () => {
		const leaves = fc.oneof(
			fc.string({ unit: 'grapheme' }),
			fc.integer(),
			fc.boolean(),
			fc.constant(null),
			fc.stringMatching(/^[-+.\dxoe_:TZ~<!&*#%@`|> ]{1,9}$/),
			fc.stringMatching(/^(?:yes|no|on|off|null|True|\.nan|- a|a: b|\[x|"q)$/),
		);
		const objects = fc.dictionary(fc.stringMatching(/^[a-z_][a-zA-Z\d_./-]{0,12}$/), leaves, {
			minKeys: 2,
		});
		const trees = fc.array(
			fc.record({ name: leaves, tags: fc.array(leaves), inner: objects, list: fc.array(objects) }),
			{ minLength: 3, maxLength: 8 },
		);
		fc.assert(
			fc.property(
				trees,
				fc.boolean(),
				fc.integer({ min: 20, max: 90 }),
				(items, isFlow, lineWidth) => {
					const text = stringify(
						{ items },
						{ lineWidth, ...(isFlow && { collectionStyle: 'flow' }) },
					);
					// It cuts a long text within a character of two units, and does not read that itself.
					fc.pre(isReadBack(text, { items }));
					const read = jsonOf(text.startsWith('{') ? `---\nall: ${text}` : text);
					const value = JSON.parse(read ?? 'null');
					expect(value?.all ?? value).toEqual(JSON.parse(JSON.stringify({ items })));
				},
			),
			inputs(300),
		);
	});

	it('is read in slices', () => {
		const slices = readingYaml(`x:\n${'- {a: 1, b: 2}\n'.repeat(3_000)}`);
		let pauses = 0;
		while (!slices.next().done) pauses++;
		expect(pauses).toBeGreaterThan(3);
	});
});

const CHANGELOG = `# Changes\n\n${'- fix: one thing\n- feat: another: thing\n'.repeat(40)}`;
const BODY = '# Title\n\nSome words of a text.\n\n- one: item\n- two\n';

describe('a text in YAML', () => {
	it.each(['omap', 'pairs'])('has the values of !!%s', (tag) => {
		expect(saidBy(`o: !!${tag}\n- a: 1\n- b: 2\n`)).toMatchObject({
			o: { [`!!${tag}`]: [{ a: 1 }, { b: 2 }] },
		});
	});
});

describe('a text that is not surely data in YAML', () => {
	it.each([
		['prose', 'Note: this is a text.\n\nIt has words: many of them.\n'.repeat(20)],
		['front matter', `---\ntitle: x\ntags: [a, b]\nauthor: {name: A, mail: b}\n---\n${BODY}`],
		['a list of changes', CHANGELOG],
		['bullets of one key', '- fix: one thing\n- feat: another\n'.repeat(40)],
		[
			'headers of a message',
			'From: a@b.c\nTo: d@e.f\nSubject: Re: x\nReceived: from x\n by y\n\nHello\n',
		],
		['lines of one level', 'name: a\nversion: 1.0\nlicense: MIT\n'],
		[
			'records',
			'ID: 1\nTitle: x\nState: open\n---\nID: 2\nTitle: y\nState: open\n---\nID: 3\nTitle: z\nState: open\n',
		],
		['a log', 'INFO: started\nINFO: listening\n  on: 80\nERROR: failed\n'],
		[
			'Python',
			'class A:\n    x: int\n    y: str\n\nclass B:\n    x: int\n    y: str\n\nclass C:\n    x: int\n    y: str\n',
		],
		['an ini file', '[section]\nkey = value\nother: value\n'.repeat(5)],
		['TOML', '[package]\nname = "a"\n[dependencies]\nx = { version = "1", path = "y" }\n'],
		['JSON', `{"x": ${JSON.stringify([{ a: 1, b: 2 }])}}`],
		['an object of JavaScript', "{a: [{b: 1, c: 2}, {b: 1, c: 2}, {b: 1, c: 2}], 'd': 'e'}"],
		['a key that comes twice', `a: 1\na: 2\n${SURE}`],
		['a list as a key', `? [a, b]\n: 1\n${SURE}`],
		['a broken indentation', `${PODS}  x: 1\n`],
		['a tab', `a:\n\tb: 1\n${SURE}`],
		['an alias of nothing', `a: *x\n${SURE}`],
		['an alias of what it is in', `a: &x [*x]\n${SURE}`],
		['a directive', `%YAML 1.1\n---\n${SURE}`],
		['lists of values under words', 'Ingredients:\n- sugar\n- flour\nSteps:\n- mix: well\n'],
		[
			'what is described',
			'Name:         web\nLabels:       app=web\n              x=y\nEvents:       <none>\n',
		],
		['one that is too long', `${SURE}pad: ${'x'.repeat(300_000)}\n`],
		['documents of which one is a text', `${PODS}---\nwords\n---\n${PODS}`],
		['nothing', ''],
	])('is %s', (_, text) => {
		expect(jsonOf(text)).toBeUndefined();
	});

	it('is told why, where it could be taken for data', () => {
		expect(whyNoData(`a: 1\n${SURE}b:\n  c: 2\n  d: 3\n  c: 4\n`)).toBe(
			'a key stands twice, line 9',
		);
		expect(whyNoData(`${SURE}pad: ${'x'.repeat(300_000)}\n`)).toBe(
			'it is read as such up to 300 KB',
		);
		for (const text of [SURE, CHANGELOG, BODY, `${PODS}  x: 1\n`]) expect(whyNoData(text)).toBe('');
	});

	it('is one whose aliases grow beyond bounds', () => {
		const lines = ['a0: &a0 [xxxxxxxxxx, xxxxxxxxxx]'];
		for (let at = 1; at < 30; at++)
			lines.push(
				`a${at}: &a${at} [${Array(9)
					.fill(`*a${at - 1}`)
					.join(', ')}]`,
			);
		expect(soon(() => jsonOf(`${SURE}${lines.join('\n')}\n`))).toBeUndefined();
	});

	it.each(['- ', '? ', '[', '{a: ', 'a:\n- ', '&a '])(
		'is one that goes down too far: %j',
		(each) => {
			for (const count of [2_000, 20_000])
				expect(soon(() => jsonOf(`${SURE}x: ${each.repeat(count)}`))).toBeUndefined();
		},
	);

	it('is one with very many errors', () => {
		expect(soon(() => jsonOf(`${SURE}a: "${'\\q'.repeat(100_000)}"`))).toBeUndefined();
		expect(soon(() => jsonOf(`${SURE}${'b: !x 1\n'.repeat(50_000)}`))).toBeUndefined();
	});
});

describe('any text', () => {
	it('is read or not, in bounds', () => {
		const signs =
			'a¦b:¦: ¦- ¦\n¦\n  ¦\n    ¦{¦}¦[¦]¦, ¦"¦\'¦#¦ #¦&x ¦*x¦!t ¦|¦>¦---\n¦...\n¦%¦<<: ¦? ¦\t¦~¦1.10¦\r\n¦\\¦@¦`';
		const pieces = fc.constantFrom(...signs.split('¦'));
		fc.assert(
			fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
				const text = SURE + parts.join('');
				const slices = soon(() => inOneGo(readingYaml(text)));
				if (slices) expect(JSON.parse(slices.source)).toBeTypeOf('object');
			}),
			inputs(2_000),
		);
	});
});
