import { expect, it } from 'vitest';
import { withoutReminder, withReminder } from '../../src/memory/document/document';

it('a reminder ends what binds, and is taken off again, however often it stands there', () => {
	const told = withReminder('rule', '- x\n\n');
	expect(told).toMatch(/^- x\n\n---\n\*\*Refer:\*\* when .*`memref`.*\n$/);
	expect(withReminder('workflow', '- x\n')).toBe(told);
	expect(withReminder('context', '- x\n\n')).toBe('- x\n\n');
	expect(withoutReminder(told)).toBe('- x\n');
	expect(withoutReminder(`${withReminder('rule', told)}\n \n`)).toBe('- x\n');
	for (const content of ['- x\n\n', '- x', `${told}- y\n`])
		expect(withoutReminder(content)).toBe(content);
});
