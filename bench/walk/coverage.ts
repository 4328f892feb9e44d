// Counts the functions of this repository that run in a time, by V8's precise coverage and the source map
// of the bundle that this program is.

import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Functions that ran, by their offset in the bundle: the file of `src` of each. */
export type Ran = ReadonlyMap<number, string>;

/** Begins to count. */
export async function startCoverage(): Promise<{
	/** Returns what ran since it was last asked. */
	take(): Promise<Ran>;
}> {
	const bundle = fileURLToPath(import.meta.url);
	const fileOf = sourceFiles(bundle);
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	return {
		async take() {
			const { result } = await session.post('Profiler.takePreciseCoverage');
			const ran = new Map<number, string>();
			for (const { url, functions } of result) {
				if (url !== import.meta.url) continue;
				for (const { ranges } of functions) {
					const [whole] = ranges;
					// At 0 stands the module itself.
					if (!whole || whole.count === 0 || whole.startOffset === 0) continue;
					const file = fileOf(whole.startOffset);
					if (file !== undefined) ran.set(whole.startOffset, file);
				}
			}
			return ran;
		},
	};
}

/** Returns a function from an offset in the bundle to the file of `src` that stands there. */
function sourceFiles(bundle: string): (offset: number) => string | undefined {
	const map = findSourceMap(bundle);
	const lines = [0];
	const code = readFileSync(bundle, 'utf8');
	for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) lines.push(at + 1);
	const files = new Map<number, string | undefined>();
	return (offset) => {
		if (!files.has(offset)) files.set(offset, fileAt(offset));
		return files.get(offset);
	};

	function fileAt(offset: number): string | undefined {
		let [line, beyond] = [0, lines.length];
		while (beyond - line > 1) {
			const middle = (line + beyond) >> 1;
			if ((lines[middle] ?? 0) <= offset) line = middle;
			else beyond = middle;
		}
		const entry = map?.findEntry(line, offset - (lines[line] ?? 0));
		if (!entry || !('originalSource' in entry) || !entry.originalSource.startsWith('file:'))
			return undefined;
		const path = relative(process.cwd(), fileURLToPath(entry.originalSource));
		return path.startsWith('src/') ? path : undefined;
	}
}
