// The licences of the packages that a bundle holds, as those licences ask for.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root of the repository
 * @param {readonly string[]} inputs paths of bundled files
 */
export function notices(root, inputs) {
	const folders = new Set(
		inputs.flatMap((path) => {
			const at = path.lastIndexOf('node_modules/');
			if (at < 0) return [];
			const [first = '', second = ''] = path.slice(at + 'node_modules/'.length).split('/');
			const name = first.startsWith('@') ? `${first}/${second}` : first;
			return [`${path.slice(0, at)}node_modules/${name}`];
		}),
	);
	return [...folders]
		.sort()
		.map((folder) => {
			const at = join(root, folder);
			const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
			const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry));
			const path = file === undefined ? undefined : join(at, file);
			const text = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
			return `${name} ${version} (${license})\n\n${text}\n`;
		})
		.join(`\n${'-'.repeat(80)}\n\n`);
}
