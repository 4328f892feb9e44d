// Numbers keep their spelling from the upstream to the caller and back (docs/protect.md
// "Faithful data").
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawUpstream, startRawUpstream } from '../upstreams/raw-upstream';
import { callRaw, ERAS, resultRaw } from './raw-calls';
import { type Loadline, startLoadline } from './serve';

const NUMBERS = '{"id":9007199254740993,"n":1.0,"x":1e999,"z":-0}';
const ROWS = `{"rows":[${Array.from({ length: 120 }, () => NUMBERS).join(',')}]}`;
const ARGUMENTS =
	'{"id":9007199254740993,"n":1.0,"x":1e999,"list":[12345678901234567890],"s":"1.0"}';

const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

let upstream: RawUpstream;
let loadline: Loadline;
/** The arguments of the latest call as they stood in the upstream's request. */
let received = '';

beforeAll(async () => {
	const answer = (json: string) =>
		`{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
	upstream = await startRawUpstream({
		tools: {
			small: ({ body }) => {
				received = body;
				return answer(NUMBERS);
			},
			rows: () => answer(ROWS),
		},
	});
	loadline = await startLoadline({ config: { upstreams: [{ name: 'up', url: upstream.url }] } });
});

afterAll(async () => {
	await loadline?.stop();
	await upstream?.close();
});

describe.each(ERAS)('a %s caller', (era) => {
	it('gets the numbers of a small answer as they were, in text and structured content', async () => {
		const answer = await callRaw(loadline, 'up__small', '{}', { era });
		expect(answer).toContain(`"structuredContent":${NUMBERS}`);
		expect(answer).toContain(`"text":"${quoted(NUMBERS)}"`);
	});

	it('gets the numbers of a page, of the next page and of a projection as they were', async () => {
		// What is said of all rows is no number that a reader has rounded.
		const first = await callRaw(loadline, 'up__rows', '{}', { era });
		expect(first).toContain('"structuredContent":{"rows":[{"id":9007199254740993');
		expect(first).not.toMatch(/9007199254740992|Infinity/);
		const page = await callRaw(loadline, 'up__rows', '{"_loadline":{"limit":50.0}}', { era });
		const two = `[${NUMBERS},${NUMBERS}`;
		expect(page).toContain(`"structuredContent":{"rows":${two}`);
		expect(page).toContain(quoted(`{"rows":${two}`));
		const { nextCursor } = JSON.parse(page).result.structuredContent;
		const next = await callRaw(loadline, 'up__rows', `{"cursor":"${nextCursor}"}`, { era });
		expect(next).toContain(`"structuredContent":{"rows":${two}`);
		const only = await callRaw(loadline, 'up__rows', '{"_loadline":{"fields":"n,x","limit":2.0}}', {
			era,
		});
		expect(only).toContain('"structuredContent":{"rows":[{"n":1.0,"x":1e999},{"n":1.0,"x":1e999}]');
	});

	it('sends numbers in arguments that reach the upstream as they were spelled', async () => {
		expect((await resultRaw(loadline, 'up__small', ARGUMENTS, { era })).isError).toBeUndefined();
		expect(received).toContain(`"arguments":${ARGUMENTS}`);
	});
});
