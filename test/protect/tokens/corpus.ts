// Windows of real documents beside the repository, where they are present.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CORPUS = '../shared/fixtures/corpus';

export const corpusPresent = existsSync(join(CORPUS, 'manifest.json'));

/** Windows of `size` UTF-16 code units, at most `most` of a document; shorter documents whole. */
export function* corpusWindows(size: number, most: number): Generator<string> {
	const manifest: unknown = JSON.parse(readFileSync(join(CORPUS, 'manifest.json'), 'utf8'));
	for (const { file } of manifest as readonly { file: string }[]) {
		const text = readFileSync(join(CORPUS, file), 'utf8');
		const step = Math.max(size, Math.floor(text.length / most));
		for (let at = 0; at < text.length; at += step) {
			const window = text.slice(at, at + size);
			if (at === 0 || window.length === size) yield window;
		}
	}
}
