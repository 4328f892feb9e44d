// `loadline config validate|diff|push|history|rollback`: the runtime document of a server, from
// files and back (docs/config.md "Command line").
import { Command } from 'commander';
import { effective, type Format, parseConfig } from '../../config';
import { checkUpstreamUrl } from '../../gateway';
import { apiCommand, note } from './api-command';
import { fileBody, withTexts } from './input-file';
import { namesOf } from './server';
import { timeOf } from './shown';

/** Changes are a table, the version stands below. */
const CHANGING = {
	...{ rows: 'changes', columns: 'path before after', empty: 'Nothing changes.' },
	issue: ({ path, reason }: { path?: string; reason?: string }) =>
		`config: ${path || 'document'} ${reason}`,
};
const GUARDED = {
	options: [['--if-match <version>', 'only while this version is in force']] as const,
	says: 'version {version} is in force',
};
const guarded = (version: string | undefined): Record<string, string> =>
	version === undefined ? {} : { 'if-match': `"${version.replaceAll('"', '')}"` };

/** Builds a request with the file as its body, YAML unless its name ends in .json. */
const document = (file: string, ifMatch?: string) =>
	fileBody(file, `.${formatOf(file)}`, guarded(ifMatch));

export const configCommands = () => ({
	'config validate': new Command('validate')
		.description(
			'Say whether configuration files are valid, and what is wrong in them; no server is asked.',
		)
		.argument('<file...>', 'YAML, or JSON by its name')
		.action(withTexts('config', validate)),
	'config diff': apiCommand('PUT /api/config', {
		...CHANGING,
		usage: 'config diff <file>',
		help: 'Show what push would change; the server checks the file (YAML, or JSON by its name).',
		takes: '',
		fill: async ({ file = '' }) => ({ dryRun: 1, init: await document(file) }),
		says: 'version {version} is in force; nothing was changed',
	}),
	'config push': apiCommand('PUT /api/config', {
		...{ ...CHANGING, ...GUARDED },
		usage: 'config push <file>',
		help: 'Replace the runtime document by the file (YAML, or JSON by its name).',
		takes: '',
		fill: async ({ file = '', ifMatch }) => ({ init: await document(file, ifMatch) }),
	}),
	'config history': apiCommand('GET /api/config/history', {
		async show({ versions, total }, given) {
			if (versions.length === 0)
				return total > 0
					? `${total} versions are kept, none of them so far back`
					: 'nothing was changed yet';
			const people = await namesOf(given);
			return versions.flatMap(({ version, at, by, restored, changes, more }) => [
				[`version ${version}`, timeOf(at), people.get(by) ?? by, actOf(restored)],
				...changes.map(({ path, before, after }) => `  ${path}: ${told(before)} → ${told(after)}`),
				...(more > 0 ? [`  … and ${more} more`] : []),
			]);
		},
	}),
	'config rollback': apiCommand('POST /api/config/rollback', {
		...{ ...CHANGING, ...GUARDED },
		help: 'Put the document of an earlier version in force, as a new version.',
		fill: ({ ifMatch }) => ({ init: { headers: guarded(ifMatch) } }),
	}),
});

const actOf = (restored?: number) =>
	restored === undefined ? 'replaced' : `back to version ${restored}`;
const told = (value: unknown): string => (value === undefined ? 'unset' : JSON.stringify(value));
const formatOf = (file: string): Format => (/\.json$/i.test(file) ? 'json' : 'yaml');

function validate(file: string, text: string) {
	const parsed = parseConfig(text, formatOf(file));
	const check = (allowLoopback: boolean) =>
		parsed.ok
			? effective([{ name: 'runtime', document: parsed.value }], {
					checkUrl: (url) => checkUpstreamUrl(url, { allowLoopback }),
				})
			: parsed;
	const inDevelopment = check(true);
	if (inDevelopment.ok)
		return console.log(`${file}: valid${check(false).ok ? '' : ' in development mode only'}`);
	for (const { path, reason } of inDevelopment.error)
		note(`${file}: ${path || 'document'} ${reason}`);
	process.exitCode = 1;
}
