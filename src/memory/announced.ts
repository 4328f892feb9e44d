// Lines that announce what follows them: `Do not:`, or a short line over a list.
import { headingSense } from './heading-sense';
import { normalized } from './identity';
import type { Unit } from './unit-builder';

/** Characters of a leading line that those under it are told with. */
const MOST_LEAD = 160;
/** Characters of a line that is the label of a list. */
const MOST_LABEL = 60;

/** The words that stand over the list, table or code that follows. */
export interface Announced {
	readonly lead: string;
	/** What it says of what follows; empty where it is a label. */
	readonly sense: string;
}
/** A line that announces what follows. */
export const COLON = /[:：]\s*(?:\*\*|__|\*|_)?$/;

/** By its colon: its words are part of what follows. */
export function announcedBy(unit: Unit): Announced | undefined {
	if (!COLON.test(unit.text)) return undefined;
	unit.leads = true;
	const lead = leadOf(unit.text);
	return { lead, sense: lead };
}

/** A line over a list that is short and no sentence is to it what a heading is. */
export function labelOf(unit: Unit): Announced | undefined {
	const words = normalized(unit.text);
	const isLabel = words.length <= MOST_LABEL && !unit.text.includes('\n');
	if (!isLabel || /[.!?…。！？]['")]?$/.test(words)) return undefined;
	unit.leads = true;
	return { lead: words, sense: headingSense(words).sense };
}

/** The words that stand over what follows: the last sentence, on one line, without its marks. */
export function leadOf(text: string): string {
	const [beforeCode = ''] = text.split('\n```', 1);
	// Marks are taken out before anything is cut: with and without them it is one lead.
	const line = normalized(beforeCode.slice(-4 * MOST_LEAD));
	const sentence = line.slice(line.search(/[^.!?。]*[:：]?$/)).trim();
	const words = sentence === '' ? line : sentence;
	return words.length > MOST_LEAD ? words.slice(-MOST_LEAD).toWellFormed() : words;
}
