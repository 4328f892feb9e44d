// `loadline memory export` (docs/memory.md, "Where rules live"): what is published as one AGENTS.md.
import { Command } from 'commander';
import { agentsFile } from '../../memory';
import { published } from './memory-plan';
import { type ServerOptions, withServer } from './server';
import { complainer } from './terminal';

const complain = complainer('memory');

/** `loadline memory export`. */
export const exportCommand = (): Command =>
	withServer(
		new Command('export').description(
			'Print what is published as one AGENTS.md, for hosts without MCP.',
		),
	).action(async (options: ServerOptions) => {
		const found = await published(options);
		if (!found.ok) return complain(found.error.message);
		process.stdout.write(agentsFile(found.value.filter(({ kind }) => kind !== 'mpf')));
	});
