// Tests of the origins whose web pages may send requests.
import { describe, expect, it } from 'vitest';
import { originNamed, pageFault } from '../../../src/adapters/http/door';

const OWN = 'http://localhost:8787';
const passes = (headers: Record<string, string>, method = 'GET') =>
	pageFault(new Request(`${OWN}/api/memory/export`, { method, headers }), [
		'https://app.example',
	]) === null;

describe('a page', () => {
	it('is of this origin, port and scheme included, or one that is named', () => {
		expect(passes({ origin: OWN })).toBe(true);
		expect(passes({ origin: 'https://app.example' })).toBe(true);
		for (const origin of [
			'http://localhost:3000',
			'https://localhost:8787',
			'http://localhost',
			'https://app.example:8443',
			'http://app.example',
			'https://app.example.evil.example',
			'null',
			'file://',
			'',
		])
			expect([origin, passes({ origin })]).toEqual([origin, false]);
	});

	it('is no matter for what is no browser', () => {
		expect(passes({})).toBe(true);
		expect(passes({ referer: 'https://evil.example/' })).toBe(true);
	});

	it('of another site sends nothing unasked, not even a GET without an Origin', () => {
		const cross = { 'sec-fetch-site': 'cross-site' };
		expect(passes({ ...cross, 'sec-fetch-dest': 'image' })).toBe(false);
		expect(passes({ ...cross, 'sec-fetch-dest': 'document' })).toBe(true);
		expect(passes({ ...cross, 'sec-fetch-dest': 'document' }, 'POST')).toBe(false);
		expect(passes({ 'sec-fetch-site': 'same-origin' })).toBe(true);
	});
});

it('an origin is named whole, or by a host that is served over https', () => {
	expect(originNamed('https://App.example/')).toBe('https://app.example');
	expect(originNamed('claude.example')).toBe('https://claude.example');
	expect(originNamed('http://localhost:6274')).toBe('http://localhost:6274');
});
