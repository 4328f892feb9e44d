// What a compact summary has lost is told whole, however much it is: in parts that a host takes.
import { expect, it } from 'vitest';
import { ClaudeCodeHooks } from '../../../src/adapters/hooks/claude-code';
import { createSqlitePayloads } from '../../../src/adapters/sqlite/payload-store';
import { LOCAL_PRINCIPAL } from '../../../src/auth/tokens';
import type { Services } from '../../../src/gateway/sessions/services';
import { parseConstraints } from '../../../src/memory/document/constraints';
import { err, ok } from '../../../src/shared/result';
import { openSql } from '../sqlite/open';

/** Characters that Claude Code takes of one hook; what is longer goes into a file. */
const MOST = 10_000;

const rulesOf = (count: number) =>
	`# Rules\n\n${Array.from({ length: count }, (_, at) => `- Rule ${at} ${'must hold '.repeat(30)}\n`).join('')}`;

const hooksOf = (rules: string, always = '') => {
	const baselines = createSqlitePayloads(openSql(), 'replay_baselines');
	const binding = { path: 'RULES.md', constraints: parseConstraints(rules).constraints };
	const services = {
		baselines: {
			put: async (...of: Parameters<typeof baselines.put>) => baselines.put(...of),
			get: async (task: string) => baselines.get(task),
		},
		memory: {
			hub: {
				bindingRules: async () => ok({ rules: [binding], sessions: [] }),
				standing: async () => ({ text: always }),
			},
		},
		workflow: { inForce: async () => err({ code: 'no_run', message: 'none' }) },
	};
	const hooks = new ClaudeCodeHooks({
		services: () => services as unknown as Services,
		reduce: async () => undefined,
		digest: async (text) => text,
		sessionTools: new Set(),
	});
	return async (hook_event_name: string, more: object = {}): Promise<string> => {
		const event = { session_id: 's', hook_event_name, ...more };
		const { hookSpecificOutput } = await hooks.answer(event, LOCAL_PRINCIPAL);
		return (
			(hookSpecificOutput as { additionalContext?: string } | undefined)?.additionalContext ?? ''
		);
	};
};

it('what found no room beside the rules that are always on, or in one answer, is told with the next prompts', async () => {
	const hook = hooksOf(rulesOf(50), 'always '.repeat(900));
	await hook('PostCompact', { compact_summary: 'We agreed on nothing.' });
	const told = [await hook('SessionStart', { source: 'compact' })];
	while (told.at(-1) !== '') told.push(await hook('UserPromptSubmit'));
	for (const text of told) expect(text.length).toBeLessThan(MOST);
	expect(told[0]).toContain('always always');
	for (let at = 0; at < 50; at++)
		expect(told.filter((text) => text.includes(`: Rule ${at} must`)).length, String(at)).toBe(1);
	expect(told.length).toBeLessThan(6);
});
