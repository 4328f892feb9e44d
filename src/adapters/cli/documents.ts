// Documents in files: `loadline config validate|diff|push|history|rollback`, the runtime document of a server (docs/config.md
// "Command line"); `loadline workflow validate|push`, definitions (docs/workflow.md); `loadline tokens FILE…`, what any
// text costs (docs/protect.md "Tokens").
import { parse } from 'node:path';
import { Command, Option } from 'commander';
import { effective, type Format, parseConfig } from '../../config';
import { checkUpstreamUrl } from '../../gateway';
import { countExact, estimate, heuristic } from '../../protect';
import { issueLine, parseDefinition, WORKFLOW_NAME } from '../../workflow';
import { apiCommand, note } from './api-command';
import { fileBody, textReader, withTexts } from './input-file';
import { namesOf } from './server';
import { timeOf } from './shown';
import { complainer, type Flags, type Texts } from './terminal';

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

/** Problems are on standard error, one a line with file, line and column. */
export const workflowCommands = () => ({
	'workflow validate': new Command('validate')
		.description(
			'Say whether definitions in files are valid, and what is wrong in them; no server is asked.',
		)
		.argument('<file...>', 'YAML files')
		.action(withTexts('workflow', (file, yaml) => check(file, yaml))),
	'workflow push': apiCommand('PUT /api/workflows/:name', {
		usage: 'workflow push <file>',
		help: 'Check a definition (YAML) and make it the newest version on the server.',
		issue: (issue, { file }) =>
			`${file}: error: ${issueLine(issue as Parameters<typeof issueLine>[0])}`,
		async run({ file = '', json }, api) {
			const yaml = await textReader(complainer('workflow'))(file);
			const name = yaml === undefined ? undefined : check(file, yaml, json !== undefined);
			if (yaml === undefined || name === undefined) return [];
			const pushed = await api('PUT /api/workflows/:name', { name }, undefined, {
				headers: { 'content-type': 'application/yaml' },
				body: yaml,
			});
			return json ? [pushed] : `${name}: version ${pushed.version} ${pushed.outcome}`;
		},
	}),
});

/** Reports the problems of a definition in the form of compilers, which editors parse. @returns its name when it is valid */
function check(file: string, yaml: string, isQuiet = false): string | undefined {
	const name = parse(file).name.toLowerCase();
	const parsed = parseDefinition(yaml, undefined, WORKFLOW_NAME.test(name) ? name : undefined);
	const [kind, issues] = parsed.ok ? ['warning', parsed.value.warnings] : ['error', parsed.error];
	for (const issue of issues) note(`${file}: ${kind}: ${issueLine(issue)}`);
	if (!parsed.ok) {
		process.exitCode = 1;
		return undefined;
	}
	const { name: called, steps } = parsed.value.definition;
	if (!isQuiet) console.log(`${file}: ${called}, ${steps.length} steps, valid`);
	return called;
}

const ESTIMATORS: Readonly<Record<string, (text: string) => number | Promise<number>>> = {
	calibrated: estimate,
	heuristic,
	exact: async (text) => (await countExact(text)).tokens,
};

/** A line per file on standard output; a file that cannot be read is named on standard error. */
export function tokensCommand(): Command {
	return new Command('tokens')
		.description('Count the tokens of text files.')
		.argument('<file...>', 'text files, read as UTF-8')
		.addOption(
			new Option('--estimator <name>', 'how to count; exact is o200k')
				.choices(Object.keys(ESTIMATORS))
				.default('calibrated'),
		)
		.option('--json', 'one JSON object per line: file, chars (UTF-16 code units), tokens')
		.action((files: readonly string[], { estimator, json }: Texts<'estimator'> & Flags<'json'>) =>
			withTexts('tokens', async (file, text) => {
				const tokens = await (ESTIMATORS[estimator] ?? estimate)(text);
				const chars = text.length;
				const line = `${tokens} tokens\t${chars} chars\t${file}`;
				console.log(json ? JSON.stringify({ file, chars, tokens }) : line);
			})(files),
		);
}
