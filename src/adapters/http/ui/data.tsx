// All that is kept of somebody, or of the workspace: what it is, to take along, and to be rid of.
import type { AnswerOf } from '../../../contract';
import { isRecord, jsonIn } from '../../../shared/json-values';
import { Form } from './form';
import type { Me } from './place';
import { Figures, Notice, number, Time } from './shell';
import { Find, idsOf, type Names, Person, right, Table } from './table';

/** An erasure, as the API tells it. */
export type Erasure = AnswerOf<'GET /api/erasures/:id'>;

const ADDRESS = '/people/data';

/** The word that an erasure asks for: a name that one alone has, else the id. */
export const wordOf = (workspace: string, principal: string, names: Names): string => {
	const name = names.get(principal) ?? principal;
	return principal === '' ? workspace : idsOf(names, name).length === 1 ? name : principal;
};

/**
 * Counts by kind, the download, and the form that erases; whose it is can be chosen above.
 * @param principal an id; empty: the whole workspace, which is the operator's to erase
 * @param counted the first lines of the export
 */
export const dataPage = (
	{ workspace, scopes }: Me,
	principal: string,
	names: Names,
	{ lines, hasMore }: { readonly lines: readonly string[]; readonly hasMore: boolean },
	erasures: readonly Erasure[],
) => {
	const held = heldIn(lines);
	const whose =
		principal === '' ? `the workspace ${workspace}` : (names.get(principal) ?? principal);
	const isOn = erasures.some(({ state }) => state !== 'done');
	const entries = held.reduce((sum, one) => sum + one.entries, 0);
	const size = held.reduce((sum, one) => sum + one.size, 0);
	const query = principal === '' ? '' : `?principal=${encodeURIComponent(principal)}`;
	return (
		<>
			{isOn && erasureTable(erasures, names)}
			<Find
				path={ADDRESS}
				name="principal"
				label="Of whom"
				value={names.get(principal) ?? principal}
				{...{ list: 'people', placeholder: `the workspace ${workspace}`, autocomplete: 'off' }}
			>
				<datalist id="people">
					{[...names].map(([id, name]) => (
						<option value={id}>{name}</option>
					))}
				</datalist>
			</Find>
			<h2>What is kept of {whose}</h2>
			<Figures
				of={{
					Entries: [`${number(entries)}${hasMore ? '+' : ''}`],
					Size: [sizeOf(size, hasMore), 'as exported'],
				}}
			/>
			<Table
				caption={hasMore ? 'What it is: the first of it, the export has all' : 'What it is'}
				empty="Nothing is kept."
				rows={held}
				columns={{
					What: 'what',
					Entries: 'entries',
					Size: ({ size }) => right(sizeOf(size)),
				}}
			/>
			<p>
				<a class="button" href={`${ADDRESS}.ndjson${query}`} download>
					Export it
				</a>{' '}
				Lines of JSON, without secrets.
			</p>
			{principal === '' && !scopes.includes('operator') ? (
				<p class="note">
					A workspace is erased by an operator of the deployment. To erase somebody, choose them
					above.
				</p>
			) : (
				<Form
					fold="Erase it"
					isOpen={principal !== ''}
					to={`${ADDRESS}/erase`}
					hidden={{ principal }}
					submit={`Erase ${whose}`}
					isDanger
					fields={[
						{
							name: 'word',
							label: `Type ${wordOf(workspace, principal, names)} to erase it`,
							...{ required: true, autocomplete: 'off', spellcheck: false },
						},
					]}
				>
					<Notice kind="bad">
						This cannot be undone. Access ends first, then all that is kept of {whose}
						{whose !== principal && principal !== '' && ` (${principal})`} goes
						{principal === ''
							? ', its audit log too; that of the deployment tells of it.'
							: '. What they made for the workspace stays, without their name, and so does its audit log.'}
					</Notice>
				</Form>
			)}
			{!isOn && erasureTable(erasures, names)}
		</>
	);
};

