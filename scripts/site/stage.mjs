// The pages of the site, before they are built: the documents, and every file of the repository that they link to
// as a page of its own, so that no link leaves the site.
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Languages in which files are shown, by their extension; others as text. */
const LANGUAGES = /** @type {Readonly<Record<string, string>>} */ ({
	'.ts': 'ts',
	'.tsx': 'tsx',
	'.js': 'js',
	'.mjs': 'js',
	'.json': 'json',
	'.yaml': 'yaml',
	'.yml': 'yaml',
	'.toml': 'toml',
});

/**
 * Returns the path in the site of a file of the repository.
 * @param {string} file
 * @returns {string}
 */
function placeOf(file) {
	if (file.startsWith('docs/')) return file.slice('docs/'.length);
	if (/^[^/]+\.md$/.test(file)) return `project/${file}`;
	// Names that begin with a dot are hidden from whoever builds pages.
	const shown = file.replaceAll(/(^|\/)\./g, '$1');
	return `source/${shown}${shown.endsWith('.md') ? '' : '.md'}`;
}

/** @param {string} file */
const isCopied = (file) => /\.(?:svg|png)$/.test(file) || file === 'docs/reference/openapi.json';

/**
 * Writes all pages into a folder.
 * @param {string} folder is empty
 * @returns {readonly string[]} the pages, as they stand in the site
 */
export function stage(folder) {
	const waiting = globSync('docs/**/*.md', { cwd: root });
	const known = new Set(waiting);
	const written = [];
	for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
		const place = placeOf(file);
		mkdirSync(dirname(join(folder, place)), { recursive: true });
		const { text, linked } = pageOf(file);
		writeFileSync(join(folder, place), text);
		written.push(place);
		for (const next of linked) {
			if (known.has(next)) continue;
			known.add(next);
			if (!isCopied(next)) waiting.push(next);
		}
	}
	// Pictures that pages show stand beside them; files that are only linked, where they are asked for.
	for (const file of [...known].filter(isCopied)) {
		const within = file.endsWith('.json') ? 'public' : '.';
		cpSync(join(root, file), join(folder, within, placeOf(file)));
	}
	return written;
}

/**
 * A page of a file, its links as they are in the site.
 * @param {string} file
 * @returns {{ readonly text: string, readonly linked: readonly string[] }}
 */
function pageOf(file) {
	const path = join(root, file);
	if (statSync(path).isDirectory()) return listing(file);
	const content = readFileSync(path, 'utf8');
	if (!file.endsWith('.md')) return { text: source(file, content), linked: [] };
	/** @type {string[]} */
	const linked = [];
	const parts = withoutPictures(content).split(/^(```[^\n]*\n.*?^```)$/ms);
	const text = parts.map((part) =>
		part.startsWith('```')
			? part
			: part.replaceAll(/\]\(([^)\s]+)\)/g, (_, link) => {
					const [target = '', anchor] = link.split('#');
					if (/^\w+:/.test(link) || target === '') return `](${link})`;
					const to = posix.join(posix.dirname(file), target);
					linked.push(to);
					const shown = posix.relative(posix.dirname(placeOf(file)), placeOf(to));
					return `](${shown.startsWith('.') ? '' : './'}${shown}${anchor === undefined ? '' : `#${anchor}`})`;
				}),
	);
	return { text: text.join(''), linked };
}

/** A picture for two schemes is one picture here. @param {string} text */
const withoutPictures = (text) =>
	text.replaceAll(
		/<picture>.*?<img alt="([^"]*)" src="([^"]*)">\s*<\/picture>/gs,
		(_, alt, src) => `![${alt}](${src})`,
	);

/**
 * @param {string} file
 * @param {string} content
 */
function source(file, content) {
	const language = LANGUAGES[extname(file)] ?? 'text';
	return `---\noutline: false\n---\n\n# ${file}\n\n\`\`\`\`${language}\n${content.trimEnd()}\n\`\`\`\`\n`;
}

/** @param {string} folder */
function listing(folder) {
	const files = globSync('**/*', { cwd: join(root, folder), withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.filter((file) => /\.(?:md|[mt]?js|ts|json|ya?ml|toml)$/.test(file))
		.sort();
	const rows = files.map((file) => {
		const to = posix.relative(posix.dirname(placeOf(folder)), placeOf(file));
		return `- [${file}](./${to})`;
	});
	return { text: `# ${folder}\n\n${rows.join('\n')}\n`, linked: files };
}
