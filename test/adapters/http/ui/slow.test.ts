// Pages over an API that is slow, or fails.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { apiFor } from '../../../../src/adapters/http/ui/api';
import { failedBy } from '../../../../src/adapters/http/ui/place';

const answerOf = async (ask: () => Promise<Response>) => {
	let answer: unknown;
	const app = new Hono();
	app.get('/', async (c) => {
		answer = await apiFor(c as never, ask, 20).get('/api/config');
		return c.html(`${failedBy(answer as never).content}`);
	});
	const page = await (await app.request('/')).text();
	return { answer, page };
};

it('what does not answer in time has failed, by name, and can be tried again', async () => {
	const { answer, page } = await answerOf(() => new Promise(() => {}));
	const fault = 'The server did not answer within 0.02 seconds.';
	expect(answer).toEqual({ status: 504, body: null, fault });
	expect(page).toContain(fault);
	expect(page).toContain('Try again');
});

it('what breaks has failed, too', async () => {
	expect((await answerOf(() => Promise.reject(new Error('down')))).page).toContain('Try again');
	const broken = async () => new Response('<html>', { status: 502 });
	expect((await answerOf(broken)).page).toContain('could not say what was wrong');
});

it('who may not is told whom to ask', async () => {
	const refused = async () =>
		Response.json({ error: { message: 'It takes the scope "admin".' } }, { status: 403 });
	const { page } = await answerOf(refused);
	expect(page).toContain('administrator');
	expect(page).not.toContain('Try again');
});
