// `loadline memory review|dead|overlaps|export` (docs/memory.md, "Command line"): drafts and their review,
// unused and overlapping rules, and everything published as one AGENTS.md.
import type { AnswerOf } from '../../contract';
import { agentsFile } from '../../memory';
import { apiCommand, group, refuse } from './api-command';
import { published } from './memory-plan';
import { oneLine, printable } from './terminal';

const lineOf = ({ id, state, operation, path, newPath, author, conflict }: Draft): string => {
	const to = newPath === undefined ? '' : ` -> ${newPath}`;
	return `${id} ${state} ${operation} ${path}${to} by ${author}${conflict ? ' CONFLICT' : ''}`;
};
type DraftView = AnswerOf<'GET /api/memory/drafts/:id'>;
type Draft = DraftView['draft'];

const PAGE = 200;
const DRAFT = { '<id>': 'of the draft' };
const COMMENT = { '--comment <text>': 'for the other side' };

export const reviewCommand = () =>
	group(
		'review',
		'See drafts, and decide about them.',
		apiCommand('list', 'GET /api/memory/drafts', {
			description: 'List drafts.',
			takes: { '--state <state>': 'draft, submitted or rejected' },
			async run({ state }, api) {
				for (let offset = 0, all = 1; offset < all; offset += PAGE) {
					const params = { limit: PAGE, offset, state: state as Draft['state'] };
					const { drafts, total } = await api('GET /api/memory/drafts', params);
					for (const draft of drafts) console.log(oneLine(lineOf(draft)));
					all = total;
				}
				return [];
			},
		}),
		apiCommand('show <id>', 'GET /api/memory/drafts/:id', {
			description: 'Show a draft beside what it would change.',
			takes: DRAFT,
			show: showDraft,
		}),
		apiCommand('submit <id>', 'POST /api/memory/drafts/:id/submit', {
			description: 'Hand a draft to the reviewers.',
			takes: { ...DRAFT, ...COMMENT },
			show: ({ draft }) => lineOf(draft),
		}),
		apiCommand('approve <id>', 'POST /api/memory/drafts/:id/approve', {
			description: 'Publish a submitted draft.',
			takes: {
				...{ ...DRAFT, ...COMMENT },
				'--draft <hash>': 'of the draft as you read it: refuse another',
				'--over <hash>': 'of the current text: publish although the base has moved',
			},
			as: { draft: 'draftHash' },
			show: ({ path, version, objectId }) => `${path} version ${version} ${objectId}`,
		}),
		apiCommand('reject <id>', 'POST /api/memory/drafts/:id/reject', {
			description: 'Give a draft back to its author.',
			takes: { ...DRAFT, ...COMMENT },
			show: ({ draft }) => lineOf(draft),
		}),
	);

function showDraft({ draft, base, current, proposed, ...view }: DraftView): string[] {
	const short = (text: string) =>
		text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;
	console.log(oneLine(lineOf(draft)));
	for (const name of ['summary', 'comment'] as const)
		if (draft[name] !== undefined) console.log(oneLine(`${name}: ${draft[name]}`));
	for (const warning of view.warnings ?? []) console.log(`warning: ${oneLine(warning)}`);
	for (const { kind, text, path, constraintId, published } of view.overlaps ?? [])
		console.log(
			oneLine(`${kind}: "${short(text)}" and ${path}#${constraintId} "${short(published)}"`),
		);
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

/** Characters of a constraint that is shown. */
const MOST_TEXT = 160;

export const deadCommand = () =>
	apiCommand('dead', 'GET /api/memory/usage', {
		description: 'List rules that were loaded and never referred to, with what they cost.',
		show: ({ dead }) =>
			dead.length === 0
				? 'No rule is dead: each was referred to, or loaded less than five times.'
				: dead.map(
						({ path, loads, tokens, cost }) =>
							`${path}: ${tokens} tokens, loaded ${loads} times, ${cost} tokens in all`,
					),
	});

export const overlapsCommand = () =>
	apiCommand('overlaps', 'GET /api/memory/overlaps', {
		description: 'List constraints that say the same, or the opposite, as their words go.',
		show: ({ overlaps, total }) => [
			...overlaps.flatMap(({ kind, one, other }) => [
				`${kind}:`,
				...[one, other].map(({ path, text }) => `  ${path}: ${cut(text)}`),
			]),
			total === overlaps.length ? `${total} in all` : `${overlaps.length} of ${total} shown`,
		],
	});

export const exportCommand = () =>
	apiCommand('export', 'GET /api/memory/export', {
		description: 'Print what is published as one AGENTS.md, for hosts without MCP.',
		async run(options) {
			const found = await published(options);
			if (!found.ok) refuse(found.error.message);
			process.stdout.write(agentsFile(found.value.filter(({ kind }) => kind !== 'mpf')));
			return [];
		},
	});

function cut(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ');
	return line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT).toWellFormed()}…` : line;
}
