// The headings and tags that are open while a document is read.
import { describe, expect, it } from 'vitest';
import { HeadingStack } from '../../src/memory/document/heading-stack';

const opened = () => {
	const stack = new HeadingStack();
	stack.openHeading(1, '# One', '', [0, 1]);
	stack.openTag('in_production', '<in_production  env="a">', [1, 2]);
	stack.openHeading(2, '## Never', '!', [2, 3]);
	return stack;
};

describe('stack', () => {
	it('tell from the outermost what they are and what they make of what follows', () => {
		const stack = opened();
		expect(stack.entries.map(({ text }) => text)).toEqual([
			'# One',
			'<in_production env="a">',
			'## Never',
		]);
		expect(stack.sense).toBe('production <in_production env="a"> > !');
		const bare = new HeadingStack();
		bare.openTag('rules', '<rules>', [0, 1]);
		bare.openTag('never-ever.do:it', '<never-ever.do:it>', [1, 2]);
		expect(bare.sense).toBe('!');
	});

	it('end with a heading of their level, inside the tag it stands in', () => {
		const stack = opened();
		stack.endHeadings(1);
		expect(stack.entries.map(({ text }) => text)).toEqual(['# One', '<in_production env="a">']);
		stack.closeTag('other', [5, 6]);
		expect(stack.isOpen('in_production')).toBe(true);
		stack.closeTag('in_production', [6, 7]);
		expect(stack.isOpen('in_production')).toBe(false);
		stack.endHeadings(2);
		expect(stack.entries.map(({ text }) => text)).toEqual(['# One']);
		stack.endHeadings(1);
		expect(stack.entries.map(({ text }) => text)).toEqual([]);
	});

	it('are bare where nothing binds under them, a closing tag included', () => {
		const stack = opened();
		stack.closeTag('in_production', [6, 7]);
		stack.end();
		expect(stack.unused).toEqual([
			[2, 3],
			[1, 2],
			[6, 7],
			[0, 1],
		]);
	});

	it('are used with all that hold what binds, and no others', () => {
		const stack = opened();
		stack.endHeadings(2);
		stack.use();
		stack.openHeading(2, '## Bare', '', [4, 5]);
		stack.closeTag('in_production', [6, 7]);
		stack.openHeading(2, '## Used', '', [8, 9]);
		stack.use();
		stack.use();
		stack.end();
		expect(stack.unused).toEqual([
			[2, 3],
			[4, 5],
		]);
	});
});
