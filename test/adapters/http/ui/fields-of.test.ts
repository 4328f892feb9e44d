import { expect, it } from 'vitest';
import { Emptied } from '../../../../src/adapters/http/ui/mend';
import { proposalIn } from '../../../../src/adapters/http/ui/proposals';

it('what would be left of nothing is told: all results, or the items of lists', async () => {
	const seen = ['rows.id', 'rows.notes', 'more\\.s.id', 'total'];
	const said = async (...left: string[]) => {
		const text = String(await Emptied({ of: { fields: seen, left } }));
		return [...text.matchAll(/Of ([^<]*) nothing/g)].map(([, what]) => what);
	};
	expect(await said(...seen)).toEqual([]);
	expect(await said()).toEqual(['its results']);
	expect(await said('rows.id', 'total')).toEqual(['the items of more\\.s']);
	expect(await said('total')).toEqual(['the items of rows', 'the items of more\\.s']);
});

it('a field that is ticked keeps the commas and dots of its name; written ones are told apart by commas', () => {
	const form = new URLSearchParams([
		['strip', 'name, of it'],
		['strip', 'app\\.io/name'],
		['named', 'a, b.c,'],
	]);
	expect(proposalIn(form).strip).toEqual(['name, of it', 'app\\.io/name', 'a', 'b.c']);
});
