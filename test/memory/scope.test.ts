import { describe, expect, it } from 'vitest';
import { isFor, scopeOf } from '../../src/memory/search/scope';

const head = (yaml: string) => `---\n${yaml}\n---\n- x\n`;

describe('where a rule applies', () => {
	it.each([
		['AGENTS.md', '- x\n', true, []],
		['CLAUDE.md', '- x\n', true, []],
		['.claude/CLAUDE.md', '- x\n', true, []],
		['docs/AGENTS.md', '- x\n', false, ['docs/**']],
		['packages/web/.claude/CLAUDE.md', '- x\n', false, ['packages/web/**']],
		['docs/AGENTS.md', head('globs: "*.sql"'), false, ['*.sql']],
		['AGENTS.md.old', '- x\n', false, []],
		['MY_AGENTS.md', '- x\n', false, []],
		['.claude/rules/a.md', '- x\n', true, []],
		['packages/web/claude/rules/A.md', '- x\n', true, []],
		['.claude/rules/a.md', head('paths: "*.sql"'), false, ['*.sql']],
		['my.claude/rules/a.md', '- x\n', false, []],
		['.github/copilot-instructions.md', '- x\n', true, []],
		['github/COPILOT_INSTRUCTIONS.md', '- x\n', true, []],
		['docs/copilot-instructions.md', '- x\n', false, []],
		['.github/instructions/a.md', '- x\n', false, []],
		...['*', '**', '**/*', '/**'].map(
			(glob) => ['.github/instructions/a.md', head(`applyTo: "${glob}"`), true, [glob]] as const,
		),
		['.github/instructions/a.md', head('applyTo: "**,*.ts"'), false, ['**', '*.ts']],
		['rules/a.md', head('globs: "**"'), false, ['**']],
		['imported/docs/A.md', '- x\n', true, []],
		['imported/docs/A.md', head('globs: "*.sql"'), false, ['*.sql']],
		['rules/a.md', '- x\n', false, []],
		['rules/a.md', head('alwaysApply: true'), true, []],
		['.claude/rules/a.md', head('alwaysApply: false'), false, []],
	] as [string, string, boolean, string[]][])('%s with %j', (file, content, always, globs) => {
		expect(scopeOf({ path: file }, content)).toEqual({ always, globs });
	});

	it.each([
		[['*.ts'], ['a.sql', 'a.ts'], true],
		[['*.ts'], [], false],
		[['**'], ['a.ts'], false],
		[['**', '*.ts'], ['a.sql'], false],
		[['**', '!*.sql'], ['a.ts'], false],
		[['*.ts', '!b.ts'], ['b.ts'], false],
	])('%j is for %j: %s', (globs, files, isNamed) => {
		expect(isFor({ always: false, globs }, files)).toBe(isNamed);
	});
});
