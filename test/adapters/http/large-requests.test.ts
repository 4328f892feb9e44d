// Large bodies of one workspace wait for each other, and not the other workspaces for them.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { largeRequests } from '../../../src/adapters/http/app';
import type { RouteState } from '../../../src/adapters/http/deps';
import { Room } from '../../../src/shared/room';
import { open as openApp } from './open-app';

/** An application whose answers wait until they are let go. */
function setting(room?: Room) {
	const open = new Set<() => void>();
	const app = new Hono<RouteState>();
	app.use(async (c, next) => {
		const workspace = c.req.header('workspace') ?? '';
		c.set('principal', { id: 'p', workspace, scopes: [] });
		await next();
	});
	app.use(largeRequests(room));
	app.post('/', async (c) => {
		await new Promise<void>((resolve) => open.add(resolve));
		return c.text('done');
	});
	const send = (workspace: string, bytes: number) =>
		app.request('/', {
			method: 'POST',
			body: 'x',
			headers: { workspace, 'content-length': String(bytes) },
		});
	return { open, send };
}

it('of one workspace leave room for those of another', async () => {
	const { open, send } = setting(new Room(48_000_000));
	const greedy = Array.from({ length: 6 }, () => send('ws-greedy', 4_000_000));
	await expect.poll(() => open.size).toBe(3);
	const other = send('ws-other', 4_000_000);
	// Room for one has been given back: it is the other's, though three of the first have waited longer.
	await new Promise((resume) => setTimeout(resume, 50));
	const [first] = open;
	open.delete(first as () => void);
	first?.();
	await expect.poll(() => open.size).toBe(3);
	[...open].at(-1)?.();
	expect(await (await other).text()).toBe('done');
	const rest = setInterval(() => {
		for (const end of open) end();
	}, 10);
	expect((await Promise.all(greedy)).map(({ status }) => status)).toEqual(Array(6).fill(200));
	clearInterval(rest);
});

it('that one workspace never ends keep no other waiting, as much as they say they have', async () => {
	const { open, send } = setting();
	const greedy = Array.from({ length: 4 }, () => send('ws-greedy', 12_000_000));
	await expect.poll(() => open.size).toBe(1);
	const others = Array.from({ length: 8 }, () => send('ws-other', 300_000));
	await expect.poll(() => open.size).toBe(9);
	const rest = setInterval(() => {
		for (const end of open) end();
	}, 10);
	const answers = await Promise.all([...others, ...greedy]);
	expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
	clearInterval(rest);
});

it('for a model have the part of whoever sends them, and none where nobody is known', async () => {
	const asked: (string | undefined)[] = [];
	let end = (): void => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const { ask } = openApp({
		llm: {
			async caller({ headers }) {
				const workspace = headers.get('x-loadline-token');
				return workspace === null ? null : { id: 'p', workspace, scopes: [] };
			},
			async serve(_, caller) {
				asked.push(caller?.workspace);
				if (caller?.workspace === 'ws-greedy') await ended;
				return new Response('', { status: caller ? 200 : 401 });
			},
			madeIn: () => undefined,
		},
	});
	const send = async (headers: Record<string, string>, bytes = 12_000_000) => {
		const length = { 'content-length': String(bytes) };
		const init = { method: 'POST', body: 'x', headers: { ...headers, ...length } };
		return (await ask('/llm/anthropic/v1/messages', init)).status;
	};
	const greedy = send({ 'x-loadline-token': 'ws-greedy' });
	await expect.poll(() => asked).toEqual(['ws-greedy']);
	expect(await send({ 'x-loadline-token': 'ws-other' }, 300_000)).toBe(200);
	expect(await send({})).toBe(401);
	end();
	expect(await greedy).toBe(200);
});
