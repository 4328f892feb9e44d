// Real rules through a context action: what people and formatters do to a file without changing what it says
// raises no alarm, what changes it is found. Skipped where the files are not there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { CORRUPT } from '../../bench/rules/corrupt';
import { HARMLESS } from '../../bench/rules/harmless';
import { isPlain } from '../../bench/rules/lines';
import { ruleOf, shown, verdict } from '../../bench/rules/replayed';
import { liveConstraints, livePrompt } from '../../src/session/live-constraints';
import { livePayload } from '../../src/session/verified-action';
import { share, times } from '../fuzz-runs';

const folder = join(import.meta.dirname, '../../../shared/fixtures/rules/files');
const files = existsSync(folder) ? readdirSync(folder) : [];
const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
const plain = [...texts].filter(([, text]) => isPlain(text));

describe.runIf(files.length > 0)('a harmless edit of real rules', () => {
	const before = new Map(plain.map(([file, text]) => [file, ruleOf(text)]));
	it.each(Object.keys(HARMLESS).map((name, at) => [name, at] as const))(
		'raises no alarm: %s',
		(name, at) => {
			const alarms = share(plain, 27, at).flatMap(([file, text]) => {
				const edited = HARMLESS[name]?.(text) ?? '';
				const was = before.get(file) ?? ruleOf(text);
				const { admissible, issues } = verdict(was, ruleOf(edited, 'B.md'));
				return admissible ? [] : [{ file, evidence: issues[0]?.evidence?.slice(0, 2) }];
			});
			expect(alarms).toEqual([]);
		},
	);
});

describe.runIf(files.length > 0)('a corruption of real rules', () => {
	it.each(Object.keys(CORRUPT).map((name, at) => [name, at] as const))(
		'is found: %s',
		(name, at) => {
			let tried = 0;
			const missed = share(plain, 9, at).flatMap(([file, text], draw) => {
				const edited = CORRUPT[name]?.(text, 31 * draw) ?? text;
				if (edited === text) return [];
				tried++;
				return shown(text, edited) === 'unseen' ? [file] : [];
			});
			expect(missed).toEqual([]);
			expect(tried).toBeGreaterThan(times(0, 2));
		},
	);

	it('is found: a constraint removed, and it is one removal', () => {
		for (const text of share([...texts.values()], 18)) {
			const before = ruleOf(text);
			const lines = new Set(liveConstraints([before]).map(({ line }) => line));
			const last = before.constraints.at(-1);
			const constraints = before.constraints.slice(0, -1);
			const rest = new Set(liveConstraints([{ ...before, constraints }]).map(({ line }) => line));
			if (last === undefined || lines.size === rest.size) continue;
			const { issues } = verdict(before, { ...before, constraints });
			expect(issues.flatMap(({ evidence = [] }) => evidence)).toHaveLength(1);
		}
	});
});

describe.runIf(files.length > 0)('what is told again of real rules', () => {
	const promptOf = (told: Parameters<typeof livePrompt>[1]) =>
		countTokens(livePrompt(livePayload({ task: 't', rules: [] }), told));

	it('costs the texts and at most six tokens each, its name and headings among them', () => {
		const dear = share([...texts], 5).flatMap(([file, text]) => {
			const told = liveConstraints([ruleOf(text, file)]);
			const texts = told.reduce((sum, { said }) => sum + countTokens(said), 0);
			const cost = promptOf(told) - promptOf([]) - texts;
			return told.length >= 5 && cost > 6 * told.length ? [{ file, cost, count: told.length }] : [];
		});
		expect(dear).toEqual([]);
	});

	it('names what announces a list once, and where the list ends', () => {
		const content = '## Tests\n\nDo not:\n\n- Sleep\n- Retry\n\nRun all of them.\n';
		const told = liveConstraints([ruleOf(content)]);
		expect(livePrompt(livePayload({ task: 't', rules: [] }), told)).toContain(
			'[A.md Tests]\n- Do not:\n- Sleep\n- Retry\n[Tests]\n- Run all of them.',
		);
		expect(livePrompt(livePayload({ task: 't', rules: [] }), told.slice(1))).toContain(
			'[A.md Tests: Do not:]\n- Sleep\n- Retry\n[Tests]',
		);
	});
});
