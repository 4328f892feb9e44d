// `npm run bench -- fields`: of the fields that a person looks for first in a list, how many does the
// first answer show, and for how many tokens? `--held` tells the held half list by list, too, and
// `--json` prints everything for a program; `--fresh` adds lists of packages and servers that it installs, `--fresh=DIR`
// of those that are there. Ends with 1 when the goals are missed.
import { freshLists } from './fields/fresh/load';
import { firstPage, member } from './fields/page';
import { shownFields } from './fields/shown';
import { type FieldsHalf, fieldsTable } from './fields/table';
import type { ApiList } from './payloads/api-list';
import { apiLists } from './payloads/api-lists';
import { furtherLists } from './payloads/further/all';
import { saveResults } from './results';

const GOAL_SHARE = 0.95;
const GOAL_TOKENS = 1_500;
/** Items that a first page has. */
const GOAL_ITEMS = 8;
/** Share of a page's items that must show a field. */
const IN_ITEMS = 0.9;

interface Row {
	readonly list: string;
	/** Items of the page, and of the list. */
	readonly items: number;
	readonly all: number;
	readonly tokens: number;
	readonly fields: number;
	readonly shown: number;
	readonly missing: string;
}

const flags = new Set(process.argv.slice(2));
const sums: FieldsHalf[] = [];
let isMissed = false;
const further = furtherLists();
const asked = process.argv.find((argument) => argument.startsWith('--fresh'));
const fresh = asked === undefined ? undefined : await freshLists(asked.split('=')[1]);
const groups = {
	...apiLists(),
	'build, further': further.build,
	'held, further': further.held,
	...(fresh && { 'build, fresh': fresh.build, 'held, fresh': fresh.held }),
};
for (const [half, lists] of Object.entries(groups)) {
	const rows = lists.map(measure);
	const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
	const tokens = rows.map((row) => row.tokens).sort((a, b) => a - b);
	const [fields, shown] = [sum((row) => row.fields), sum((row) => row.shown)];
	const over = rows.filter((row) => row.tokens > GOAL_TOKENS).length;
	const [median = 0, most = 0] = [tokens[tokens.length >> 1], tokens.at(-1)];
	const eight = rows.filter(isEnough).length;
	sums.push({ half, lists: rows.length, fields, shown, median, most, over, eight });
	isMissed ||= shown / fields < GOAL_SHARE || over > 0;
	if (flags.has('--json')) console.log(JSON.stringify({ half, rows }));
	else if (half.startsWith('build') || flags.has('--held')) console.table(rows);
}
console.log(fieldsTable(sums));
console.log(
	`Goals: ${GOAL_SHARE * 100} % of the fields, no page above ${GOAL_TOKENS} tokens: ${isMissed ? 'missed' : 'met'}`,
);
saveResults('fields', { halves: sums });
if (isMissed) process.exitCode = 1;

/** Has items enough, or all there are, and all fields that people name first. */
function isEnough({ items, all, fields, shown }: Row): boolean {
	return items >= Math.min(all, GOAL_ITEMS) && shown >= fields * GOAL_SHARE;
}

function measure(list: ApiList): Row {
	const page = firstPage(list);
	const fields = shownFields(list, page).filter(({ share }) => share !== undefined);
	const missing =
		page.items.length === 0 ? fields : fields.filter(({ share = 0 }) => share < IN_ITEMS);
	// A page without items shows nothing of what its list has.
	const needed = page.items.length === 0 ? list.need.length : fields.length;
	return {
		list: list.name,
		items: page.items.length,
		all: Object.keys(list.path.reduce(member, list.value) as object).length,
		tokens: page.tokens,
		fields: needed,
		shown: page.items.length === 0 ? 0 : needed - missing.length,
		missing: page.items.length === 0 ? 'no items' : missing.map(({ field }) => field).join(' '),
	};
}
