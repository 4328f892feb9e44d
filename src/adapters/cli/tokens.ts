// `loadline tokens FILE…`: what files cost in tokens (docs/protect.md "Tokens").
import { Command, Option } from 'commander';
import { countExact, estimate, heuristic } from '../../protect';
import { withTexts } from './input-file';
import type { Flags, Texts } from './terminal';

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
