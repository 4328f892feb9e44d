// `loadline report`: what `loadline wrap` and `loadline serve` have saved on this machine, tool by tool.
import { Command } from 'commander';
import type { OpenLoadline } from '../node/runtime';
import { defaultStateFolder, secretOf } from '../node/state';
import { complainer, oneLine } from './terminal';

const complain = complainer('report');

interface Options {
	readonly state?: string;
	readonly days: string;
	readonly json?: true;
}

interface Group {
	readonly key: string;
	readonly count: number;
	readonly originalTokens: { readonly sum: number };
	readonly tokens: { readonly sum: number };
	readonly savedTokens: { readonly net: number };
}

export function reportCommand(open: OpenLoadline): Command {
	return new Command('report')
		.description('Say what was saved on this machine, tool by tool.')
		.option('--state <folder>', 'where it is kept')
		.option('--days <number>', 'how far back', '7')
		.option('--json', 'as the API has it (docs/telemetry.md)')
		.action((options: Options) => report(open, options));
}

async function report(open: OpenLoadline, options: Options): Promise<void> {
	const days = Number(options.days);
	if (!(days > 0 && days <= 365))
		return complain(`--days takes a number up to 365, not "${options.days}".`);
	const folder = options.state ?? process.env.LOADLINE_STATE ?? defaultStateFolder(process.env);
	const variables = { LOADLINE_DEV: '1', LOADLINE_SECRET: secretOf(folder) };
	const loadline = await open({ folder, file: '', variables });
	try {
		await loadline.settle();
		const from = new Date(Date.now() - days * 86_400_000).toISOString();
		const url = `http://localhost/api/telemetry?from=${encodeURIComponent(from)}`;
		const answer = await loadline.fetch(new Request(url));
		const body = await answer.text();
		if (!answer.ok) return complain(body);
		if (options.json) console.log(body);
		else say((JSON.parse(body) as { groups: readonly Group[] }).groups, days);
	} finally {
		await loadline.close();
	}
}

function say(groups: readonly Group[], days: number): void {
	if (groups.length === 0) {
		console.log(`No calls in the last ${days} days.`);
		return;
	}
	for (const { key, count, originalTokens, savedTokens } of groups)
		console.log(
			[
				`${savedTokens.net} of ${originalTokens.sum} tokens saved`,
				`${count} calls`,
				oneLine(key),
			].join('\t'),
		);
	const sum = (of: (group: Group) => number) =>
		groups.reduce((total, group) => total + of(group), 0);
	const saved = sum(({ savedTokens }) => savedTokens.net);
	const original = sum(({ originalTokens }) => originalTokens.sum);
	const share = original > 0 ? ` (${Math.round((100 * saved) / original)} %)` : '';
	console.log(`${saved} of ${original} tokens saved${share} by ${sum(({ count }) => count)} calls`);
}
