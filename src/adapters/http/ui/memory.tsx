// What binds: what is published with its use and its cost, and drafts of it.
import { number, when } from './shell';
import { Table } from './table';

/** A published object, as lists show it. */
export interface Rule {
	readonly id: string;
	readonly path: string;
	readonly kind: string;
	readonly version: number;
	readonly updatedAt: number;
}

/** How often something was used. */
export interface Counts {
	readonly loads: number;
	readonly references: number;
	readonly rejections: number;
	readonly lastUsed?: number;
}

/** Use of all objects, as the API tells it. */
export interface Usage {
	readonly objects: readonly (Counts & {
		readonly id: string;
		readonly constraints: readonly (Counts & { readonly id: string })[];
	})[];
	readonly dead: readonly {
		readonly id: string;
		readonly path: string;
		readonly loads: number;
		readonly tokens: number;
		readonly cost: number;
	}[];
}

/** A draft, as lists show it. */
export interface Draft {
	readonly id: string;
	readonly path: string;
	readonly resource: string;
	readonly objectId?: string;
	readonly newPath?: string;
	readonly state: string;
	readonly author: string;
	readonly operation: string;
	readonly summary?: string;
	readonly comment?: string;
	readonly conflict: boolean;
	readonly updatedAt: number;
}

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
