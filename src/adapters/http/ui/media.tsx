// Blocks of a result: its texts, images and sounds by their own bytes, and links.
import { imageSize, imageTokens, MOST_IMAGE_TOKENS } from '../../../shared/image-size';
import { isRecord } from '../../../shared/json-values';
import { number } from './shell';

/** The texts of a result, a block each; what is none is named. */
export const textsOf = (content: readonly unknown[] = []): readonly string[] =>
	content.map((block) => {
		if (!isRecord(block)) return '';
		if (typeof block.text === 'string') return block.text;
		const { resource } = block;
		if (isRecord(resource) && typeof resource.text === 'string') return resource.text;
		const { name, uri, mimeType } = isRecord(resource) ? { ...block, ...resource } : block;
		const parts = [block.type, name, uri, mimeType].filter((part) => typeof part === 'string');
		return `(${parts.join(' ')}${sizeOf(block)})`;
	});

/** The handle of the whole in a result as it was sent: an answer to a question names that of the result that was asked. */
export const handleIn = (text: string): string | undefined =>
	(/handle\W{1,6}([\w-]{40,})/.exec(text) ?? /ursor\W{1,6}([\w-]{40,})/.exec(text))?.[1];

/** Of an image: its pixels, and what they count. */
function sizeOf({ type, data }: Readonly<Record<string, unknown>>): string {
	if (type !== 'image') return '';
	const size = imageSize(String(data));
	return size
		? `, ${size.width} × ${size.height} pixels, tokens: ${number(imageTokens(size))}`
		: `, its size is unknown: counted as ${number(MOST_IMAGE_TOKENS)} tokens at most`;
}

/** A part of a result that is no text. */
type Medium =
	| { readonly kind: 'image'; readonly source: string; readonly type: string }
	| { readonly kind: 'audio'; readonly source: string; readonly type: string }
	| { readonly kind: 'link'; readonly text: string; readonly uri: string; readonly page?: URL };

/** Images and sounds by their own bytes, and what a result links to: nothing is loaded for it. */
export const mediaIn = (content: readonly unknown[] = []): readonly Medium[] =>
	content.flatMap((block) => (isRecord(block) ? mediumOf(block) : []));

function mediumOf(block: Readonly<Record<string, unknown>>): readonly Medium[] {
	const { resource } = block;
	const { mimeType, data, blob, uri, name } = isRecord(resource)
		? { ...block, ...resource }
		: block;
	const bytes = data ?? blob;
	const kind = /^(image|audio)\/[\w.+-]+$/.exec(String(mimeType))?.[1];
	if (kind && typeof bytes === 'string' && /^[\w+/=\s-]*$/.test(bytes))
		return [
			{
				kind: kind as 'image' | 'audio',
				source: `data:${mimeType};base64,${bytes}`,
				type: String(mimeType),
			},
		];
	if (block.type !== 'resource_link' || typeof uri !== 'string') return [];
	const text = typeof name === 'string' && name !== '' ? name : uri;
	const page = pageOf(uri);
	return [{ kind: 'link', text, uri, ...(page && { page }) }];
}

/** A server's word: nothing but a page is opened. */
export function pageOf(url: string | undefined): URL | undefined {
	const page = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
	return page && /^https?:$/.test(page.protocol) ? page : undefined;
}

/** A tool's result has none, and says so to who asks for them. */
const NO_CAPTIONS =
	'data:text/vtt,WEBVTT%0A%0A00:00.000 --%3E 99:59:59.000%0AThe tool gave no captions.';

/** Shows images and sounds of a result, and what it links to; null where it has none. */
export const Media = ({ content }: { content: readonly unknown[] | undefined }) => {
	const media = mediaIn(content);
	if (media.length === 0) return null;
	return (
		<div class="media">
			{media.map((one) =>
				one.kind === 'image' ? (
					<img src={one.source} alt={`As the tool gave it, ${one.type}`} />
				) : one.kind === 'audio' ? (
					<audio controls src={one.source}>
						<track kind="captions" srclang="en" label="None given" src={NO_CAPTIONS} />
					</audio>
				) : one.page ? (
					<a href={one.page.href} target="_blank" rel="noopener noreferrer">
						{one.text}
					</a>
				) : (
					<span>
						{one.text} <code>{one.uri}</code>
					</span>
				),
			)}
		</div>
	);
};
