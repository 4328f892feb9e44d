// Builds the documentation as a site, `npm run site`: site/VERSION, with site/index.html that leads to it, for any
// server of files; it loads nothing from elsewhere. Ends with 1 where a link or an anchor leads nowhere, or where the
// document of the API is not one of OpenAPI.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contents, everything, pages } from './documents.mjs';
import { check } from './site/check.mjs';
import { stage } from './site/stage.mjs';
import { fetchTool } from './tools.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const base = `/${version}/`;
const out = join(root, 'site');
const outDir = join(out, version);
const staged = join(root, 'node_modules/.cache/loadline/site');

const tool = createRequire(join(await fetchTool('site'), 'package.json'));
rmSync(staged, { recursive: true, force: true });
rmSync(outDir, { recursive: true, force: true });
mkdirSync(join(staged, '.vitepress'), { recursive: true });
mkdirSync(outDir, { recursive: true });
stage(staged);
const versions = readdirSync(out)
	.filter((name) => /^\d/.test(name))
	.sort()
	.reverse();
const wish = JSON.stringify({ base, version, versions, outDir });
const config = pathToFileURL(join(root, 'scripts/site/config.mjs')).href;
writeFileSync(
	join(staged, '.vitepress/config.mjs'),
	`const { configOf } = await import(${JSON.stringify(config)});\nexport default configOf(${wish});\n`,
);

const { build } = await import(pathToFileURL(tool.resolve('vitepress')).href);
await build(staged);
for (const page of pages()) {
	mkdirSync(dirname(join(outDir, page)), { recursive: true });
	writeFileSync(join(outDir, page), readFileSync(join(root, 'docs', page)));
}
writeFileSync(join(outDir, 'llms.txt'), contents(base));
writeFileSync(join(outDir, 'llms-full.txt'), everything());
const [newest = version] = versions;
writeFileSync(
	join(out, 'index.html'),
	`<!doctype html><meta charset="utf-8"><title>Loadline</title><meta http-equiv="refresh" content="0; url=./${newest}/"><a href="./${newest}/">Loadline ${newest}</a>\n`,
);

const { Validator } = await import(
	pathToFileURL(tool.resolve('@seriousme/openapi-schema-validator')).href
);
const openapi = JSON.parse(readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'));
const { valid, errors = [] } = await new Validator().validate(openapi);
const { pages: count, links, faults } = check(outDir, base);
const wrong = [
	...faults,
	...(valid ? [] : [`docs/reference/openapi.json: ${JSON.stringify(errors)}`]),
];
for (const fault of wrong) console.error(fault);
if (wrong.length > 0 || !existsSync(join(outDir, 'index.html'))) process.exit(1);
console.log(
	`site/${version}: ${count} pages, ${links} links and anchors, all of them lead somewhere`,
);
