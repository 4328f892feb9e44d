import { expect, it } from 'vitest';
import { mediaIn, textsOf } from '../../../../src/adapters/http/ui/media';

const content = [
	{ type: 'text', text: 'a' },
	{ type: 'resource_link', name: 'Log', uri: 'file:///log' },
	{ type: 'resource', resource: { uri: 'file:///b', mimeType: 'image/png', blob: 'AA==' } },
	{ type: 'image', data: 'AA==', mimeType: 'image/png' },
	{ type: 'image', data: 'AA==', mimeType: 'text/html' },
];

it('names what is no text, with its address', () => {
	expect(textsOf(content)).toEqual([
		'a',
		'(resource_link Log file:///log)',
		'(resource file:///b image/png)',
		'(image image/png, its size is unknown: counted as 1,600 tokens at most)',
		'(image text/html, its size is unknown: counted as 1,600 tokens at most)',
	]);
});

const media = (...content: readonly unknown[]) => mediaIn(content);

it('images and sounds are drawn from their own bytes, of resources too, and nothing else is', () => {
	expect(media({ type: 'image', data: 'AA==', mimeType: 'image/png' })).toEqual([
		{ kind: 'image', source: 'data:image/png;base64,AA==', type: 'image/png' },
	]);
	const resource = { uri: 'file:///a', blob: 'AA==', mimeType: 'audio/wav' };
	expect(media({ type: 'resource', resource })).toMatchObject([{ kind: 'audio' }]);
	for (const mimeType of ['text/html', 'image/png,<script>', 'image/png;base64', undefined, 7])
		expect(media({ type: 'image', data: 'AA==', mimeType })).toEqual([]);
	expect(media({ type: 'image', data: '"><script>', mimeType: 'image/png' })).toEqual([]);
	expect(media(null, 'text', { type: 'text', text: 'a' }, { type: 'image' })).toEqual([]);
});

it('a resource that is linked is a link where it is a page, else its address', () => {
	const link = (uri: unknown) => media({ type: 'resource_link', uri, name: 'Log' });
	expect(link('https://example.com/log')).toMatchObject([{ text: 'Log', page: expect.any(URL) }]);
	for (const uri of ['javascript:alert(1)', 'data:text/html,a', 'file:///etc/hosts'])
		expect(link(uri)).toEqual([{ kind: 'link', text: 'Log', uri }]);
	expect(link(7)).toEqual([]);
});
