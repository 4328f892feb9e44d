// Hard cases for protection in any size: what must be condensed, chosen from or cut.
import { packageJson, packageText } from '../payloads/found';
import { type Made, made } from '../payloads/made';

type Maker = (bytes: number) => string;

/** Real items, again and again with another id. */
const listOf =
	(name: string, items: readonly object[]): Maker =>
	(bytes) => {
		const texts: string[] = [];
		for (let length = 0, at = 0; length < bytes; at++) {
			const text = JSON.stringify({ id: `${name}-${at}`, ...items[at % items.length] });
			length += text.length + 1;
			texts.push(text);
		}
		return `{"${name}":[${texts.join(',')}]}`;
	};

/** Sections of different members, three deep, with texts and numbers: no list and no map. */
const object: Maker = (bytes) => {
	const m = made('object');
	const members: Record<string, unknown> = {};
	for (let length = 0; length < bytes; ) {
		const section = sectionOf(m, 3);
		members[`${m.pick(['server', 'client', 'build', 'report', 'access'])}_${m.token(6)}`] = section;
		length += JSON.stringify(section).length;
	}
	return JSON.stringify(members);
};

function sectionOf(m: Made, depth: number): Record<string, unknown> {
	const count = m.int(3, 9);
	return Object.fromEntries(
		Array.from({ length: count }, () => {
			const value =
				depth > 0 && m.int(0, 2) === 0
					? sectionOf(m, depth - 1)
					: m.pick([
							m.int(0, 1e6),
							m.title(),
							m.time(),
							true,
							null,
							m.text(2),
							[m.int(1, 9), m.int(1, 9)],
						]);
			return [
				`${m.pick(['max', 'min', 'use', 'name', 'path', 'level', 'retry', 'owner'])}_${m.token(4)}`,
				value,
			];
		}),
	);
}

function lines(line: (m: Made, at: number) => string): Maker {
	return (bytes) => {
		const m = made('lines');
		const texts: string[] = [];
		for (let length = 0, at = 0; length < bytes; at++) {
			const text = line(m, at);
			length += text.length + 1;
			texts.push(text);
		}
		return texts.join('\n');
	};
}

/** Real texts one after the other, up to the length. */
function pieces(...texts: readonly string[]): Maker {
	const all = texts.join('\n');
	return (bytes) => all.repeat(Math.ceil(bytes / all.length)).slice(0, bytes);
}

export const cpuMaterial = (): Readonly<Record<string, Maker>> => ({
	'JSON list, flat': listOf(
		'emoji',
		Object.values(packageJson<Record<string, object>>('unicode-emoji-json', 'data-by-emoji.json')),
	),
	'JSON list, nested': listOf('countries', packageJson('world-countries', 'countries.json')),
	'JSON object': object,
	log: lines(
		(m, at) =>
			`${new Date(1_793_000_000_000 + at * 731).toISOString()} ${m.pick(['INFO', 'WARN', 'ERROR'])} [checkout] request=${m.token(12)} ${m.title()} in ${m.int(2, 4000)} ms`,
	),
	Markdown: pieces(packageText('openai', 'CHANGELOG.md'), packageText('ai', 'CHANGELOG.md')),
	CSV: pieces(packageText('vega-datasets', 'data/birdstrikes.csv')),
	'minified code': pieces(
		packageText('markdown-it', 'dist/browser/markdown-it.umd.min.js'),
		packageText('jszip', 'dist/jszip.min.js'),
		packageText('pako', 'dist/pako.min.js'),
	),
});
