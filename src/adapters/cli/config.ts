// `loadline config validate|diff|push|pull|history|rollback`: the runtime document of a server, from
// files and back (docs/config.md "Command line").
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { effective, type Format, MASK, parseConfig } from '../../config';
import type { AnswerOf } from '../../contract';
import { checkUpstreamUrl } from '../../gateway';
import { apiCommand, group, note, refuse } from './api-command';
import { callersFolder, fileBody, textReader } from './input-file';
import { complainer } from './terminal';

const ISSUE = {
	issue: ({ path, reason }: { path?: string; reason?: string }) =>
		`config: ${path || 'document'} ${reason}`,
};
const FILE = { '<file>': 'YAML, or JSON by its name' };
const GUARD = { '--if-match <version>': 'only while this version is in force' };
const guarded = (version: string | undefined): Record<string, string> =>
	version === undefined ? {} : { 'if-match': `"${version.replaceAll('"', '')}"` };

/** Builds a request with the file as its body, YAML unless its name ends in .json. */
const document = (file: string, ifMatch?: string) =>
	fileBody(file, `.${formatOf(file)}`, guarded(ifMatch));

export const configCommand = () =>
	group(
		'config',
		'Check configurations, and change the one of a server.',
		new Command('validate')
			.description('Check documents in files, without a server.')
			.argument('<file...>', 'YAML, or JSON by its name')
			.action(validate),
		apiCommand('diff <file>', 'PUT /api/config', {
			...ISSUE,
			description: 'Show what push would change; the server checks the file.',
			takes: FILE,
			fill: async ({ file = '' }) => ({ dryRun: 1, init: await document(file) }),
			show: (preview) => [
				...changeLines(preview),
				preview.changes.length === 0
					? `nothing would change in version ${preview.version}`
					: `version ${preview.version} is in force; nothing was changed`,
			],
		}),
		apiCommand('push <file>', 'PUT /api/config', {
			...ISSUE,
			description: 'Replace the runtime document by the file.',
			takes: { ...FILE, ...GUARD },
			fill: async ({ file = '', ifMatch }) => ({ init: await document(file, ifMatch) }),
			show: inForce,
		}),
		apiCommand('pull [file]', 'GET /api/config/document', {
			description: 'Print the runtime document as YAML, or write it to a file. Secrets are hidden.',
			takes: { '[file]': 'to write', '--of <version>': 'an earlier version' },
			as: { of: 'version' },
			show: (answer, given) => pulled(answer, given.file),
		}),
		apiCommand('history', 'GET /api/config/history', {
			...ISSUE,
			description: 'Versions, newest first: when, who, and what changed.',
			takes: { '--limit <count>': ['versions at most', '20'] },
			show: ({ versions }) =>
				versions.flatMap(({ version, at, by, restored, ...changes }) => [
					[
						...[`version ${version}`, new Date(at).toISOString(), by],
						restored === undefined ? 'replaced' : `back to version ${restored}`,
					],
					...changeLines(changes, '  '),
				]),
		}),
		apiCommand('rollback <version>', 'POST /api/config/rollback', {
			...ISSUE,
			description: 'Put the document of an earlier version in force, as a new version.',
			takes: { '<version>': 'its number; 0 is the empty document', ...GUARD },
			fill({ version = '', ifMatch }) {
				if (!/^\d{1,15}$/.test(version)) refuse(`${version}: a version is a whole number`);
				return { version: Number(version), init: { headers: guarded(ifMatch) } };
			},
			show: inForce,
		}),
	);

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

const textOf = textReader(complainer('config'));
const formatOf = (file: string): Format => (/\.json$/i.test(file) ? 'json' : 'yaml');

async function validate(files: readonly string[]): Promise<void> {
	for (const file of files) {
		const text = await textOf(file);
		if (text === undefined) continue;
		const parsed = parseConfig(text, formatOf(file));
		const check = (allowLoopback: boolean) =>
			parsed.ok
				? effective([{ name: 'runtime', document: parsed.value }], {
						checkUrl: (url) => checkUpstreamUrl(url, { allowLoopback }),
					})
				: parsed;
		const anywhere = check(false);
		const inDevelopment = check(true);
		if (inDevelopment.ok)
			console.log(`${file}: valid${anywhere.ok ? '' : ' in development mode only'}`);
		else {
			for (const { path, reason } of inDevelopment.error)
				note(`${file}: ${path || 'document'} ${reason}`);
			process.exitCode = 1;
		}
	}
}
