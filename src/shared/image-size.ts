// The size of an image, of PNG, JPEG, GIF and WebP from their headers, and what a model is charged for it.
import { fromBase64 } from './digits';

/** Tokens of an image, at most, as models scale larger ones down. */
export const MOST_IMAGE_TOKENS = 1_600;
const PIXELS_OF_TOKEN = 750;
/** Digits of base64 that are read: a photograph has a preview before its size. */
const HEADER = 64;
const JPEG_HEADER = 131_072;

export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** Returns about what an image costs: its pixels by 750, as Anthropic's models have it. */
export const imageTokens = ({ width, height }: ImageSize): number =>
	Math.min(MOST_IMAGE_TOKENS, Math.ceil((width * height) / PIXELS_OF_TOKEN));

/** Returns the same of an image in base64, at most where its header does not tell. */
export function tokensOfImage(base64: string, most = MOST_IMAGE_TOKENS): number {
	const size = imageSize(base64);
	return size ? imageTokens(size) : most;
}

/** Returns the pixels of an image in base64; undefined where its header does not tell. */
export function imageSize(base64: string): ImageSize | undefined {
	const digits = base64.slice(0, base64.startsWith('/9j/') ? JPEG_HEADER : HEADER);
	const bytes = fromBase64(digits.replace(/\s+/g, ''));
	const big = (at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
	const little = (at: number) => ((bytes[at + 1] ?? 0) << 8) | (bytes[at] ?? 0);
	const named = (at: number, name: string) =>
		[...name].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
	const sized = (width: number, height: number) =>
		width > 0 && height > 0 ? { width, height } : undefined;
	if (named(1, 'PNG')) return sized((big(16) << 16) | big(18), (big(20) << 16) | big(22));
	if (named(0, 'GIF8')) return sized(little(6), little(8));
	if (named(8, 'WEBPVP8X'))
		return sized(
			1 + little(24) + ((bytes[26] ?? 0) << 16),
			1 + little(27) + ((bytes[29] ?? 0) << 16),
		);
	if (named(8, 'WEBPVP8L')) {
		const packed = little(21) | (little(23) << 16);
		return sized(1 + (packed & 0x3fff), 1 + ((packed >> 14) & 0x3fff));
	}
	if (named(8, 'WEBPVP8 ')) return sized(little(26) & 0x3fff, little(28) & 0x3fff);
	// Segments of a JPEG file, up to the frame that has its size (all of C0 to CF but C4, C8 and CC).
	for (let at = 2; big(0) === 0xffd8 && bytes[at] === 0xff; at += 2 + big(at + 2)) {
		const kind = bytes[at + 1] ?? 0;
		if ((kind & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(kind))
			return sized(big(at + 7), big(at + 5));
	}
	return undefined;
}
