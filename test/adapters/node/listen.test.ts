// Tests of the caller's address as a proxy tells it.
import { expect, it } from 'vitest';
import { withoutPort } from '../../../src/adapters/node/listen';

it('an address is the same whichever port it comes from', () => {
	for (const address of ['192.0.2.1', '192.0.2.1:443', '192.0.2.1:51234'])
		expect(withoutPort(address)).toBe('192.0.2.1');
	for (const address of ['[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1'])
		expect(withoutPort(address)).toBe('2001:db8::1');
	expect(withoutPort('unknown')).toBe('unknown');
});
