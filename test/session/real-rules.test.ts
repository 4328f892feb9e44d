// Real rules through a context action: what people and formatters do to a file without changing what it says
// raises no alarm, what changes it is found. Skipped where the files are not there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/constraints';
import type { BindingRule } from '../../src/memory/hub/binding';
import { replaySection } from '../../src/session/held';
import { liveConstraints } from '../../src/session/live-constraints';
import { livePayload } from '../../src/session/live-payload';
import { livePrompt } from '../../src/session/live-prompt';

const folder = join(import.meta.dirname, '../../../shared/fixtures/rules/files');
const files = existsSync(folder) ? readdirSync(folder) : [];
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const rule = (content: string, path = 'A.md'): BindingRule => {
	const { constraints } = parseConstraints(content);
	return { ruleId: 'p-1', kind: 'rule', path, hash: '', constraints };
};

/** The verdict on what is told after an edit, against what was saved before it. */
const verdict = (before: BindingRule, after: BindingRule) =>
	replaySection({
		live: livePayload({ task: 't', rules: [after] }),
		constraints: liveConstraints([after]),
		baseline: livePayload({ task: 't', rules: [before] }),
		tokenBudget: 1e9,
		estimate: (text) => text.length,
	}).verification;

/** Lines outside of code, front matter and tables, by what they are. */
function lines(content: string): { text: string; isCode: boolean }[] {
	let fence = '';
	const all = content.split('\n');
	const end = /^---\r?$/.test(all[0] ?? '')
		? all.findIndex((line, at) => at > 0 && /^---\s*$/.test(line))
		: -1;
	return all.map((text, at) => {
		const [, mark = ''] = /^\s*(?:[-*+]\s+|\d+\.\s+)?(`{3,}|~{3,})/.exec(text) ?? [];
		const isFence = mark !== '';
		const isCode =
			at <= end ||
			fence !== '' ||
			isFence ||
			/^(?: {4}|\t)/.test(text) ||
			text.includes('|') ||
			text.startsWith('<');
		if (isFence) fence = fence === '' ? mark : text.trim().startsWith(fence) ? '' : fence;
		return { text, isCode };
	});
}
const eachLine = (content: string, edit: (line: string) => string): string =>
	lines(content)
		.map(({ text, isCode }) => (isCode ? text : edit(text)))
		.join('\n');

const ITEM = /^(\s*)[-*+] (?=\S)/;
const HARMLESS: Record<string, (content: string) => string> = {
	'CRLF line ends': (content) => content.replaceAll(/\r?\n/g, '\r\n'),
	'a BOM': (content) => `\ufeff${content.replace(/^\ufeff/, '')}`,
	'spaces at the ends of lines': (content) =>
		eachLine(content, (line) => (line.trim() === '' ? line : `${line} `)),
	'no newline at the end': (content) => content.trimEnd(),
	'newlines at the end': (content) => `${content}\n\n\n`,
	'other markers': (content) => eachLine(content, (line) => line.replace(ITEM, '$1* ')),
	'pluses for markers': (content) => eachLine(content, (line) => line.replace(ITEM, '$1+ ')),
	'underscores for emphasis': (content) =>
		eachLine(content, (line) => line.replaceAll(/\*\*(\w+(?: \w+)*)\*\*(?!\w)/g, '__$1__')),
	'no bold': (content) =>
		eachLine(content, (line) => line.replaceAll(/\*\*(\w+(?: \w+)*)\*\*(?!\w)/g, '$1')),
	'two spaces between words': (content) =>
		eachLine(content, (line) => line.replaceAll(/(?<=\w) (?=[a-z]{4})/g, '  ')),
	'a comment on top': (content) =>
		content.startsWith('---') ? content : `<!-- edited -->\n\n${content}`,
	'other front matter': (content) => content.replace(/^---\n/, '---\nowner: somebody\n'),
	'no front matter': (content) => content.replace(/^---\n[\s\S]*?\n---\n/, ''),
	'front matter at last': (content) =>
		content.startsWith('---') ? content : `---\nalwaysApply: true\n---\n${content}`,
	'headings a level deeper': (content) =>
		eachLine(content, (line) => line.replace(/^(#{1,5}) /, '$1# ')),
	'closed headings': (content) =>
		eachLine(content, (line) => line.replace(/^(#{1,6}) (.*\w)\s*$/, '$1 $2 $1')),
	'reworded headings': (content) =>
		eachLine(content, (line) => line.replace(/^(#{1,6} .*\w)\s*$/, '$1 (for all)')),
	'blank lines after headings': (content) =>
		eachLine(content, (line) => (/^#{1,6} /.test(line) ? `${line}\n` : line)),
	'curly quotation marks': (content) =>
		eachLine(content, (line) =>
			line.includes('`') ? line : line.replaceAll(/(?<=\w)'(?=\w)/g, '’'),
		),
	'a new name': (content) => content,
	rewraps: (content) =>
		eachLine(content, (line) => {
			const [, space = '', mark = '', words = ''] =
				/^(\s*)([-*+] )?([A-Z][\w ,]{50,})$/.exec(line) ?? [];
			if (words === '') return line;
			const cut = words.indexOf(' ', 25);
			return `${space}${mark}${words.slice(0, cut)}\n${space}${' '.repeat(mark.length)}${words.slice(cut + 1)}`;
		}),
};

describe.runIf(files.length > 0)('a harmless edit of real rules', () => {
	it.each(Object.keys(HARMLESS))('raises no alarm: %s', (name) => {
		const alarms = files.flatMap((file) => {
			const before = rule(read(file));
			const edited = HARMLESS[name]?.(read(file)) ?? '';
			const { admissible, issues } = verdict(before, rule(edited, 'B.md'));
			return admissible ? [] : [{ file, evidence: issues[0]?.evidence?.slice(0, 2) }];
		});
		expect(alarms).toEqual([]);
	});
});

/** Edits of one constraint's text that change what it says. */
const CORRUPT: Record<string, (text: string) => string> = {
	'a negation taken out': (text) => text.replace(/\b(?:not|never|don't|avoid)\b ?/i, ''),
	'a negation put in': (text) => text.replace(/^(\W*)(\w+)/, '$1Never $2'),
	'a word changed': (text) => text.replace(/\b[a-z]{5,}\b/, 'otherwise'),
	'a number changed': (text) => text.replace(/\d+/, (number) => String(Number(number) + 1)),
	'a word taken out': (text) => text.replace(/\b[a-z]{4,}\b ?/, ''),
	'MUST softened': (text) => text.replace(/\b(?:must|always)\b/i, 'may'),
	'a letter of code changed': (text) => text.replace(/`(\w+)`/, '`$1x`'),
	'the end cut off': (text) => text.slice(0, Math.ceil(text.length / 2)),
};

describe.runIf(files.length > 0)('a corruption of real rules', () => {
	const each = (
		edit: (
			rule: BindingRule,
			at: number,
		) => readonly BindingRule['constraints'][number][] | undefined,
	) => {
		let tried = 0;
		const missed: string[] = [];
		for (const file of files) {
			const before = rule(read(file));
			for (let at = 0; at < before.constraints.length; at += 31) {
				const constraints = edit(before, at);
				if (constraints === undefined) continue;
				tried++;
				if (verdict(before, { ...before, constraints }).admissible)
					missed.push(`${file}: ${before.constraints[at]?.text.slice(0, 80)}`);
			}
		}
		expect(missed).toEqual([]);
		expect(tried).toBeGreaterThan(5);
	};
	const reparsed = (content: string) => parseConstraints(content).constraints;

	it.each(Object.keys(CORRUPT))('is found: %s', (name) => {
		each(({ constraints }, at) => {
			const { text = '' } = constraints[at] ?? {};
			const edited = CORRUPT[name]?.(text) ?? text;
			if (edited === text || edited.trim() === '') return undefined;
			// As the document would be read again.
			const [again] = reparsed(`- ${edited.replaceAll('\n', '\n  ')}`);
			const known = constraints[at];
			if (again === undefined || known === undefined || again.key === known.key) return undefined;
			return constraints.map((constraint, index) =>
				index === at ? { ...again, heading: known.heading ?? '' } : constraint,
			);
		});
	});

	it('is found: a constraint removed, and it is one removal', () => {
		for (const file of files) {
			const before = rule(read(file));
			const texts = new Set(liveConstraints([before]).map(({ line }) => line));
			const last = before.constraints.at(-1);
			const constraints = before.constraints.slice(0, -1);
			const rest = new Set(liveConstraints([{ ...before, constraints }]).map(({ line }) => line));
			if (last === undefined || texts.size === rest.size) continue;
			const { issues } = verdict(before, { ...before, constraints });
			expect(issues.flatMap(({ evidence = [] }) => evidence)).toHaveLength(1);
		}
	});
});

describe.runIf(files.length > 0)('what is told again of real rules', () => {
	const promptOf = (told: Parameters<typeof livePrompt>[1]) =>
		countTokens(livePrompt(livePayload({ task: 't', rules: [] }), told));

	it('costs the texts and at most six tokens each, its name and headings among them', () => {
		const dear = files.flatMap((file) => {
			const told = liveConstraints([rule(read(file), file)]);
			const texts = told.reduce((sum, { line }) => sum + countTokens(line), 0);
			const cost = promptOf(told) - promptOf([]) - texts;
			return told.length >= 5 && cost > 6 * told.length ? [{ file, cost, count: told.length }] : [];
		});
		expect(dear).toEqual([]);
	});

	it('names what announces a list once, and where the list ends', () => {
		const content = '## Tests\n\nDo not:\n\n- Sleep\n- Retry\n\nRun all of them.\n';
		const told = liveConstraints([rule(content)]);
		expect(livePrompt(livePayload({ task: 't', rules: [] }), told)).toContain(
			'[A.md Tests]\n- Do not:\n- Sleep\n- Retry\n[Tests]\n- Run all of them.',
		);
		expect(livePrompt(livePayload({ task: 't', rules: [] }), told.slice(1))).toContain(
			'[A.md Tests: Do not:]\n- Sleep\n- Retry\n[Tests]',
		);
	});
});
