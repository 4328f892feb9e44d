// Tests that what is stored ends: by itself when nobody uses it any more, and when somebody says so.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultRaw } from '../raw-calls';
import { type Limited, startLimited } from './start';

const DAY = 86_400_000;
let loadline: Limited;
beforeAll(async () => {
	loadline = await startLimited({ config: { demo: true, retention: { sessionDays: 30 } } });
});
afterAll(() => loadline.stop());

const call = (session: string) =>
	resultRaw(loadline, 'demo__get_booking', '{"id":"bk_0001","fields":"id"}', { session });
const sessions = async () => {
	const answer = await loadline.fetch('/api/sessions');
	const listed = (await answer.json()) as { sessions: { id: string; principal: string }[] };
	return listed.sessions;
};
const status = async (path: string, method = 'GET') =>
	(await loadline.fetch(`/api/sessions${path}`, { method })).status;

it('deletes a session with all that it holds, and the others stay', async () => {
	await call('one');
	await call('two');
	expect((await sessions()).map(({ id }) => id).sort()).toEqual(['one', 'two']);
	expect(await status('/one', 'DELETE')).toBe(200);
	expect((await sessions()).map(({ id }) => id)).toEqual(['two']);
	expect([await status('/one'), await status('/two')]).toEqual([404, 200]);
	await call('one');
	expect((await sessions()).map(({ id }) => id).sort()).toEqual(['one', 'two']);
	expect(await status('', 'DELETE')).toBe(200);
	expect(await sessions()).toEqual([]);
});

it('deletes a session that nobody has used for its days, by its own alarm', async () => {
	await call('old');
	const [old] = await sessions();
	const ring = () => loadline.ring('SESSION', `ws-local/${old?.principal}/old`);
	await loadline.faults({ ahead: 29 * DAY });
	await ring();
	expect(await status('/old')).toBe(200);
	await loadline.faults({ ahead: 31 * DAY });
	await ring();
	expect(await status('/old')).toBe(404);
	await loadline.ring('TELEMETRY', 'ws-local');
	expect(await sessions()).toEqual([]);
});
