// Rules: published objects with their use and cost, and drafts.
import type { AnswerOf } from '../../../contract';
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

/** /memory: the rules of a page of `total`, drafts to review, and what is paid for and never used. */
export const MemoryPage = ({
	rules,
	total,
	drafts,
	usage,
}: {
	rules: readonly Rule[];
	total: number;
	drafts: readonly Draft[];
	usage: Usage;
}) => {
	const used = new Map(usage.objects.map((object) => [object.id, object]));
	return (
		<>
			{usage.dead.length > 0 && (
				<div class="advice">
					<strong>Paid for and never referred to:</strong>
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
			<Table
				caption={`Published, ${number(total)}`}
				head={[
					'Path',
					'Kind',
					'Version',
					'Parts that bind',
					'Loaded',
					'Referred to',
					'Broken',
					'Changed',
				]}
				numbers={[2, 3, 4, 5, 6]}
				empty="Nothing is published yet: loadline memory push brings the rules of a repository."
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
			<h2>Drafts</h2>
			<Table
				caption="Being written, to be reviewed, and rejected"
				head={['Path', 'Change', 'State', 'By', 'Since']}
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
					author,
					when(updatedAt),
				])}
			/>
		</>
	);
};

const STATE_COLOURS: Readonly<Record<string, string>> = { submitted: 'amber', rejected: 'grey' };
