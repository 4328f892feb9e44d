// Rules: drafts to review, published objects with their use and cost.
import type { AnswerOf } from '../../../contract';
import { type Names, Person } from './names';
import { number, when } from './shell';
import { Table } from './table';

/** A published object, as lists show it. */
export type Rule = AnswerOf<'GET /api/memory/objects'>['objects'][number];
/** Use of all objects, as the API tells it. */
export type Usage = AnswerOf<'GET /api/memory/usage'>;
/** Usage counts. */
export type Counts = Omit<Usage['objects'][number]['constraints'][number], 'id'>;
/** A draft, as lists show it. */
export type Draft = AnswerOf<'GET /api/memory/drafts'>['drafts'][number];

/** A page of the rules, those of a search where there is one, and the drafts. */
export interface MemoryProps {
	readonly rules: readonly Rule[];
	/** Rules that the search finds, on all pages. */
	readonly total: number;
	readonly offset: number;
	/** Empty: all rules. */
	readonly search: string;
	readonly drafts: readonly Draft[];
	readonly totalDrafts: number;
	readonly usage: Usage;
	readonly names: Names;
}

/** /memory: drafts first, then what is paid for and never used, then the rules. */
export const MemoryPage = (props: MemoryProps) => {
	const { drafts, totalDrafts, usage } = props;
	return (
		<>
			<Drafts {...props} />
			{totalDrafts > drafts.length && (
				<p class="note">
					The newest {number(drafts.length)} of {number(totalDrafts)} drafts.
				</p>
			)}
			{usage.dead.length > 0 && (
				<div class="advice">
					<strong>Loaded often and never referred to:</strong>
					<ul>
						{usage.dead.slice(0, 5).map(({ id, path, loads, tokens, cost }) => (
							<li>
								<a href={`/memory/${id}`}>{path}</a>, loaded {number(loads)} times at{' '}
								{number(tokens)} tokens: {number(cost)} in all
							</li>
						))}
					</ul>
				</div>
			)}
			<Published {...props} />
		</>
	);
};

const Published = ({ rules, total, offset, search, usage }: MemoryProps) => {
	const used = new Map(usage.objects.map((object) => [object.id, object]));
	const query = search === '' ? '' : `&q=${encodeURIComponent(search)}`;
	const last = offset + rules.length;
	return (
		<section>
			<h2>Published</h2>
			<search>
				<form class="plain row" method="get" action="/memory">
					<label for="q">Find</label>
					<input id="q" name="q" type="search" value={search} maxlength={2000} />
					<button type="submit" class="quiet small">
						Find
					</button>
				</form>
			</search>
			<Table
				caption={`${number(rules.length === 0 ? 0 : offset + 1)} to ${number(last)} of ${number(total)}`}
				head={[
					'Path',
					'Kind',
					'Version',
					'Parts that bind',
					'Loaded',
					'Referred to',
					'Broken',
					'Changed, UTC',
				]}
				numbers={[2, 3, 4, 5, 6]}
				empty={
					search === ''
						? 'Nothing is published yet: loadline memory push brings the rules of a repository.'
						: 'No rule has these words.'
				}
				rows={rules.map(({ id, path, kind, version, updatedAt }) => {
					const {
						constraints = [],
						loads = 0,
						references = 0,
						rejections = 0,
					} = used.get(id) ?? {};
					return [
						<a href={`/memory/${encodeURIComponent(id)}`}>{path}</a>,
						kind,
						String(version),
						number(constraints.length),
						number(loads),
						number(references),
						<span class={rejections > 0 ? 'over' : ''}>{number(rejections)}</span>,
						when(updatedAt),
					];
				})}
			/>
			<p class="pages">
				{offset > 0 && <a href={`/memory?offset=${Math.max(0, offset - PAGE)}${query}`}>Before</a>}
				{last < total && <a href={`/memory?offset=${last}${query}`}>After</a>}
			</p>
		</section>
	);
};

const Drafts = ({ drafts, names }: MemoryProps) => (
	<section>
		<h2>Drafts</h2>
		<Table
			caption="Being written, to be reviewed, and rejected"
			head={['Path', 'Change', 'State', 'By', 'Since, UTC']}
			empty="No draft waits."
			rows={drafts.map(({ id, path, newPath, operation, state, author, conflict, updatedAt }) => [
				<a href={`/memory/drafts/${encodeURIComponent(id)}`}>
					{path}
					{newPath !== undefined && ` → ${newPath}`}
				</a>,
				operation,
				<>
					<span class={`badge ${STATE_COLOURS[state] ?? 'grey'}`}>{state}</span>{' '}
					{conflict && <span class="badge amber">published otherwise meanwhile</span>}
				</>,
				<Person id={author} names={names} />,
				when(updatedAt),
			])}
		/>
	</section>
);

/** Rules of a page of the list. */
export const PAGE = 100;

const STATE_COLOURS: Readonly<Record<string, string>> = { submitted: 'amber', rejected: 'grey' };
