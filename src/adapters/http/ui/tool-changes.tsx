// Descriptions of tools that have changed since they were first seen: what was said and what is said now, to
// look at before it is accepted.

import { Hidden } from './form';
import { number, Time } from './shell';
import { Difference } from './side-by-side';

/** A tool described otherwise than when first seen, as the API tells it; times in ISO 8601. */
export interface ToolChange {
	readonly upstream: string;
	readonly tool: string;
	readonly changedAt: string;
	/** Not listed until it is accepted. */
	readonly held: boolean;
	/** Earlier and present text; null or absent where none is kept. */
	readonly before?: string | null;
	readonly after?: string | null;
}

interface ToolChangesProps {
	readonly name: string;
	readonly changes: readonly ToolChange[];
	readonly mayAccept: boolean;
	readonly csrf: string;
}

/** The changed tools of one upstream and the form that accepts them; nothing where there are none. */
export const ToolChanges = ({ name, changes, mayAccept, csrf }: ToolChangesProps) => {
	if (changes.length === 0) return null;
	const held = changes.filter((change) => change.held).length;
	return (
		<form class="changed" method="post" action="/upstreams/accept">
			<Hidden of={{ csrf, name }} />
			<p>
				<strong>
					{changes.length === 1 ? 'A tool is' : `${number(changes.length)} tools are`} described
					otherwise than when first seen
				</strong>
				{held > 0 && `; ${number(held)} held back until you accept that`}.
			</p>
			{changes.map((change) => (
				<Changed {...change} />
			))}
			{mayAccept && (
				<button type="submit" class="small">
					{held > 0 ? 'Accept what is said now' : 'I have seen it'}
				</button>
			)}
		</form>
	);
};

const Changed = ({ tool, changedAt, held, before, after }: ToolChange) => (
	<details open={held}>
		<summary>
			<strong>{tool}</strong>{' '}
			<span class="soft">
				<Time at={changedAt} />
			</span>{' '}
			{held && <span class="badge amber">held back</span>}
		</summary>
		{after ? (
			<>
				<p class="note">
					{before
						? 'What it said no more is red, what it says now green.'
						: 'It was not there before, or what it said is not kept. It says now:'}
				</p>
				<section aria-label={`What ${tool} says`}>
					<pre tabindex={0}>
						{before ? <Difference before={before} after={after} /> : <ins>{after}</ins>}
					</pre>
				</section>
			</>
		) : (
			<p class="note">What it says is not kept, or not for you to see.</p>
		)}
	</details>
);
