// What binds: what is published, and drafts of it.
import { number } from './shell';
import { Table } from './table';

export interface Rule {
	readonly id: string;
	readonly path: string;
	readonly resource?: string;
	readonly version?: number;
	readonly constraints?: number | readonly unknown[];
	readonly unbound?: number;
	readonly tokens?: number;
}

export interface Draft {
	readonly id: string;
	readonly path: string;
	readonly state: string;
	readonly author: string;
	readonly operation?: string;
}

export interface Dead {
	readonly path: string;
	readonly loaded?: number;
	readonly tokens?: number;
}

export const MemoryPage = ({
	rules,
	total,
	drafts,
	csrf,
}: {
	rules: readonly Rule[];
	total: number;
	drafts: readonly Draft[];
	csrf: string;
}) => (
	<>
		<Table
			caption={`Published, ${number(total)}`}
			head={['Path', 'Kind', 'Version', 'Constraints']}
			empty="Nothing is published yet: loadline memory push brings the rules of a repository."
			rows={rules.map(({ id, path, resource = '', version = 0, constraints = 0 }) => [
				<a href={`/memory/${encodeURIComponent(id)}`}>{path}</a>,
				resource,
				String(version),
				String(typeof constraints === 'number' ? constraints : constraints.length),
			])}
		/>
		<h2>Drafts</h2>
		<Table
			caption="To be reviewed, and being written"
			head={['Path', 'State', 'By', '']}
			empty="No draft waits."
			rows={drafts.map(({ id, path, state, author }) => [
				<a href={`/memory/drafts/${encodeURIComponent(id)}`}>{path}</a>,
				state,
				author,
				state === 'submitted' ? <Review id={id} csrf={csrf} /> : '',
			])}
		/>
	</>
);

export const Review = ({ id, csrf }: { id: string; csrf: string }) => (
	<form class="plain" method="post" action={`/memory/drafts/${encodeURIComponent(id)}`}>
		<input type="hidden" name="csrf" value={csrf} />
		<button type="submit" name="do" value="approve" class="small">
			Approve
		</button>{' '}
		<button type="submit" name="do" value="reject" class="quiet small">
			Reject
		</button>
	</form>
);
