// `npm run bench -- learning`: calls that follow first answers before anything is learnt of a tool, and after.
// `--held` tells the held half tool by tool, too. Ends with 1 where they fall by less than the goal.
import { openSql } from '../test/adapters/sqlite/open';
import { replayOf } from './learning/replay';
import { apiLists } from './payloads/api-lists';
import { saveResults } from './results';

const GOAL = 0.3;

const sums: object[] = [];
for (const [half, lists] of Object.entries(apiLists())) {
	const rows = await replayOf(lists, () => openSql());
	const sum = (of: (row: (typeof rows)[number]) => number) =>
		rows.reduce((total, row) => total + of(row), 0);
	const isTold = half === 'build' || process.argv.includes('--held');
	for (const { tool, habit, before, after, tokensBefore, tokensAfter } of isTold ? rows : [])
		console.log(
			`${tool}: ${habit}, ${before} → ${after} calls, ${tokensBefore} → ${tokensAfter} tokens`,
		);
	const [before, after] = [sum((row) => row.before), sum((row) => row.after)];
	const [tokensBefore, tokensAfter] = [
		sum((row) => row.tokensBefore),
		sum((row) => row.tokensAfter),
	];
	for (const habit of ['fields', 'pages', 'counts']) {
		const own = rows.filter((row) => row.habit === habit);
		const of = (pick: (row: (typeof rows)[number]) => number) =>
			own.reduce((total, row) => total + pick(row), 0);
		console.log(
			`${half}, ${habit}: ${of((row) => row.before)} → ${of((row) => row.after)} calls; tokens ${of((r) => r.tokensBefore)} → ${of((r) => r.tokensAfter)}`,
		);
	}
	console.log(
		`${half}: ${rows.length} tools, ${sum((row) => row.calls)} calls: ${before} → ${after} follow-ups, ${tokensBefore} → ${tokensAfter} tokens`,
	);
	sums.push({
		half,
		tools: rows.length,
		calls: sum((row) => row.calls),
		before,
		after,
		tokensBefore,
		tokensAfter,
	});
	if (half === 'held' && after > before * (1 - GOAL)) process.exitCode = 1;
}
saveResults('learning', sums);
