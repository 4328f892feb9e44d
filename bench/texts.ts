// Texts for measuring: the corpus beside the repository if it is there, else files of the
// installed packages. Kind is the corpus folder, or the file's extension.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface BenchText {
	readonly kind: string;
	readonly text: string;
}

const CORPUS = '../shared/fixtures/corpus';
const KINDS = ['.md', '.json', '.js', '.ts', '.css', '.yaml'];
const PER_KIND = 40;
const LARGEST = 400_000;

/** Real documents, in a stable order. Run in the repository's folder. */
export function benchTexts(): readonly BenchText[] {
	return existsSync(join(CORPUS, 'manifest.json')) ? corpus() : packages();
}

function corpus(): readonly BenchText[] {
	const manifest: unknown = JSON.parse(readFileSync(join(CORPUS, 'manifest.json'), 'utf8'));
	return (manifest as readonly { file: string; type: string }[]).map(({ file, type }) => ({
		kind: type,
		text: readFileSync(join(CORPUS, file), 'utf8'),
	}));
}

function packages(): readonly BenchText[] {
	const texts: BenchText[] = [];
	const taken = new Map<string, number>();
	for (const path of files('node_modules')) {
		const kind = extname(path);
		const count = taken.get(kind) ?? 0;
		if (!KINDS.includes(kind) || count >= PER_KIND) continue;
		const { size } = statSync(path);
		if (size < 1000 || size > LARGEST) continue;
		taken.set(kind, count + 1);
		texts.push({ kind: kind.slice(1), text: readFileSync(path, 'utf8') });
	}
	return texts;
}

function* files(folder: string): Generator<string> {
	const entries = readdirSync(folder, { withFileTypes: true });
	entries.sort((a, b) => (a.name < b.name ? -1 : 1));
	for (const entry of entries) {
		const path = join(folder, entry.name);
		if (entry.isDirectory() && !entry.name.startsWith('.')) yield* files(path);
		else if (entry.isFile()) yield path;
	}
}
