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

it('names what is wrong once, in words for people', async () => {
	const reason = 'must be 1 to 100 letters';
	const issues = [{ path: 'name', reason }];
	const refused = (message: string) => async () =>
		Response.json({ error: { message, issues } }, { status: 400 });
	const told = await answerOf(refused(`The body is not what this route takes: name: ${reason}.`));
	expect(told.answer).toMatchObject({ fault: `name ${reason}.` });
	const besides = await answerOf(refused('The config was not changed: 1 issue.'));
	expect(besides.answer).toMatchObject({
		fault: `The config was not changed: 1 issue. name ${reason}`,
	});
});

it('asks for tools as a conversation that begins does, so that what was learnt of them is in their descriptions', async () => {
	const asked: unknown[] = [];
	const app = new Hono();
	app.get('/', async (c) => {
		const ask = async (request: Request) => {
			asked.push(await request.json());
			return Response.json({ jsonrpc: '2.0', id: 1, result: { tools: [] } });
		};
		return c.json(await apiFor(c as never, ask).tools());
	});
	await app.request('/');
	const session = { 'dev.loadline/session': expect.stringMatching(/^page-\d+$/) };
	expect(asked).toMatchObject([{ method: 'tools/list', params: { _meta: session } }]);
});
