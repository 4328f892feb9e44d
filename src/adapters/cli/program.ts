// The command line's commands, a file each, added here.
import { Command } from 'commander';
import { VERSION } from '../../shared/version';
import type { OpenLoadline } from '../node';
import {
	auditCommand,
	learntCommand,
	memberCommand,
	secretCommand,
	sessionCommand,
	tokenCommand,
	workspaceCommand,
} from './access-commands';
import { analyzeCommand } from './analyze';
import { backupCommand, restoreCommand } from './backup';
import { claudeCommand } from './claude';
import { configCommand } from './config';
import { conformanceCommand } from './conformance';
import { dataCommand, recordsCommand } from './data';
import { installCommand, uninstallCommand } from './install';
import { loginCommand } from './login';
import { memoryCommand } from './memory';
import { registerReplay } from './replay';
import { reportCommand } from './report';
import { resultCommand } from './result';
import { serveCommand } from './serve';
import { tokensCommand } from './tokens';
import { upstreamCommand } from './upstream';
import { workflowCommand } from './workflow';
import { wrapCommand } from './wrap';

/**
 * @param open opens Loadline itself, for the commands that serve
 * @param launcher the command line that starts this program
 */
export function createProgram(open: OpenLoadline, launcher: readonly string[]): Command {
	const program = new Command('loadline')
		.description('Keeps what enters a model context within its load line.')
		.version(VERSION, '--version', 'say which version this is')
		.enablePositionalOptions();
	const groups: Readonly<Record<string, readonly Command[]>> = {
		'On this machine:': [
			analyzeCommand(launcher),
			installCommand(launcher),
			uninstallCommand(),
			wrapCommand(open),
			serveCommand(open),
			claudeCommand(),
			reportCommand(open),
			backupCommand(),
			restoreCommand(),
			tokensCommand(),
		],
		'At a server:': [
			loginCommand(),
			upstreamCommand(),
			configCommand(),
			memoryCommand(),
			workflowCommand(),
			recordsCommand(),
			resultCommand(),
			sessionCommand(),
			learntCommand(),
		],
		'For its administrators:': [
			tokenCommand(),
			memberCommand(),
			secretCommand(),
			auditCommand(),
			dataCommand(),
			workspaceCommand(),
		],
	};
	for (const [heading, commands] of Object.entries(groups)) {
		program.commandsGroup(heading);
		for (const command of commands) program.addCommand(command);
	}
	program.commandsGroup('Proofs:');
	registerReplay(program);
	program.addCommand(conformanceCommand());
	return program;
}
