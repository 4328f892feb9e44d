// The API-shaped lists beside the repository, where they are there.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ApiList } from './api-list';
import { sharedFixtures } from './found';

interface Entry {
	/** Dotted; null where the file is a single object. */
	readonly path: string | null;
	readonly need: readonly string[];
}

export function fixtureLists(): ApiList[] {
	const folder = sharedFixtures('api');
	if (folder === undefined) return [];
	const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
	return Object.entries(read('manifest.json') as Record<string, Entry>)
		.filter(([, { path }]) => path !== null)
		.map(([file, { path, need }]) => ({
			name: basename(file, '.json'),
			path: path ? path.split('.') : [],
			need: need.map((field) => field.replaceAll('.', '/')),
			value: read(file),
		}));
}
