// Tests of the ways in: development on this machine, tokens, or none.
import { describe, expect, it } from 'vitest';
import { accessMode, isLoopbackHost } from '../../src/auth/tokens';

describe('access', () => {
	it('is open in dev mode on a loopback host only', () => {
		const mode = (hostname: string, devMode = true) =>
			accessMode({ devMode, hostname, tokens: 'absent' });
		expect([mode('localhost'), mode('127.0.0.1'), mode('[::1]')]).toEqual(['dev', 'dev', 'dev']);
		expect([mode('loadline.example'), mode('192.168.0.5'), mode('localhost', false)]).toEqual([
			'closed',
			'closed',
			'closed',
		]);
	});

	it('is by token wherever tokens are configured', () => {
		for (const devMode of [true, false])
			expect(accessMode({ devMode, hostname: 'localhost', tokens: 'valid' })).toBe('token');
	});

	it('is closed when the tokens cannot be used, in dev mode too', () => {
		expect(accessMode({ devMode: true, hostname: 'localhost', tokens: 'malformed' })).toBe(
			'closed',
		);
	});
});

describe('a loopback host', () => {
	it('is this machine and nothing that looks like it', () => {
		expect(
			['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]'].every(isLoopbackHost),
		).toBe(true);
		expect(
			[
				'',
				'localhost.evil.example',
				'127.0.0.1.evil.example',
				'127.1',
				'127.0.0.256',
				'0127.0.0.1',
				'128.0.0.1',
				'0.0.0.0',
				'xlocalhost',
			].some(isLoopbackHost),
		).toBe(false);
	});
});
