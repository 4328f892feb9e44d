// Tests of lists of pages: a page beyond their end, a search for a session that Loadline named.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Forms } from './forms';
import { resultRaw } from './raw-calls';

let forms: Forms;
beforeAll(async () => {
	forms = await Forms.open();
});
afterAll(() => forms?.loadline.stop());

it('a page of a list beyond its end says so, and leads to its beginning', async () => {
	await resultRaw(forms.loadline, 'demo__list_bookings');
	for (const path of ['/?offset=500', '/overview?offset=500', '/config?offset=500']) {
		if (path.startsWith('/config')) await forms.api('/api/config', 'PUT', { chunkSize: 71 });
		const text = await forms.get(path);
		expect([path, text]).toEqual([path, expect.stringContaining('The list ends before row 501')]);
		expect([path, text]).toEqual([path, expect.stringContaining('From the beginning')]);
		expect(text).not.toMatch(/501 to \d/);
	}
});

it('a session that Loadline named leads to the conversation of calls that name none', async () => {
	const found = await forms.get('/find?q=s-C7FVnCENARa4');
	expect(found).toContain('href="/sessions/default"');
	expect(await forms.get('/find?q=s-1')).toContain('Nothing has these words');
});
