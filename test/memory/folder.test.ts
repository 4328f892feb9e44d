// Tests of the object that a file is, by where it lies.
import { describe, expect, it } from 'vitest';
import { isImportable, kindOf, objectPathOf } from '../../src/memory/files/paths';

const NOT_MARKDOWN =
	'only Markdown files in rules/, workflow/ and context/, and rules of hosts, are memory';
const NO_PLACE =
	'memory lies in rules/, workflow/, context/, META_PROMPT.md and the rules of hosts';

describe('a file of a repository', () => {
	it.each([
		['META_PROMPT.md', 'mpf', 'META_PROMPT.md'],
		['.loadline/META_PROMPT.md', 'mpf', 'META_PROMPT.md'],
		['.loadline/rules/a.md', 'rule', 'A.md'],
		['rules/a.MD', 'rule', 'A.md'],
		['rules/deep/a.md', 'rule', 'deep/A.md'],
		['workflow/a/b.md', 'rule', 'workflow/a/B.md'],
		['context/a.md', 'context', 'A.md'],
		['AGENTS.md', 'rule', 'AGENTS.md'],
		['a/b/CLAUDE.md', 'rule', 'a/b/CLAUDE.md'],
		['.claude/rules/a/b.md', 'rule', 'claude/rules/a/B.md'],
		['p/.claude/rules/a.md', 'rule', 'p/claude/rules/A.md'],
		['.claude/commands/x.md', 'rule', 'workflow/claude/commands/X.md'],
		['p/.claude/skills/y/SKILL.md', 'rule', 'workflow/p/claude/skills/y/SKILL.md'],
		['.cursor/rules/a.mdc', 'rule', 'cursor/rules/A.md'],
		['.cursorrules', 'rule', 'cursor/CURSORRULES.md'],
		['p/.cursorrules', 'rule', 'p/cursor/CURSORRULES.md'],
		['.github/copilot-instructions.md', 'rule', 'github/COPILOT_INSTRUCTIONS.md'],
		['.github/instructions/a.instructions.md', 'rule', 'github/instructions/A.md'],
		['.github/instructions/b.md', 'rule', 'github/instructions/B.md'],
	] as const)('%s is a %s at %s', (file, category, path) => {
		const kind = kindOf(category, path);
		const place = { ok: true, value: { category, kind, path } };
		expect(objectPathOf(file, false)).toEqual(place);
		expect(objectPathOf(file)).toEqual(place);
	});

	it.each([
		['xAGENTS.md', 'imported/XAGENTS.md'],
		['p/.github/copilot-instructions.md', 'imported/p/github/COPILOT_INSTRUCTIONS.md'],
		['.loadlinex/rules/a.md', 'imported/loadlinex/rules/A.md'],
		['x/.loadline/rules/a.md', 'imported/x/loadline/rules/A.md'],
		['other/a.md', 'imported/other/A.md'],
		['rules/a.txt', 'imported/rules/A_TXT.md'],
		['rules', 'imported/RULES.md'],
		['LICENSE', 'imported/LICENSE.md'],
		['a/notes.TXT', 'imported/a/NOTES_TXT.md'],
		['.hidden/notes.md', 'imported/hidden/NOTES.md'],
		['a.b.md', 'imported/A_B.md'],
		['a.mdx', 'imported/A_MDX.md'],
		['a.markdown', 'imported/A_MARKDOWN.md'],
	])('%s is none by its place, and %s as an import', (file, path) => {
		expect(objectPathOf(file, false)).toMatchObject({ ok: false });
		expect(isImportable(file)).toBe(true);
		expect(objectPathOf(file)).toEqual({
			ok: true,
			value: { category: 'rule', kind: 'rule', path },
		});
	});

	it.each([
		['node_modules/a.md', NO_PLACE],
		['a/node_modules/b.md', NO_PLACE],
		['.git/a.md', NO_PLACE],
		['.env', NOT_MARKDOWN],
		['a/.env', NOT_MARKDOWN],
		['.hidden/notes.txt', NOT_MARKDOWN],
		['notes.text', NOT_MARKDOWN],
		['a.b.txt', NOT_MARKDOWN],
		['a.md5', NOT_MARKDOWN],
		['.cursorrules2', NOT_MARKDOWN],
		['.cursor/rules/a.mdcx', NOT_MARKDOWN],
		['rules/.md', 'unsafe path'],
	])('%s is none: %s', (file, error) => {
		expect(isImportable(file)).toBe(false);
		expect(objectPathOf(file)).toEqual({ ok: false, error });
	});

	it('is refused where its path leads out', () => {
		expect(objectPathOf('rules/../a.md')).toEqual({ ok: false, error: 'unsafe path' });
		expect(objectPathOf('rules', false)).toEqual({ ok: false, error: NOT_MARKDOWN });
	});
});
