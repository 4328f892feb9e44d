import { describe, it } from 'vitest';
import { BASE64, both, json, LOG, order, orders, prose, small, times } from './payloads';
import { answer, expectShown, follow, within } from './shown';

const IMAGE = { type: 'image', data: BASE64.slice(0, 40), mimeType: 'image/png' };
const block = (body: string) => ({ type: 'text', text: body });
const link = (at: number) => ({
	type: 'resource_link',
	uri: `file:///docs/page-${at}.md`,
	name: `page-${at}.md`,
	description: prose(40, at),
});

describe('what a model reads of several blocks', () => {
	it('of a text between media', () =>
		expectShown(
			'blocks-with-media',
			answer({ content: [IMAGE, block(LOG), link(1)] }, within(500)),
		));

	it('of data with words beside them', () =>
		expectShown(
			'blocks-with-words',
			answer(
				{ content: [block('Found 40 orders.'), block(JSON.stringify(orders(40)))] },
				within(400),
			),
		));

	it('of data with too many words beside them', () => {
		const content = [block(JSON.stringify(orders(40))), block(prose(700)), IMAGE];
		return expectShown(
			'blocks-with-many-words',
			answer({ ...both(orders(40)), content }, within(400)),
		);
	});

	it('the words that were left out', () => {
		const content = [block(JSON.stringify(orders(40))), block(prose(700)), IMAGE];
		const list = answer({ ...both(orders(40)), content }, within(400));
		return expectShown('blocks-words-left-out', follow(list, 1, { pointer: '/content/0' }));
	});

	it('that are an item each', () =>
		expectShown(
			'blocks-of-items',
			answer({ content: times(30, (at) => block(JSON.stringify(order(at)))) }, within(500)),
		));

	it('that are a text each', () =>
		expectShown(
			'blocks-of-texts',
			answer({ content: times(30, (at) => block(prose(120, at))) }, within(400)),
		));

	it('that are a text each, the next page', () =>
		expectShown(
			'blocks-of-texts-next',
			follow(answer({ content: times(30, (at) => block(prose(120, at))) }, within(400)), 0),
		));

	it('that are links', () =>
		expectShown(
			'blocks-of-links',
			answer({ content: [block('Pages:'), ...times(30, link)] }, within(400)),
		));

	it('that are links, the next page', () =>
		expectShown(
			'blocks-of-links-next',
			follow(answer({ content: [block('Pages:'), ...times(30, link)] }, within(400)), 0),
		));

	it('that are links beside data', () =>
		expectShown(
			'blocks-of-links-beside-data',
			answer({ content: [block(JSON.stringify(orders(20))), ...times(12, link)] }, within(400)),
		));

	it('that say the items of structured content again', () =>
		expectShown(
			'blocks-of-structured-items',
			answer(
				{
					content: times(30, (at) => block(JSON.stringify(order(at)))),
					structured: JSON.stringify({ result: orders(30) }),
				},
				within(400),
			),
		));

	it('of a file that is embedded', () =>
		expectShown(
			'blocks-of-a-file',
			answer(
				{
					content: [
						{
							type: 'resource',
							resource: { uri: 'file:///log.txt', mimeType: 'text/plain', text: LOG },
						},
					],
				},
				within(500),
			),
		));

	it('of an image alone', () =>
		expectShown('blocks-of-an-image', answer({ content: [IMAGE] }, within(400))));

	it('of nothing', () => expectShown('blocks-of-nothing', answer({ content: [] }, within(400))));

	it('with structured content that is no object', () =>
		expectShown(
			'blocks-structured-text',
			answer({ content: [], structured: JSON.stringify(prose(2_000)) }, within(400)),
		));

	it('with what a server says beside them, too much of it', () =>
		expectShown(
			'blocks-with-too-much-meta',
			answer(
				{
					content: [{ ...block(JSON.stringify(times(80, small))), _meta: { note: prose(500) } }],
					meta: { 'example.com/trace': 'abc', 'example.com/dump': prose(600) },
				},
				within(400),
			),
		));

	it('with what a server says beside them, too much of it, and a small answer', () =>
		expectShown(
			'blocks-small-with-too-much-meta',
			answer(
				{ ...json({ ok: true }), meta: { 'example.com/dump': prose(600), small: 1 } },
				within(400),
			),
		));
});
