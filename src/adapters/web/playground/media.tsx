// What of a result is no text, as people see and hear it: images and sounds, and what it links to.
import { isRecord } from '../../../shared/is-record';
import { pageOf } from './question';
import type { Answer } from './result-parts';

/** Drawn from the bytes that came: nothing is loaded for it. */
export const Media = ({ content = [] }: Answer) => {
	const shown = content.flatMap((block) => partOf(block) ?? []);
	return shown.length > 0 && <div class="media">{shown}</div>;
};

function partOf(block: unknown) {
	if (!isRecord(block)) return undefined;
	const { resource } = block;
	const { mimeType, data, blob, uri, name } = isRecord(resource)
		? { ...block, ...resource }
		: block;
	const [kind = ''] = String(mimeType).split('/');
	const bytes = data ?? blob;
	const isPlain = /^(?:image|audio)\/[\w.+-]+$/.test(String(mimeType));
	if (typeof bytes === 'string' && isPlain) {
		const source = `data:${mimeType};base64,${bytes}`;
		return kind === 'image' ? (
			<img src={source} alt={`As the tool gave it, ${mimeType}`} />
		) : (
			// biome-ignore lint/a11y/useMediaCaption: a tool's result has none.
			<audio controls src={source} />
		);
	}
	const page = block.type === 'resource_link' ? pageOf(uri) : undefined;
	if (block.type !== 'resource_link') return undefined;
	const text = typeof name === 'string' && name !== '' ? name : String(uri);
	return page ? (
		<a href={page.href} target="_blank" rel="noopener noreferrer">
			{text}
		</a>
	) : (
		<span>
			{text} <code>{String(uri)}</code>
		</span>
	);
}
