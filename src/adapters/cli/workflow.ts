// `loadline workflow validate|push|list|show`: definitions from files, and those of a server
// (docs/workflow.md, "Command line").
import { basename } from 'node:path';
import { Command } from 'commander';
import {
	type DefinitionIssue,
	type FoundDefinition,
	issueLine,
	type PutAnswer,
	parseDefinition,
	WORKFLOW_NAME,
	type WorkflowListing,
} from '../../workflow';
import { textReader } from './input-file';
import { asker, type ServerOptions, withServer } from './server';
import { complainer, oneLine, printable } from './terminal';

const complain = complainer('workflow');

/** Problems on standard error, one a line with file, line and column; exit code 1 if there are any. */
export function workflowCommand(): Command {
	return new Command('workflow')
		.description('Check workflow definitions, and keep them on a server.')
		.addCommand(
			new Command('validate')
				.description('Check definitions in files.')
				.argument('<file...>', 'YAML files')
				.action(validate),
		)
		.addCommand(
			withServer(new Command('push'))
				.description('Check a definition and make it the newest version on the server.')
				.argument('<file>', 'YAML file')
				.action(push),
		)
		.addCommand(
			withServer(new Command('list')).description('List the workflows of the server.').action(list),
		)
		.addCommand(
			withServer(new Command('show'))
				.description('Print the newest version of a workflow as it was written.')
				.argument('<name>', 'name of the workflow')
				.action(show),
		);
}

const textOf = textReader(complain);

/** As compilers write them, so that editors find the place. */
const listIssues = (file: string, issues: readonly DefinitionIssue[], kind: string): void => {
	for (const issue of issues) console.error(oneLine(`${file}: ${kind}: ${issueLine(issue)}`));
};

const answerOf = asker('/api/workflows', complain, (issues, path) =>
	listIssues(path.slice(1), issues as readonly DefinitionIssue[], 'error'),
);

async function validate(files: readonly string[]): Promise<void> {
	for (const file of files) {
		const yaml = await textOf(file);
		if (yaml !== undefined) check(file, yaml);
	}
}

/** Says what is wrong with a text. @returns its name when it is valid */
function check(file: string, yaml: string): string | undefined {
	const nameless = basename(file)
		.replace(/\.[^.]*$/, '')
		.toLowerCase();
	const parsed = parseDefinition(
		yaml,
		undefined,
		WORKFLOW_NAME.test(nameless) ? nameless : undefined,
	);
	if (!parsed.ok) {
		listIssues(file, parsed.error, 'error');
		process.exitCode = 1;
		return undefined;
	}
	const { definition, warnings } = parsed.value;
	listIssues(file, warnings, 'warning');
	console.log(`${file}: ${definition.name}, ${definition.steps.length} steps, valid`);
	return definition.name;
}

async function push(file: string, options: ServerOptions): Promise<void> {
	const yaml = await textOf(file);
	const name = yaml === undefined ? undefined : check(file, yaml);
	if (yaml === undefined || name === undefined) return;
	const body = await answerOf(options, `/${name}`, {
		method: 'PUT',
		headers: { 'content-type': 'application/yaml' },
		body: yaml,
	});
	if (body === undefined) return;
	const { version, outcome } = body as PutAnswer;
	console.log(`${name}: version ${version} ${outcome}`);
}

async function list(options: ServerOptions): Promise<void> {
	const body = await answerOf(options, '');
	if (body === undefined) return;
	for (const each of (body as { readonly workflows: readonly WorkflowListing[] }).workflows) {
		const version = each.source === 'bundled' ? 'bundled' : `version ${each.version}`;
		console.log(
			[each.name, version, `${each.steps} steps`, each.description].map(oneLine).join('\t'),
		);
	}
}

async function show(name: string, options: ServerOptions): Promise<void> {
	const body = await answerOf(options, `/${encodeURIComponent(name)}`);
	if (body === undefined) return;
	const { yaml } = body as FoundDefinition;
	process.stdout.write(process.stdout.isTTY ? printable(yaml) : yaml);
}
