import { expect, it } from 'vitest';
import { withoutReminder, withReminder } from '../../src/memory/document/document';

it('a reminder ends what binds, and is taken off again, however often and wherever it stands', () => {
	const told = withReminder('rule', '- x\n\n');
	expect(told).toMatch(/^- x\n\n---\n\*\*Refer:\*\* when .*`memref`.*\n$/);
	expect(withReminder('workflow', '- x\n')).toBe(told);
	expect(withReminder('context', '- x\n\n')).toBe('- x\n\n');
	expect(withoutReminder(told)).toBe('- x\n');
	expect(withoutReminder(`${withReminder('rule', told)}\n \n`)).toBe('- x\n');
	const windows = '- x\r\n- y\r\n';
	for (const sent of [
		withReminder('rule', windows),
		told.replace('- x', '- x\n- y').replaceAll('\n', '\r\n'),
	])
		expect(withoutReminder(sent)).toBe(windows);
	expect(withoutReminder(`${told}- y\n`)).toBe('- x\n\n\n- y\n');
	expect(withoutReminder(`${told.replaceAll(' ', '\n')}- y`)).toBe('-\nx\n\n\n- y\n');
	for (const content of ['- x\n\n', '- x', '- x\n---\n**Refer:** when in doubt\n'])
		expect(withoutReminder(content)).toBe(content);
	expect(withoutReminder('**Refer:** when '.repeat(15_000))).toHaveLength(240_000);
});
