// A body that streams to a provider is let go of as it is sent, and no redirect is followed.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { passOn } from '../../../src/adapters/node/pass-on';
import { startHttp } from '../../upstreams/node-http';

const PARTS = 160;
const PART = 65_536;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

it('what was sent is held no longer', async () => {
	let received = 0;
	const provider = await startHttp((request, response) => {
		request.on('data', (part: Buffer) => {
			received += part.length;
		});
		request.on('end', () => response.end(String(received)));
	});
	const made: WeakRef<Uint8Array>[] = [];
	let held = 0;
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				if (made.length === PARTS) {
					await expect.poll(() => received).toBeGreaterThan((PARTS - 40) * PART);
					collect();
					held = made.filter((part) => part.deref() !== undefined).length;
					return controller.close();
				}
				const part = new Uint8Array(PART);
				made.push(new WeakRef(part));
				controller.enqueue(part);
				await new Promise((resume) => setTimeout(resume));
			},
		},
		{ highWaterMark: 0 },
	);
	const init = { method: 'POST', body, duplex: 'half', redirect: 'manual' } as RequestInit;
	const answer = await passOn(provider.url, init);
	expect(await answer.text()).toBe(String(PARTS * PART));
	expect(held).toBeLessThan(60);
	await provider.close();
});

it('a redirect is told and not followed, whether the body streams or not', async () => {
	const asked: unknown[] = [];
	const provider = await startHttp((request, response) => {
		asked.push(request.url);
		request.resume().on('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
	});
	for (const body of ['{}', new Blob(['{}']).stream()]) {
		const init = { method: 'POST', body, duplex: 'half', redirect: 'manual' } as RequestInit;
		expect((await passOn(provider.url, init)).status).toBe(307);
	}
	expect(asked).toHaveLength(2);
	await provider.close();
});
