// `loadline memory review show|used|export` (docs/memory.md, "Command line"): a draft beside what it would change,
// who used a rule, and everything published as one AGENTS.md.
import type { AnswerOf } from '../../contract';
import { agentsFile } from '../../memory';
import { type Asker, answered, apiCommand, type Given, misuse, refuse } from './api-command';
import { published } from './memory-plan';
import { namesOf } from './server';
import { filled, type Lines, number, tableOf } from './shown';
import { meant, oneLine, printable } from './terminal';

type DraftView = AnswerOf<'GET /api/memory/drafts/:id'>;

export const reviewCommands = () => ({
	'memory used': apiCommand('GET /api/memory/attestations', {
		usage: 'memory used <rule>',
		help: 'Who used a rule, when and how: loaded, referred to, changed. Of others, an administrator sees it.',
		options: [['--days <number>', 'how far back; all unless told']],
		run: (given, api) => uses(given, api),
	}),
	'memory export': apiCommand('GET /api/memory/export', {
		usage: 'memory export',
		help: 'Print what is published as one AGENTS.md, for hosts without MCP.',
		hasJson: false,
		async run(options) {
			const found = await published(options);
			if (!found.ok) refuse(found.error.message);
			process.stdout.write(agentsFile(found.value.filter(({ kind }) => kind !== 'mpf')));
			return [];
		},
	}),
	'memory review show': apiCommand('GET /api/memory/drafts/:id', {
		usage: 'memory review show <id>',
		help: 'Show a draft beside what it would change.',
		show: showDraft,
	}),
});

const DAY_MS = 86_400_000;
const PAGE = 1000;
type Use = AnswerOf<'GET /api/memory/attestations'>['attestations'][number];

async function uses({ rule = '', days, json, ...given }: Given, api: Asker): Promise<Lines> {
	const back = days === undefined ? Infinity : Number(days);
	if (!(back > 0)) misuse(`--days takes a number of days, not "${days}"`);
	const { id, path } = await ruleOf(rule, api);
	const since = Date.now() - back * DAY_MS;
	const key = 'GET /api/memory/attestations';
	const attestations: Use[] = [];
	for (let before: number | undefined, isMore = true; isMore; ) {
		const page: AnswerOf<typeof key> = await api(key, { object: id, limit: PAGE, before });
		attestations.push(...page.attestations.filter(({ at }) => at >= since));
		before = page.next;
		isMore = before !== undefined && (page.attestations.at(-1)?.at ?? 0) >= since;
	}
	if (json) return [{ attestations }];
	const people = new Set(attestations.map(({ principal }) => principal)).size;
	const period = days === undefined ? '' : ` in the last ${days} days`;
	const sum = `${path}: ${number(attestations.length)} ${attestations.length === 1 ? 'event' : 'events'} by ${people === 1 ? 'one' : people}${period}`;
	if (attestations.length === 0) return sum;
	const columns = ['at', 'principal', 'event', 'constraintId', 'session'];
	return [...tableOf(columns, attestations, await namesOf(given)), sum];
}

async function ruleOf(rule: string, api: Asker) {
	const { objects: all } = await answered('GET /api/memory/objects', {}, api, true);
	const found = all.find(({ id, path, file }) => [id, path, file].includes(rule));
	if (found) return found;
	const names = all.flatMap(({ path, file }) => (file === undefined ? path : [path, file]));
	return refuse(
		`there is no rule "${rule}": give the id or the path that loadline memory list shows.${meant(rule, names)}`,
	);
}

function showDraft({ draft, base, current, proposed, ...view }: DraftView): string[] {
	console.log(oneLine(filled('{id} {state} {operation} {path} by {author}', draft)));
	if (draft.newPath !== undefined) console.log(oneLine(`new path: ${draft.newPath}`));
	if (draft.conflict) console.log('CONFLICT: what it was based on is not what is published now');
	for (const name of ['summary', 'comment'] as const)
		if (draft[name] !== undefined) console.log(oneLine(`${name}: ${draft[name]}`));
	for (const warning of view.warnings ?? []) console.log(`warning: ${oneLine(warning)}`);
	for (const { kind, text, path, constraintId, published } of view.overlaps ?? [])
		console.log(oneLine(`${kind}: "${text}" and ${path}#${constraintId} "${published}"`));
	// Base and current are the same text unless something has moved.
	if (base?.hash !== current?.hash) printSide('base', base, 'unknown');
	printSide('current', current, 'not published');
	printSide('draft', proposed, view.withheld ?? 'deleted');
	return [];
}

function printSide(name: string, side: DraftView['base'], absent: string): void {
	const version = side?.version === undefined ? '' : ` version ${side.version}`;
	const facts = side === null ? oneLine(absent) : `${oneLine(side.path)} ${oneLine(side.hash)}`;
	console.log(`\n=== ${name}${version}: ${facts}`);
	if (side !== null) console.log(printable(side.content).trimEnd());
}
