// The command line: `npm run -s loadline -- COMMAND`. One file per command, added here.
import { Command } from 'commander';
import { claudeCommand } from './claude';
import { configCommand } from './config';
import { memoryCommand } from './memory';
import { recordsCommand } from './records';
import { registerReplay } from './replay';
import { resultCommand } from './result';
import { tokensCommand } from './tokens';
import { upstreamCommand } from './upstream';
import { workflowCommand } from './workflow';

const program = new Command('loadline')
	.description('Keeps what enters a model context within its load line.')
	.addCommand(claudeCommand())
	.addCommand(configCommand())
	.addCommand(memoryCommand())
	.addCommand(recordsCommand())
	.addCommand(resultCommand())
	.addCommand(tokensCommand())
	.addCommand(upstreamCommand())
	.addCommand(workflowCommand());
registerReplay(program);

await program.parseAsync();
