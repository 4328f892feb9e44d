// The forecast of fields left out beside what then happens: the same callers' week without the proposal, its
// forecast, and the week again with it in force. The held half is looked at once, at the end (`--held`).
import { askingWeek } from './asking';
import type { Stripped } from './made';

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

/** Prints a row a tool. @returns how far tokens are off at most */
export async function tellLeftOut(tools: readonly Stripped[]): Promise<number> {
	console.log(
		'\n| tool, results kept | fields | calls | kept | tokens, forecast | happened | off | questions answered again | less, forecast | happened, of those kept | not covered | without an answer in the week |',
	);
	console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
	let most = 0;
	for (const tool of tools)
		for (const texts of [true, false]) {
			const week = { seed: 7, strip: [], texts };
			const before = await askingWeek(tool, week);
			const told = await before.forecast(tool.strip);
			const then = await askingWeek(tool, { ...week, strip: tool.strip });
			const off = Math.abs(told.tokensAfter / then.first - 1);
			most = Math.max(most, off);
			// Of those whose results are still kept.
			const asked = [...before.answers].filter(([, { time }]) => time >= before.keptSince);
			const less = asked.filter(([at, was]) => {
				const is = then.answers.get(at);
				return was.isIn && (!is?.isIn || is.total < was.total);
			});
			const all = [...before.answers].filter(
				([at, was]) => was.isIn && !then.answers.get(at)?.isIn,
			);
			const cells = [
				`${tool.name}, ${texts ? 'all' : 'cut ones'}`,
				tool.strip.join(', '),
				...[told.calls, told.replayed],
				percent(told.tokensAfter / told.tokensBefore - 1),
				percent(then.first / before.first - 1),
				percent(off),
				told.asked,
				told.unanswered,
				`${less.length} of ${asked.length}`,
				told.unread,
				`${all.length} of ${before.answers.size}`,
			];
			console.log(`| ${cells.join(' | ')} |`);
		}
	return most;
}
