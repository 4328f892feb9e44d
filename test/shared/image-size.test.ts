import { expect, it } from 'vitest';
import { imageSize, imageTokens } from '../../src/shared/image-size';

/** Images of 20 by 31 pixels, as a browser writes them, without their colour profiles. */
const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAABQAAAAfCAYAAADnTu3OAAAAP0lEQVR4AezSIQ4AAAhCUeb976ydiAbDdzMQMLxZLfXllo6Hg3tQDDEMBHibAM0qGBpIEDEM0KyCoYEE8b/hAAAA//+R4y76AAAABklEQVQDANw6KBctkiZkAAAAAElFTkSuQmCC';
const JPEG =
	'/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAfABQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAME/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AkAm2AAAAAAP/2Q==';
const WEBPS = [
	'UklGRkoAAABXRUJQVlA4ID4AAAAwAwCdASoUAB8APtFiqk+oJaOiKAgBABoJZQDJAoAAQFBQAP7rNv/isnxX7f/0JP/ibP+Js+DmJvNnhAAAAA==',
	'UklGRhwAAABXRUJQVlA4TA8AAAAvE4AHAAcQ/Y/+ByKi/wEA',
	'UklGRloCAABXRUJQVlA4WAoAAAAwAAAAEwAAHgAASUNDUMgBAAAAAAHIAAAAAAQw',
];

it.each([PNG, JPEG, ...WEBPS])('the pixels of an image stand in its header: %.12s…', (base64) => {
	expect(imageSize(base64)).toEqual({ width: 20, height: 31 });
});

it('they are those of a GIF, too, and of a base64 text in lines', () => {
	expect(imageSize(Buffer.from('GIF89a\x14\0\x1f\0', 'latin1').toString('base64'))).toEqual({
		width: 20,
		height: 31,
	});
	expect(imageSize(PNG.replaceAll(/.{20}/g, '$&\n'))).toEqual({ width: 20, height: 31 });
});

it('of a photograph they stand behind its preview, up to a bound', () => {
	const behind = (segments: number) => {
		const jpeg = Buffer.from(JPEG, 'base64');
		const preview = Buffer.alloc(65_000, 7);
		Buffer.from('ffe1fde6', 'hex').copy(preview);
		const parts = Array.from({ length: segments }, () => preview);
		const whole = Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
		return imageSize(whole.toString('base64'));
	};
	expect(behind(1)).toEqual({ width: 20, height: 31 });
	expect(behind(2)).toBeUndefined();
});

it.each(['', 'aGVsbG8=', '/9j/', '/9j/////', 'iVBORw0KGgo=', 'ü$%&', JPEG.slice(0, 40)])(
	'nothing is known of what tells no size: %s',
	(base64) => {
		expect(imageSize(base64)).toBeUndefined();
	},
);

it('an image costs its pixels by 750, 1,600 tokens at most', () => {
	expect(imageTokens({ width: 20, height: 20 })).toBe(1);
	expect(imageTokens({ width: 1_000, height: 1_000 })).toBe(1_334);
	expect(imageTokens({ width: 8_000, height: 6_000 })).toBe(1_600);
});
