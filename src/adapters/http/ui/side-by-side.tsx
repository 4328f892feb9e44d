// Versions of a text beside each other, what is new in green, what goes in red; three of them where somebody
// else has published meanwhile.
import { diffLines } from 'diff';

/** A version of a text, with the one that it is compared with. */
interface Version {
	readonly text: string | null | undefined;
	readonly since?: string | undefined;
	/** In place of a text. */
	readonly none?: string;
}

/** Edits beyond which two texts are shown without their differences. */
const MOST_EDITS = 3_000;

/** Texts beside each other by their titles, their differences marked. */
export const SideBySide = ({ of }: { of: Readonly<Record<string, Version>> }) => (
	<div class={`versions of-${Object.keys(of).length}`}>
		{Object.entries(of).map(([title, { text, since, none = 'There is none.' }]) => (
			<section aria-label={title}>
				<h2>{title}</h2>
				{typeof text !== 'string' ? (
					<p class="empty">{none}</p>
				) : (
					<pre tabindex={0}>
						{since === undefined ? text : <Difference before={since} after={text} />}
					</pre>
				)}
			</section>
		))}
	</div>
);

/** The last line ends, too: what goes and what comes would stand in one. */
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** Returns unchanged, removed and added parts, in order; undefined for texts too long to compare. */
export const partsOf = (before: string, after: string) =>
	diffLines(ended(before), ended(after), { maxEditLength: MOST_EDITS });

/** One text: what came in green, what went in red. */
const Difference = ({ before, after }: { before: string; after: string }) => (
	<>
		{partsOf(before, after)?.map(({ value, added, removed }) =>
			added ? <ins>{value}</ins> : removed ? <del>{value}</del> : <span>{value}</span>,
		) ?? after}
	</>
);
