// `loadline workflow validate|push`: definitions of files and of a server (docs/workflow.md, "Command line").
import { parse } from 'node:path';
import { Command } from 'commander';
import { issueLine, parseDefinition, WORKFLOW_NAME } from '../../workflow';
import { apiCommand, note } from './api-command';
import { textReader, withTexts } from './input-file';
import { complainer } from './terminal';

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
			const yaml = await textOf(file);
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

const textOf = textReader(complainer('workflow'));

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
