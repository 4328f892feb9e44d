// All that is kept of somebody, or of the workspace: what it is, to take along, and to be rid of.
import type { AnswerOf } from '../../../contract';
import { Notice } from '../pages/frame';
import { Form } from './form';
import type { Held } from './held';
import { type Names, Person } from './names';
import { Figure, number, Time } from './shell';
import { Find, Table } from './table';

/** An erasure, as the API tells it. */
export type Erasure = AnswerOf<'GET /api/erasures/:id'>;

/** Data of a principal or a workspace, counted in the first parts of its export. */
export interface DataProps {
	readonly workspace: string;
	/** Principal id; empty: the whole workspace. */
	readonly principal: string;
	readonly names: Names;
	readonly held: readonly Held[];
	/** There is more than was counted. */
	readonly hasMore: boolean;
	/** A workspace whole is the operator's to erase. */
	readonly mayErase: boolean;
	readonly erasures: readonly Erasure[];
	readonly csrf: string;
}

const ADDRESS = '/people/data';

/** Counts by kind, the download, and the form that erases; whose it is can be chosen above. */
export const DataPage = (props: DataProps) => {
	const { workspace, principal, names, held, hasMore, erasures } = props;
	const whose =
		principal === '' ? `the workspace ${workspace}` : (names.get(principal) ?? principal);
	const isOn = erasures.some(({ state }) => state !== 'done');
	const entries = held.reduce((sum, one) => sum + one.entries, 0);
	const size = held.reduce((sum, one) => sum + one.size, 0);
	const query = principal === '' ? '' : `?principal=${encodeURIComponent(principal)}`;
	return (
		<>
			{isOn && <Erasures erasures={erasures} names={names} />}
			<Whose {...props} />
			<h2>What is kept of {whose}</h2>
			<dl class="figures">
				<Figure name="Entries" value={`${number(entries)}${hasMore ? '+' : ''}`} />
				<Figure name="Size" value={sizeOf(size, hasMore)} note="as exported" />
			</dl>
			<Table
				caption={hasMore ? 'What it is: the first of it, the export has all' : 'What it is'}
				empty="Nothing is kept."
				rows={held}
				columns={[
					['What', ({ what }) => what],
					['Entries', (one) => number(one.entries), 'number'],
					['Size', (one) => sizeOf(one.size), 'number'],
				]}
			/>
			<p>
				<a class="button" href={`${ADDRESS}.ndjson${query}`} download>
					Export it
				</a>{' '}
				Lines of JSON, without secrets.
			</p>
			<Erase {...props} whose={whose} />
			{!isOn && <Erasures erasures={erasures} names={names} />}
		</>
	);
};

const Whose = ({ names, principal, workspace }: DataProps) => (
	<Find
		path={ADDRESS}
		name="principal"
		label="Of whom"
		value={principal}
		{...{ list: 'people', placeholder: `the workspace ${workspace}`, autocomplete: 'off' }}
	>
		<datalist id="people">
			{[...names].map(([id, name]) => (
				<option value={id}>{name}</option>
			))}
		</datalist>
	</Find>
);

const Erase = ({
	workspace,
	principal,
	mayErase,
	whose,
	csrf,
}: DataProps & { readonly whose: string }) => {
	const word = principal === '' ? workspace : principal;
	if (principal === '' && !mayErase)
		return (
			<p class="note">
				A workspace is erased by an operator of the deployment. To erase somebody, choose them
				above.
			</p>
		);
	return (
		<details class="erase">
			<summary>Erase it</summary>
			<Form
				to={`${ADDRESS}/erase`}
				hidden={{ csrf, principal }}
				submit={`Erase ${whose}`}
				isDanger
				fields={[
					{
						name: 'word',
						label: `Type ${word} to erase it`,
						...{ required: true, autocomplete: 'off', spellcheck: false },
					},
				]}
			>
				<Notice kind="bad">
					This cannot be undone. Access ends first, then all that is kept of {whose} goes
					{principal === ''
						? ', its audit log too; that of the deployment tells of it.'
						: '. What they made for the workspace stays, without their name, and so does its audit log.'}
				</Notice>
			</Form>
		</details>
	);
};

const STATES: Readonly<Record<string, readonly [colour: string, said: string]>> = {
	running: ['amber', 'goes on'],
	watching: ['amber', 'all that was found is gone; what was on its way is looked for'],
	done: ['green', 'done: nothing came any more'],
};

const Erasures = ({ erasures, names }: Pick<DataProps, 'erasures' | 'names'>) =>
	erasures.length === 0 ? null : (
		<>
			<h2 id="erasures">Erasures</h2>
			<Table
				caption="The newest first"
				rows={erasures}
				columns={[
					[
						'Of',
						({ principal = '' }) =>
							principal === '' ? 'the workspace' : <Person id={principal} names={names} />,
					],
					['Begun', ({ begunAt }) => <Time at={begunAt} />],
					['How far', HowFar],
					['Erased', ({ found }) => `${number(found)} entries`],
					['Id', ({ id }) => <code>{id}</code>],
				]}
			/>
		</>
	);

const HowFar = ({ state, doneAt, fault }: Erasure) => {
	const [colour, said] = STATES[state] ?? ['grey', state];
	return (
		<>
			<span class={`badge ${colour}`}>{state}</span> {said} <Time at={doneAt} />
			{fault !== null && (
				<span class="over"> The last attempt failed ({fault}) and is made again.</span>
			)}
		</>
	);
};

const sizeOf = (characters: number, hasMore = false): string => {
	const [value, unit] =
		characters >= 1_000_000 ? [characters / 1_000_000, 'MB'] : [characters / 1_000, 'KB'];
	return `${value < 10 ? value.toFixed(1) : number(value)}${hasMore ? '+' : ''} ${unit}`;
};
