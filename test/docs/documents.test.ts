import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageFile from '../../package.json';
import { parseConfig } from '../../src/config/parse';
import { configSchema } from '../../src/config/schema';
import { ok } from '../../src/shared/result';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root });

/** As the code host makes anchors of headings. */
const anchorsOf = (text: string): string[] =>
	[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

describe.each(documents)('%s', (path) => {
	it('links to files and headings that exist', () => {
		const text = read(path);
		const links = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/src="([^"]+)"/g)];
		const broken = links
			.map(([, link = '']) => link)
			.filter((link) => !/^(https?|mailto):/.test(link))
			.filter((link) => {
				const [file = '', anchor] = link.split('#');
				const target = file === '' ? path : join(dirname(path), file);
				if (!existsSync(join(root, target))) return true;
				return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
			});
		expect(broken).toEqual([]);
	});

	it('names only files of this repository that exist', () => {
		const named = read(path).matchAll(
			/`((?:src|test|docs|examples|bench|scripts)\/[\w./-]+\.\w+)`/g,
		);
		const missing = [...named].map(([, name = '']) => name);
		expect(missing.filter((name) => !existsSync(join(root, name)))).toEqual([]);
	});

	it('names only npm scripts that exist', () => {
		const named = [...read(path).matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)];
		const unknown = named
			.map(([, name = '']) => name)
			.filter((name) => !Object.hasOwn(packageFile.scripts, name));
		expect(unknown).toEqual([]);
	});
});

describe('README.md', () => {
	it.each(['npm install && npm start', 'npm install && npm test'])('says %s', (command) => {
		expect(read('README.md')).toContain(command);
	});
});

describe('configuration in documents', () => {
	const schema = configSchema(() => ok('any URL'));
	const blocks = documents.flatMap((path) =>
		[...read(path).matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => ({ path, text })),
	);
	const files = globSync(['examples/*.yaml', 'loadline.yaml'], { cwd: root }).map((path) => ({
		path,
		text: read(path),
	}));

	it.each([...blocks, ...files])('is valid in $path', ({ text }) => {
		expect(parseConfig(text, 'yaml')).toMatchObject({ ok: true });
		expect(schema.safeParse(parse(text) ?? {}).error?.issues ?? []).toEqual([]);
	});

	it('is valid in loadline.yaml without its comment signs', () => {
		const text = read('loadline.yaml').replaceAll(/^# (?=\s*(- )?[a-zA-Z]+:)/gm, '');
		expect(parse(text)).toMatchObject({ upstreams: [{ name: 'bookings' }] });
		expect(schema.safeParse(parse(text)).error?.issues ?? []).toEqual([]);
	});
});
