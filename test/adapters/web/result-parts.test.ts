import { expect, it } from 'vitest';
import { textsOf } from '../../../src/adapters/web/playground/result-parts';

const content = [
	{ type: 'text', text: 'a' },
	{ type: 'resource_link', name: 'Log', uri: 'file:///log' },
	{ type: 'resource', resource: { uri: 'file:///b', mimeType: 'image/png', blob: 'AA==' } },
	{ type: 'image', data: 'AA==', mimeType: 'image/png' },
	{ type: 'image', data: 'AA==', mimeType: 'text/html' },
];

it('names what is no text, with its address', () => {
	expect(textsOf({ content })).toEqual([
		'a',
		'(resource_link Log file:///log)',
		'(resource file:///b image/png)',
		'(image image/png)',
		'(image text/html)',
	]);
});
