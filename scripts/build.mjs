// Builds what other programs import, `npm run build`: dist/client/index.js, one ES module without
// imports, and its types. `node scripts/build.mjs FOLDER` builds into another folder than dist.
import { execFile } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(resolve(process.argv[2] ?? join(root, 'dist')), 'client');
rmSync(out, { recursive: true, force: true });
await Promise.all([module(), types()]);

async function module() {
	await build({
		entryPoints: [join(root, 'src/client/index.ts')],
		outfile: join(out, 'index.js'),
		bundle: true,
		platform: 'neutral',
		format: 'esm',
		target: 'es2023',
		logLevel: 'error',
	});
}

/** Types of the client and of what it uses, with the extensions that every resolution asks for. */
async function types() {
	const folder = join(out, 'types');
	const options = [
		['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck'],
		['--exactOptionalPropertyTypes', '--target', 'es2024', '--module', 'esnext'],
		['--moduleResolution', 'bundler', '--rootDir', join(root, 'src'), '--outDir', folder],
		['--types', ''],
	].flat();
	const tsc = join(root, 'node_modules/typescript/bin/tsc');
	const entry = join(root, 'src/client/index.ts');
	await promisify(execFile)(process.execPath, [tsc, ...options, entry]);
	for (const file of globSync('**/*.d.ts', { cwd: folder })) {
		const text = readFileSync(join(folder, file), 'utf8');
		writeFileSync(
			join(folder, file),
			text.replaceAll(/(\bfrom |\bimport\()(['"])(\.[^'"]+)\2/g, '$1$2$3.js$2'),
		);
	}
	writeFileSync(join(out, 'index.d.ts'), "export * from './types/client/index.js';\n");
}
