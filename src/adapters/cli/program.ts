// The command line's commands, a file each, added here.
import { Command } from 'commander';
import type { OpenLoadline } from '../node/runtime';
import { backupCommand, restoreCommand } from './backup';
import { claudeCommand } from './claude';
import { configCommand } from './config';
import { installCommand, uninstallCommand } from './install';
import { memoryCommand } from './memory';
import { recordsCommand } from './records';
import { registerReplay } from './replay';
import { resultCommand } from './result';
import { serveCommand } from './serve';
import { tokensCommand } from './tokens';
import { upstreamCommand } from './upstream';
import { workflowCommand } from './workflow';
import { wrapCommand } from './wrap';

/**
 * @param open opens Loadline itself, for the commands that serve
 * @param launcher the words that start this program
 */
export function createProgram(open: OpenLoadline, launcher: readonly string[]): Command {
	const program = new Command('loadline')
		.description('Keeps what enters a model context within its load line.')
		.enablePositionalOptions()
		.addCommand(backupCommand())
		.addCommand(claudeCommand())
		.addCommand(configCommand())
		.addCommand(installCommand(launcher))
		.addCommand(memoryCommand())
		.addCommand(recordsCommand())
		.addCommand(restoreCommand())
		.addCommand(resultCommand())
		.addCommand(serveCommand(open))
		.addCommand(tokensCommand())
		.addCommand(uninstallCommand())
		.addCommand(upstreamCommand())
		.addCommand(workflowCommand())
		.addCommand(wrapCommand(open));
	registerReplay(program);
	return program;
}
