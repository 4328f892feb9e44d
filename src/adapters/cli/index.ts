// The commands of the command line: those that a route of the API declares (src/contract), and those of a file here.
import { Command, type CommanderError } from 'commander';
import { routeOf } from '../../contract';
import { withoutSecretLooks } from '../../shared/secret-looks';
import { VERSION } from '../../shared/version';
import type { OpenLoadline } from '../node';
import { apiCommand, commandKeys, wordsOf } from './api-command';
import { claudeCommand } from './claude';
import { conformanceCommand } from './conformance';
import { dataCommands, reviewCommands } from './data';
import { configCommands, tokensCommand, workflowCommands } from './documents';
import { analyzeCommand, installCommand, uninstallCommand } from './install';
import { loginCommand } from './login';
import { folderCommands } from './memory';
import { replayCommands } from './replay';
import { reportCommand } from './report';
import { backupCommand, restoreCommand, serveCommand } from './serve';
import { upstreamCommands } from './upstream';
import { wrapCommand } from './wrap';

/** The sections of the help: names of commands and of groups, in order. */
const SECTIONS = {
	'On this machine:': 'analyze install uninstall wrap serve claude report backup restore tokens',
	'At a server:':
		'login whoami server config memory workflow run records result finding conversation learnt limit',
	'For its administrators:': 'token member secret audit data workspace',
	'Proofs:': 'replay replay-tool conformance',
};

const GROUPS: Readonly<Record<string, string>> = {
	server: 'Add, list, test and remove the servers behind Loadline.',
	config: 'Validate configuration files, and change what a server is configured with.',
	memory: "Keep a repository's rules and a workspace the same, and review drafts.",
	'memory review': 'See drafts, and decide about them.',
	workflow: 'Validate workflow definitions, and keep them on a server.',
	run: 'List runs of workflows.',
	records: 'Import records that an agent searches.',
	finding: 'List and remove what analyses found out.',
	conversation: 'List and delete conversations.',
	learnt: 'What first answers have learnt from what was asked next, and what they would cost.',
	limit: 'List what the workspace uses of what all share.',
	token: 'Make, list and revoke API tokens of your workspace.',
	member: 'Add, list and remove members of your workspace.',
	secret: 'Set, list and remove secrets that servers are called with.',
	audit: 'Administrative acts: who did what, and whether the log is what was written.',
	data: 'Export or erase all that is kept of a user, or of a workspace.',
	workspace: 'List and create workspaces of the deployment.',
};

/** Earlier names of groups, which go on working. */
const EARLIER: Readonly<Record<string, string>> = { server: 'upstream', conversation: 'session' };

const EXAMPLES = `
Examples:
  loadline analyze --client cursor                  what your servers cost, and would cost
  loadline wrap -- npx -y some-mcp-server           one server, for one client
  loadline serve                                    a gateway on this machine, with pages
  loadline server add docs https://host/mcp         a server behind it
  loadline memory used .claude/rules/style.md --days 7   who used a rule last week

Exit codes: 0 done, 1 failed, 2 called wrongly.`;

/** @param open opens Loadline, for commands that serve @param launcher the command line that starts this program */
export function createProgram(open: OpenLoadline, launcher: readonly string[]): Command {
	const program = new Command('loadline')
		.description('Keeps what enters a model context within its load line.')
		.version(VERSION, '--version', 'say which version this is')
		.enablePositionalOptions()
		.addHelpText('after', EXAMPLES);
	const own: Readonly<Record<string, Command>> = {
		...{ analyze: analyzeCommand(launcher), install: installCommand(launcher) },
		...{ uninstall: uninstallCommand(), wrap: wrapCommand(open), serve: serveCommand(open) },
		...{ claude: claudeCommand(), report: reportCommand(open), backup: backupCommand() },
		...{ restore: restoreCommand(), tokens: tokensCommand(), login: loginCommand() },
		...{ conformance: conformanceCommand(), ...replayCommands() },
		...{ ...upstreamCommands(), ...configCommands(), ...folderCommands(), ...reviewCommands() },
		...{ ...workflowCommands(), ...dataCommands() },
	};
	const declared = commandKeys().flatMap((key): (readonly [string, Command])[] => {
		const words = wordsOf(routeOf(key).schemas().command?.usage ?? '').join(' ');
		return words in own ? [] : [[words, apiCommand(key)]];
	});
	const all = [...Object.entries(own), ...declared];
	for (const [heading, names] of Object.entries(SECTIONS)) {
		program.commandsGroup(heading);
		for (const name of names.split(' '))
			for (const [words, command] of all)
				if (words.split(' ')[0] === name)
					holderOf(program, words).addCommand(command, { isDefault: words === 'learnt list' });
	}
	alike(program);
	return program;
}

/** Returns the command that holds the one of these words; it is made when it is first asked for. */
function holderOf(program: Command, words: string): Command {
	const at = words.lastIndexOf(' ');
	if (at < 0) return program;
	const held = words.slice(0, at);
	const holder = holderOf(program, held);
	const name = held.slice(held.lastIndexOf(' ') + 1);
	const found = holder.commands.find((each) => each.name() === name);
	if (found) return found;
	const made = new Command(name).description(GROUPS[held] ?? '');
	const earlier = EARLIER[held];
	if (earlier !== undefined) made.alias(earlier);
	holder.addCommand(made);
	return made;
}

/** Sets what all commands have alike: exit code 2 where one was called wrongly, and lists without `[options]`. */
function alike(command: Command): void {
	command
		.configureOutput({ outputError: (text, write) => write(withoutSecretLooks(text)) })
		.showHelpAfterError(
			`${command.name() === 'wrap' ? 'The command goes after --: loadline wrap -- npx -y some-mcp-server\n' : ''}Add --help to see what there is.`,
		)
		.exitOverride(({ exitCode }: CommanderError) => process.exit(exitCode === 0 ? 0 : 2))
		.configureHelp({
			subcommandTerm: (each) =>
				`${each.name()} ${each.usage().replace('[options] ', '').replace('[options]', '').replace('[command]', '')}`.trimEnd(),
		});
	for (const each of command.commands) alike(each);
}