const STATES: Readonly<Record<Erasure['state'], readonly [colour: string, said: string]>> = {
	running: ['amber', 'goes on'],
	watching: ['amber', 'all that was found is gone; what was on its way is looked for'],
	done: ['green', 'done: nothing came any more'],
};

const erasureTable = (erasures: readonly Erasure[], names: Names) =>
	erasures.length === 0 ? null : (
		<>
			<h2 id="erasures">Erasures</h2>
			<Table
				caption="The newest first"
				rows={erasures}
				columns={{
					Of: ({ principal = '' }) =>
						principal === '' ? 'the workspace' : <Person id={principal} names={names} />,
					Begun: 'begunAt',
					'How far': ({ state, doneAt, fault }) => (
						<>
							<span class={`badge ${STATES[state][0]}`}>{state}</span> {STATES[state][1]}{' '}
							<Time at={doneAt} />
							{fault !== null && (
								<span class="over"> The last attempt failed ({fault}) and is made again.</span>
							)}
						</>
					),
					Erased: ({ found }) => `${number(found)} entries`,
					Id: ({ id }) => <code>{id}</code>,
				}}
			/>
		</>
	);

const sizeOf = (characters: number, hasMore = false): string => {
	const [value, unit] =
		characters >= 1_000_000 ? [characters / 1_000_000, 'MB'] : [characters / 1_000, 'KB'];
	return `${value < 10 ? value.toFixed(1) : number(value)}${hasMore ? '+' : ''} ${unit}`;
};

/** By how the name of a table begins; the first that fits. */
const TABLES: readonly (readonly [begin: RegExp, what: string])[] = [
	[/^(?:object_name|memory_index)$/, 'Bookkeeping: names and counters of stores'],
	[/^memory_/, 'Rules, drafts and their evidence'],
	[/^record_/, 'Records and findings'],
	[/^workflow_/, 'Workflows and runs'],
	[/^replay_/, 'Proof of what was held'],
	[/^(?:session_|sessions|kept_|shown_|prompt_)/, 'Conversations and their results'],
	[/^(?:telemetry_|listed_|known_)/, 'Telemetry, and the list of conversations'],
	[
		/^(?:members|memberships|api_tokens|visits|workspaces|owner|refresh_tokens)/,
		'Members, tokens and visits',
	],
	[/^audit_/, 'Audit log'],
	[/^(?:secrets|grants|begun|clients)/, 'Secrets and logins, without what they hold'],
	[/^(?:config_|tool_)/, 'Versions of the configuration, tools that were seen'],
];
const KEYS: Readonly<Record<string, string>> = {
	snapshot: 'Results behind handles',
	draft: 'Texts of drafts',
};

/** The lines of a part of an export, and where the next begins. */
export function partOf(text: string) {
	const lines = text.split('\n').filter((line) => line !== '');
	const last = parsed(lines.at(-1));
	return typeof last.next === 'string' && !('key' in last) && !('table' in last)
		? { lines: lines.slice(0, -1), next: last.next }
		: { lines };
}

/** Counts the lines by kind, and their characters, most first. */
export function heldIn(lines: readonly string[]) {
	const sums = new Map<string, { entries: number; size: number }>();
	for (const line of lines) {
		const what = whatOf(parsed(line));
		const { entries, size } = sums.get(what) ?? { entries: 0, size: 0 };
		sums.set(what, { entries: entries + 1, size: size + line.length });
	}
	return [...sums]
		.map(([what, sum]) => ({ what, ...sum }))
		.sort((one, other) => other.size - one.size);
}

const OTHER = 'What else there is';

function whatOf({ table, key }: Readonly<Record<string, unknown>>): string {
	if (typeof table === 'string') return TABLES.find(([begin]) => begin.test(table))?.[1] ?? OTHER;
	return KEYS[String(key).split('/')[1] ?? ''] ?? OTHER;
}

function parsed(line = ''): Readonly<Record<string, unknown>> {
	const value = jsonIn(line);
	return isRecord(value) ? value : {};
}
