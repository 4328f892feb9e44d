// `loadline memory review list|show|submit|approve|reject` (docs/memory.md, "Command line").
import { Command } from 'commander';
import type { DraftView } from '../../memory';
import { defined } from '../../shared/defined';
import { asker, posting, type ServerOptions, withServer } from './server';
import { complainer, oneLine, printable } from './terminal';

type DraftEntry = DraftView['draft'];

interface DecisionOptions extends ServerOptions {
	readonly comment?: string;
	readonly draft?: string;
	readonly over?: string;
}

/** `loadline memory review`, its commands below it. */
export function reviewCommand(): Command {
	const decision = (name: string, description: string) =>
		withServer(new Command(name).description(description).argument('<id>', 'of the draft')).option(
			'--comment <text>',
			'for the other side',
		);
	return new Command('review')
		.description('See drafts, and decide about them.')
		.addCommand(
			withServer(new Command('list').description('List drafts.'))
				.option('--state <state>', 'draft, submitted or rejected')
				.action(list),
		)
		.addCommand(
			withServer(
				new Command('show')
					.description('Show a draft beside what it would change.')
					.argument('<id>', 'of the draft'),
			).action(show),
		)
		.addCommand(decision('submit', 'Hand a draft to the reviewers.').action(submit))
		.addCommand(
			decision('approve', 'Publish a submitted draft.')
				.option('--draft <hash>', 'of the draft as you read it: refuse another')
				.option('--over <hash>', 'of the current text: publish although the base has moved')
				.action(approve),
		)
		.addCommand(decision('reject', 'Give a draft back to its author.').action(reject));
}

const answerOf = asker('/api/memory/drafts', complainer('memory review'));

/** Drafts of one request. */
const PAGE = 200;

const lineOf = ({ id, operation, state, path, newPath, author, conflict }: DraftEntry): string =>
	oneLine(
		`${id} ${state} ${operation} ${path}${newPath === undefined ? '' : ` -> ${newPath}`} by ${author}${conflict ? ' CONFLICT' : ''}`,
	);

async function list(options: ServerOptions & { readonly state?: string }): Promise<void> {
	const state = options.state === undefined ? '' : `&state=${encodeURIComponent(options.state)}`;
	for (let offset = 0, total = 1; offset < total; offset += PAGE) {
		const body = await answerOf(options, `?limit=${PAGE}&offset=${offset}${state}`);
		if (body === undefined) return;
		const page = body as { readonly drafts: readonly DraftEntry[]; readonly total: number };
		for (const draft of page.drafts) console.log(lineOf(draft));
		total = page.total;
	}
}

async function show(id: string, options: ServerOptions): Promise<void> {
	const body = await answerOf(options, `/${encodeURIComponent(id)}`);
	if (body === undefined) return;
	const {
		draft,
		base,
		current,
		proposed,
		withheld,
		overlaps = [],
		warnings = [],
	} = body as DraftView;
	console.log(lineOf(draft));
	if (draft.summary !== undefined) console.log(`summary: ${oneLine(draft.summary)}`);
	if (draft.comment !== undefined) console.log(`comment: ${oneLine(draft.comment)}`);
	for (const warning of warnings) console.log(`warning: ${oneLine(warning)}`);
	for (const { kind, text, path, constraintId, published } of overlaps)
		console.log(
			oneLine(`${kind}: "${short(text)}" and ${path}#${constraintId} "${short(published)}"`),
		);
	// Where nothing has moved, base and current are the same text.
	if (base?.hash !== current?.hash) printSide('base', base, 'unknown');
	printSide('current', current, 'not published');
	printSide('draft', proposed, withheld ?? 'deleted');
}

const short = (text: string): string =>
	text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;

function printSide(name: string, side: DraftView['base'], absent: string): void {
	const version = side?.version === undefined ? '' : ` version ${side.version}`;
	const facts = side === null ? oneLine(absent) : `${oneLine(side.path)} ${oneLine(side.hash)}`;
	console.log(`\n=== ${name}${version}: ${facts}`);
	if (side !== null) console.log(printable(side.content).trimEnd());
}

async function decide(id: string, what: string, options: DecisionOptions): Promise<unknown> {
	const { comment, draft: draftHash, over } = options;
	const body = {
		...defined({ comment, draftHash, over }),
	};
	return answerOf(options, `/${encodeURIComponent(id)}/${what}`, posting(body));
}

async function submit(id: string, options: DecisionOptions): Promise<void> {
	const body = await decide(id, 'submit', options);
	if (body !== undefined) console.log(lineOf((body as { readonly draft: DraftEntry }).draft));
}

async function reject(id: string, options: DecisionOptions): Promise<void> {
	const body = await decide(id, 'reject', options);
	if (body !== undefined) console.log(lineOf((body as { readonly draft: DraftEntry }).draft));
}

async function approve(id: string, options: DecisionOptions): Promise<void> {
	const body = await decide(id, 'approve', options);
	if (body === undefined) return;
	const { objectId, path, version } = body as { objectId: string; path: string; version: number };
	console.log(oneLine(`${path} version ${version} ${objectId}`));
}
