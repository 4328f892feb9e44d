// A draft whose rule was published otherwise meanwhile: part by part what both changed, to decide, and the
// whole to look over before it becomes a draft again.
import { Notice } from '../pages/frame';
import type { Conflict, Region, Settled } from './merge-regions';
import { number } from './shell';
import { Difference, partsOf } from './side-by-side';
import { Hidden } from './table';

/** A draft and the published text, cut where both changed it; `address` takes the form. */
export interface ResolveProps {
	readonly address: string;
	readonly regions: readonly Region[];
	readonly author: string;
	/** Hashes of the published and the proposed text when the page was made. */
	readonly seen: Seen;
	readonly csrf: string;
}

/** Hashes of both texts as the page showed them; a form is refused once either is another. */
export type Seen = Readonly<Record<'published' | 'proposed', string>>;

/** Lines of what stands that are shown around a part. */
const AROUND = 3;

/** Part by part, what to take of both texts; its form leads to the preview. */
export const ResolvePage = ({ address, regions, author, seen, csrf }: ResolveProps) => {
	const count = regions.filter((region) => 'conflict' in region).length;
	let at = 0;
	return (
		<>
			<p>
				{count === 0
					? 'Both changed it in different parts: nothing is left to decide; what is taken is marked.'
					: `Both changed ${count === 1 ? 'one part' : `${number(count)} parts`} of it. Choose what stands; what one side alone changed is taken, and marked.`}
			</p>
			<form method="post" action={address} class="resolve">
				<Hidden of={{ csrf, ...seen }} />
				{regions.map((region, index) =>
					'text' in region ? (
						<Standing
							region={region}
							isFirst={index === 0}
							isLast={index === regions.length - 1}
							author={author}
						/>
					) : (
						<Part conflict={region.conflict} at={at++} author={author} />
					),
				)}
				<div class="row">
					<button type="submit" name="do" value="preview">
						See the whole
					</button>
				</div>
			</form>
		</>
	);
};

/** The resolved text before it is saved, as a difference and to go on writing. */
export const PreviewPage = ({
	address,
	text,
	published,
	author,
	seen,
	csrf,
}: Omit<ResolveProps, 'regions'> & { readonly text: string; readonly published: string }) => (
	<>
		<Notice kind="mind">
			Nothing is saved yet. Saved, it is a draft of yours upon what is published now; that of{' '}
			{author} is given back.
		</Notice>
		<h2>What it changes of what is published</h2>
		<pre tabindex={0} class="rule">
			<Difference before={published} after={text} />
		</pre>
		<form method="post" action={address} class="resolve">
			<Hidden of={{ csrf, ...seen }} />
			<label for="text">The whole, to go on writing</label>
			<textarea id="text" name="text" spellcheck={false}>
				{`\n${text}`}
			</textarea>
			<div class="row">
				<button type="submit" name="do" value="save">
					Save as a draft
				</button>
				<button type="submit" name="do" value="look" class="quiet">
					See the difference again
				</button>
				<a href={address}>Choose anew</a>
			</div>
		</form>
	</>
);

/** Shows a part without conflict: one side's change is marked, long unchanged text folded. */
const Standing = ({
	region: { text, base, theirs },
	isFirst,
	isLast,
	author,
}: {
	region: Settled;
	isFirst: boolean;
	isLast: boolean;
	author: string;
}) => {
	const parts = partsOf(base, text);
	if (!parts) return <pre tabindex={0}>{text}</pre>;
	const published = new Set(partsOf(base, theirs)?.map(keyOf));
	return (
		<div class="standing">
			{parts.map((part, at) => {
				const { value, added, removed } = part;
				if (!added && !removed)
					return (
						<Folded
							text={value.slice(0, -1)}
							head={isFirst && at === 0 ? 0 : AROUND}
							foot={isLast && at === parts.length - 1 ? 0 : AROUND}
						/>
					);
				const by = published.has(keyOf(part)) ? 'published' : `by ${author}`;
				return (
					<pre class="taken">
						<small>{`${added ? 'Added' : 'Removed'}, ${by}`}</small>
						{added ? <ins>{value}</ins> : <del>{value}</del>}
					</pre>
				);
			})}
		</div>
	);
};

const keyOf = ({ value, added, removed }: { value: string; added: boolean; removed: boolean }) =>
	`${added}${removed}${value}`;

/** A text that nobody changed, its middle folded. */
const Folded = ({ text, head, foot }: { text: string; head: number; foot: number }) => {
	const lines = text.split('\n');
	const middle = lines.length - head - foot;
	if (middle <= 1) return <pre tabindex={0}>{text}</pre>;
	return (
		<>
			{head > 0 && <pre>{lines.slice(0, head).join('\n')}</pre>}
			<details class="plain">
				<summary>{number(middle)} lines as they are</summary>
				<pre tabindex={0}>{lines.slice(head, lines.length - foot).join('\n')}</pre>
			</details>
			{foot > 0 && <pre>{lines.slice(-foot).join('\n')}</pre>}
		</>
	);
};

/** By value in the form: whose text it is, and where it is shown. */
const Part = ({ conflict, at, author }: { conflict: Conflict; at: number; author: string }) => (
	<fieldset class="part">
		<legend>Part {at + 1}</legend>
		<div class="versions">
			<Choice at={at} value="theirs" title="As published now">
				<Difference before={conflict.base} after={conflict.theirs} />
			</Choice>
			<Choice at={at} value="mine" title={`As ${author} proposes`}>
				<Difference before={conflict.base} after={conflict.mine} />
			</Choice>
		</div>
		<label class="check">
			<input type="radio" name={`part-${at}`} value="both" /> Both, what is published first
		</label>
		<label class="check">
			<input type="radio" name={`part-${at}`} value="written" /> As written here:
		</label>
		<textarea class="short" name={`text-${at}`} aria-label={`Part ${at + 1}, as written`}>
			{`\n${conflict.mine}`}
		</textarea>
	</fieldset>
);

const Choice = ({
	at,
	value,
	title,
	children,
}: {
	at: number;
	value: string;
	title: string;
	children?: unknown;
}) => (
	<div>
		<label class="check">
			<input type="radio" name={`part-${at}`} value={value} required /> {title}
		</label>
		<pre tabindex={0}>{children as never}</pre>
	</div>
);
