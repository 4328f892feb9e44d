// One document with all that a document can have, and everything that is read in it.
import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { htmlParts } from '../../src/memory/document/units';
import { contentHash } from '../../src/memory/hash';

const DOCUMENT = `---
description: How we deploy
---
Ask first.

# Deploying

Take care.

## Before

- Run the tests
- Freeze the branch
  - Tell the team

## Never

- Push on Friday

<rules>

## After

Watch the dashboards:

- errors
- latency

</rules>

## Alone

One paragraph.

## Alone

Run the tests

### Deeper

- Run the tests

| when | who |
|---|---|
| noon | Ann |

<!-- a remark -->
<Steps>
1. first
2. second
</Steps>
`;

const read = () => parseConstraints(DOCUMENT);

describe('a document', () => {
	it('has a constraint for each item, paragraph and row, named after its section', () => {
		expect(read().constraints.map(({ id, name, text }) => [id, name, text])).toEqual([
			['Text', 'Text', 'Ask first.'],
			['Deploying', 'Deploying', 'Take care.'],
			['Before/1', 'Before', 'Run the tests'],
			['Before/2', 'Before', 'Freeze the branch'],
			['Before/2.1', 'Before', 'Tell the team'],
			['Never/1', 'Never', 'Push on Friday'],
			['After/p1', 'After', 'Watch the dashboards:'],
			['After/1', 'After', 'errors'],
			['After/2', 'After', 'latency'],
			['Alone', 'Alone', 'One paragraph.'],
			['Alone (2)/p1', 'Alone', 'Run the tests'],
			['Alone (2)/1', 'Alone', 'Run the tests'],
			['Alone (2)/r1', 'Alone', 'when: noon; who: Ann'],
			['Alone (2)/q1', 'Alone', 'first'],
			['Alone (2)/q2', 'Alone', 'second'],
		]);
		for (const { text, textHash } of read().constraints) expect(textHash).toBe(contentHash(text));
	});

	it('gives each what it stands under, what that makes of it, and the sections that hold it', () => {
		const told = read().constraints.map(
			({ id: _id, name: _name, text: _text, textHash: _hash, key: _key, ...rest }) => rest,
		);
		const above = ['Deploying'];
		const before = { heading: 'Before', above, sense: 'before' };
		const freeze = [['Before/2', 'a3f4b7634c33']];
		const inTag = ['Deploying', 'Never', '<rules>'];
		const after = ['After', 'b8b7d6cf4a74'];
		const watched = {
			heading: 'After',
			above: inTag,
			sense: '! > after > Watch the dashboards:',
			lead: 'Watch the dashboards:',
		};
		const second = ['Alone (2)', '4056f8edc2b7'];
		const steps = {
			heading: '<Steps>',
			above: ['Deploying', 'Alone', 'Deeper'],
			list: 1,
			within: [second],
		};
		expect(told).toEqual([
			{ outside: true },
			{ heading: 'Deploying', outside: true },
			{ ...before, within: [['Before/1', 'cfa685e12bda']] },
			{ ...before, within: freeze },
			{ ...before, lead: 'Freeze the branch', within: freeze },
			{
				...{ heading: 'Never', above, sense: '!' },
				within: [
					['Never', '33138dfd596b'],
					['Never/1', '7ad49682df00'],
				],
			},
			{ heading: 'After', above: inTag, sense: '! > after', leads: true, within: [after] },
			{ ...watched, within: [after, ['After/1', 'be4bd5677277']] },
			{ ...watched, within: [after, ['After/2', '3fdb7e873db1']] },
			{ heading: 'Alone', above, within: [['Alone', '2c069473c7b4']] },
			{ heading: 'Alone', above, within: [second] },
			{
				...{ heading: 'Deeper', above: ['Deploying', 'Alone'] },
				within: [second, ['Alone (2)/1', 'cfa685e12bda']],
			},
			{ heading: 'Deeper', above: ['Deploying', 'Alone'], within: [second] },
			steps,
			steps,
		]);
	});

	it('keeps apart what is said twice in the same sense', () => {
		const { constraints } = parseConstraints('- a\n- b\n- a\n- a\n\n## Never\n\n- a\n');
		const [first = '', , second, third, negated] = constraints.map(({ key }) => key);
		expect([second, third]).toEqual([`${first}~2`, `${first}~3`]);
		expect(negated).not.toContain(first);
		expect(constraints.map(({ id }) => id)).toEqual([
			'Text/1',
			'Text/2',
			'Text/3',
			'Text/4',
			'Never/1',
		]);
	});

	it('says where each stands, in its own lines', () => {
		const lines = DOCUMENT.split('\n');
		expect(
			read().places.map((places) =>
				places.map(([from, to]) => lines.slice(from, to).join('\n').trim()),
			),
		).toEqual([
			['Ask first.'],
			['Take care.'],
			['- Run the tests'],
			['- Freeze the branch'],
			['- Tell the team'],
			['- Push on Friday'],
			['Watch the dashboards:'],
			['- errors'],
			['- latency'],
			['One paragraph.'],
			['Run the tests'],
			['- Run the tests'],
			['| noon | Ann |'],
			['1. first'],
			['2. second'],
		]);
	});

	it('counts what binds nobody, and warns of titles that stand there twice', () => {
		expect(read().unbound).toEqual({ frontMatter: 3, comments: 1, links: 0, headings: 0 });
		expect([...read().unboundLines]).toEqual([
			[0, 'frontMatter'],
			[1, 'frontMatter'],
			[2, 'frontMatter'],
			[46, 'comments'],
		]);
		expect(read().problems).toEqual([
			'the H2 title "Alone" is used more than once; here its id is "Alone (2)"',
		]);
		expect(parseConstraints('---\n- a\n---\nb').problems).toEqual([
			'front matter must be a map, such as "description: …"',
		]);
	});

	it('names what is alone in its section after it, and never two alike', () => {
		const ids = (text: string) => parseConstraints(text).constraints.map(({ id }) => id);
		expect(ids('# A\n\none\n\n# A\n\ntwo\n\n# A (2)\n\nthree\n\n# A\n\nfour\n')).toEqual([
			'A',
			'A (2)',
			'A (2) (2)',
			'A (3)',
		]);
		expect(ids('# Never push to main\n\none\n')).toEqual([
			'Never push to main/h1',
			'Never push to main',
		]);
	});
});

describe('lines of tags', () => {
	const every = () => true;

	it('stand apart from the text between them, which keeps its place', () => {
		expect(htmlParts('\n<Rules a="1">\n\nBe kind.\nBe brief.\n\n  </RULES>  \nend', every)).toEqual(
			[
				{ kind: 'open', name: 'rules', text: '<Rules a="1">', line: 1 },
				{ kind: 'text', text: '\nBe kind.\nBe brief.\n', line: 2 },
				{ kind: 'close', name: 'rules', text: '</RULES>', line: 6 },
				{ kind: 'text', text: 'end', line: 7 },
			],
		);
	});

	it('are text where nothing ends them', () => {
		const asked: (string | number)[] = [];
		const parts = htmlParts('<Br>\n</p>\n<a> x', (name, line) => {
			asked.push(name, line);
			return false;
		});
		expect(asked).toEqual(['br', 0]);
		expect(parts).toEqual([
			{ kind: 'text', text: '<Br>', line: 0 },
			{ kind: 'close', name: 'p', text: '</p>', line: 1 },
			{ kind: 'text', text: '<a> x', line: 2 },
		]);
	});
});
