// The headings and tags that are open while a document is read.
import { describe, expect, it } from 'vitest';
import { Contexts } from '../../src/memory/contexts';

const opened = () => {
	const contexts = new Contexts();
	contexts.openHeading(1, '# One', '', [0, 1]);
	contexts.openTag('in_production', '<in_production  env="a">', [1, 2]);
	contexts.openHeading(2, '## Never', '!', [2, 3]);
	return contexts;
};

describe('contexts', () => {
	it('tell from the outermost what they are and what they make of what follows', () => {
		const contexts = opened();
		expect(contexts.texts).toEqual(['# One', '<in_production env="a">', '## Never']);
		expect(contexts.sense).toBe('production <in_production env="a"> > !');
		const bare = new Contexts();
		bare.openTag('rules', '<rules>', [0, 1]);
		bare.openTag('never-ever.do:it', '<never-ever.do:it>', [1, 2]);
		expect(bare.sense).toBe('!');
	});

	it('end with a heading of their level, inside the tag it stands in', () => {
		const contexts = opened();
		contexts.endHeadings(1);
		expect(contexts.texts).toEqual(['# One', '<in_production env="a">']);
		contexts.closeTag('other', [5, 6]);
		expect(contexts.isOpen('in_production')).toBe(true);
		contexts.closeTag('in_production', [6, 7]);
		expect(contexts.isOpen('in_production')).toBe(false);
		contexts.endHeadings(2);
		expect(contexts.texts).toEqual(['# One']);
		contexts.endHeadings(1);
		expect(contexts.texts).toEqual([]);
	});

	it('are bare where nothing binds under them, a closing tag included', () => {
		const contexts = opened();
		contexts.closeTag('in_production', [6, 7]);
		contexts.end();
		expect(contexts.bare).toEqual([
			[2, 3],
			[1, 2],
			[6, 7],
			[0, 1],
		]);
	});

	it('are used with all that hold what binds, and no others', () => {
		const contexts = opened();
		contexts.endHeadings(2);
		contexts.use();
		contexts.openHeading(2, '## Bare', '', [4, 5]);
		contexts.closeTag('in_production', [6, 7]);
		contexts.openHeading(2, '## Used', '', [8, 9]);
		contexts.use();
		contexts.use();
		contexts.end();
		expect(contexts.bare).toEqual([
			[2, 3],
			[4, 5],
		]);
	});
});
