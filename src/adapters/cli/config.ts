// `loadline config validate|diff|push|pull|history|rollback`: the runtime document of a server, from
// files and back (docs/config.md "Command line").
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { effective, type Format, MASK, parseConfig } from '../../config';
import type { AnswerOf } from '../../contract';
import { checkUpstreamUrl } from '../../gateway';
import { apiCommand, note, refuse } from './api-command';
import { callersFolder, fileBody, withTexts } from './input-file';
import { namesOf } from './server';
import { timeOf } from './shown';

const ISSUE = {
	issue: ({ path, reason }: { path?: string; reason?: string }) =>
		`config: ${path || 'document'} ${reason}`,
};
const GUARD = [['--if-match <version>', 'only while this version is in force']] as const;
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
		...ISSUE,
		usage: 'config diff <file>',
		help: 'Show what push would change; the server checks the file (YAML, or JSON by its name).',
		takes: '',
		fill: async ({ file = '' }) => ({ dryRun: 1, init: await document(file) }),
		show: (preview) => [
			...changeLines(preview),
			preview.changes.length === 0
				? `nothing would change in version ${preview.version}`
				: `version ${preview.version} is in force; nothing was changed`,
		],
	}),
	'config push': apiCommand('PUT /api/config', {
		...ISSUE,
		usage: 'config push <file>',
		help: 'Replace the runtime document by the file (YAML, or JSON by its name).',
		takes: '',
		options: GUARD,
		fill: async ({ file = '', ifMatch }) => ({ init: await document(file, ifMatch) }),
		show: inForce,
	}),
	'config pull': apiCommand('GET /api/config/document', {
		help: 'Print the runtime document as YAML, or write it to a file. Secrets are hidden.',
		show: (answer, given) => pulled(answer, given.file),
	}),
	'config history': apiCommand('GET /api/config/history', {
		help: 'Versions, newest first: when, who, and what changed.',
		async show({ versions }, given) {
			if (versions.length === 0) return ['nothing was changed yet'];
			const people = await namesOf(given);
			return versions.flatMap(({ version, at, by, restored, ...changes }) => [
				[
					...[`version ${version}`, timeOf(at), people.get(by) ?? by],
					restored === undefined ? 'replaced' : `back to version ${restored}`,
				],
				...changeLines(changes, '  '),
			]);
		},
	}),
	'config rollback': apiCommand('POST /api/config/rollback', {
		...ISSUE,
		help: 'Put the document of an earlier version in force, as a new version.',
		options: GUARD,
		fill: ({ ifMatch }) => ({ init: { headers: guarded(ifMatch) } }),
		show: inForce,
	}),
});

type Changes = Pick<AnswerOf<'POST /api/config/rollback'>, 'changes' | 'more'>;

const changeLines = ({ changes, more }: Changes, indent = ''): string[] => [
	...changes.map(
		({ path, before, after }) => `${indent}${path}: ${jsonOf(before)} → ${jsonOf(after)}`,
	),
	...(more > 0 ? [`${indent}… and ${more} more`] : []),
];
const jsonOf = (value: unknown): string => (value === undefined ? 'unset' : JSON.stringify(value));

function inForce(changed: AnswerOf<'PUT /api/config'>): string[] {
	if ('problem' in changed && changed.problem !== undefined) note(changed.problem);
	return [...changeLines(changed), `version ${changed.version} is in force`];
}

function pulled(
	{ version, document }: AnswerOf<'GET /api/config/document'>,
	file: string | undefined,
): string[] {
	const text = `# Runtime document, version ${version}\n${stringify(document)}`;
	if (text.includes(MASK))
		note(
			`Hidden values stand as ${MASK}: fill them in before a push, or name secrets as \${secret:UPSTREAM_…}.`,
		);
	if (file === undefined) process.stdout.write(text);
	else
		try {
			writeFileSync(resolve(callersFolder(), file), text);
		} catch (error) {
			refuse(`cannot write ${file}: ${(error as Error).message}`);
		}
	return file === undefined ? [] : [`${file}: version ${version}`];
}

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
