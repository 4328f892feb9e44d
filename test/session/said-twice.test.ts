// A document that says a text in several sections: what a status repeats is the line that was told, and adds nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { openRun } from '../memory/told-run';

const NAMES = ['Wibbling', 'Flanging', 'Trundling', 'Snorkeling'] as const;
const ROPE = 'Every rope is inspected before noon.';
const OWN: Readonly<Record<string, string>> = {
	Wibbling: 'Lamps hang on hooks.',
	Flanging: 'Nobody enters the pit alone.',
	Trundling: 'Wheels get grease each Monday.',
	Snorkeling: 'Masks are rinsed with vinegar.',
};
const sectionOf = (name: string) => `## ${name}\n\n- ${OWN[name]}\n- ${ROPE}\n`;
const textOf = (names: readonly string[], more = '') =>
	`# Gadget manual${more}\n\n${names.map(sectionOf).join('\n')}`;
/** A document of sections with these lines, by their headings. */
const textWith = (sections: Readonly<Record<string, readonly string[]>>) =>
	`# Gadget manual\n\n${Object.entries(sections)
		.map(([name, lines]) => `## ${name}\n\n${lines.map((line) => `- ${line}\n`).join('')}`)
		.join('\n')}`;

async function world(first: readonly string[] | string = NAMES) {
	const here = await openRun(typeof first === 'string' ? first : textOf(first));
	return {
		...here,
		edit: (names: readonly string[] | string, more = '') =>
			here.edit(typeof names === 'string' ? names : textOf(names, more)),
	};
}

describe('a text that a document says in several sections', () => {
	it('is repeated once, where it was told', async () => {
		const here = await world();
		await here.tell('Trundling');
		for (let status = 0; status < 4; status++) {
			const { prompt } = await here.status();
			expect(prompt.split(ROPE)).toHaveLength(2);
			expect(prompt).toContain('Trundling');
			for (const name of ['Wibbling', 'Flanging', 'Snorkeling']) expect(prompt).not.toContain(name);
		}
	});

	it('is the same line where its heading is called otherwise and it is told again', async () => {
		const here = await world(['Wibbling', 'Trundling']);
		await here.tell('Trundling');
		await here.edit(['Flanging', 'Wibbling', 'Trundling']);
		await here.tell('Trundling');
		await here.edit(['Trundling']);
		expect(await here.status()).toMatchObject({ admissible: true });
	});

	it('is owed as often as it was told, also of different versions', async () => {
		const here = await world(['Wibbling', 'Trundling']);
		await here.tell('Wibbling');
		await here.edit(['Wibbling', 'Trundling'], ' again');
		await here.tell('Trundling');
		expect(await here.status()).toMatchObject({ admissible: true });
		await here.edit(['Trundling']);
		expect((await here.status()).lost).toEqual([`${ROPE} (2)`, OWN.Wibbling]);
	});

	it.each([false, true])(
		'is lost for good where its section loses it, status between: %s',
		async (isAsked) => {
			const lamp = 'Lamps hang on hooks.';
			const here = await world(textWith({ Wibbling: [ROPE, lamp], Flanging: [ROPE] }));
			await here.tell('Wibbling');
			await here.edit(textWith({ Wibbling: [lamp] }));
			if (isAsked) await here.status();
			await here.edit(textWith({ Wibbling: [lamp], Flanging: [ROPE] }));
			const { admissible, lost } = await here.status();
			expect({ admissible, lost: lost.length }).toEqual({ admissible: false, lost: 1 });
		},
	);

	it.each([false, true])(
		'moves to a section that it was not told of, status between: %s',
		async (isAsked) => {
			const here = await world(textWith({ Flanging: [ROPE], Trundling: [ROPE] }));
			await here.tell('Trundling');
			await here.edit(textWith({ Snorkeling: [ROPE], Flanging: [ROPE], Trundling: [ROPE] }));
			if (isAsked) await here.status();
			await here.edit(textWith({ Snorkeling: [ROPE], Flanging: [ROPE] }));
			expect(await here.status()).toMatchObject({ admissible: true, lost: [] });
		},
	);

	it('stands under a new heading where a section that was not told goes with the same edit', async () => {
		const [lamp, wheel] = ['Lamps hang on hooks.', 'Wheels get grease each Monday.'];
		const here = await world(textWith({ Wibbling: [lamp, ROPE], Flanging: [wheel, ROPE] }));
		await here.tell('Flanging');
		await here.edit(textWith({ Snorkeling: [wheel, ROPE] }));
		expect(await here.status()).toMatchObject({ admissible: true, lost: [] });
	});

	it('fails a proof only with a section that was told, whatever statuses came between', async () => {
		const names = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });
		const counts = fc.array(fc.nat(3), { minLength: 3, maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(names, names, names, counts, async (told, later, left, statuses) => {
				const verdicts: unknown[] = [];
				for (const isAsked of [false, true]) {
					const here = await world();
					const ask = async (phase: number) => {
						for (let n = 0; isAsked && n < (statuses[phase] ?? 0); n++) await here.status();
					};
					for (const name of told) await here.tell(name);
					await ask(0);
					await here.edit(NAMES, ' again');
					await ask(1);
					for (const name of later) await here.tell(name);
					await here.edit(left);
					await ask(2);
					const verdict = await here.status();
					const isWhole = [...told, ...later].every((name) => left.includes(name));
					expect(verdict.admissible).toBe(isWhole);
					expect(await here.status()).toEqual(verdict);
					verdicts.push(verdict);
				}
				expect(verdicts[1]).toEqual(verdicts[0]);
			}),
			{ numRuns: times(15, 1_000) },
		);
	});
});
