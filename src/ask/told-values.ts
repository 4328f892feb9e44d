// The values of a key that nothing met: counted where they repeat, of those that all differ the nearest to the wanted one.
import { nearestNames } from '../shared/nearest-names';
import { shownName, shownText } from '../shared/shown-text';
import { momentOf } from './moment';
import { describe } from './observations';
import { asNumber, numberOfText, type tally, type Value } from './value';

/** Values that are told, and of those that all differ; characters of one, and of all. */
const MOST = 6;
const NEAREST = 3;
const CHARACTERS = 40;
const ROOM = 120;

/** Says in a few words which values a key has, those nearest to the wanted one first. @param isAll false: there are more */
export const toldValues = (
	name: string,
	counts: ReturnType<typeof tally>,
	asked?: Value,
	isAll = true,
): string => {
	const areNumbers = asNumber(counts[0]?.value ?? null) !== undefined;
	const wanted = areNumbers && typeof asked === 'string' ? numberOfText(asked) : asked;
	const texts = counts.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
	const isName = typeof wanted === 'string' && numberIn(wanted) === undefined;
	const near = isName ? nearestNames(wanted, texts, MOST) : [];
	const all = counts.map(({ value, count }) => {
		const place = near.indexOf(value as string);
		return { value, count, distance: place < 0 ? distanceOf(value, wanted) : place };
	});
	// Of two infinite distances the difference is no number.
	all.sort((a, b) => a.distance - b.distance || b.count - a.count);
	const total = all.reduce((sum, { count }) => sum + count, 0);
	const areDifferent = all.length > MOST && all.length * 2 > total;
	const nearest = isAll ? all.filter(({ distance }) => distance < Infinity).slice(0, NEAREST) : [];
	const first = all.slice(0, nearest.length > 0 || !areDifferent ? MOST : 1);
	const told: string[] = [];
	let left = ROOM - widthOf(name);
	for (const { value, count } of areDifferent && nearest.length > 0 ? nearest : first) {
		const text = areDifferent ? spelled(value) : `${spelled(value)} ${count}`;
		left -= widthOf(text);
		if (left < 0 && told.length > 0) break;
		told.push(text);
	}
	if (!areDifferent)
		return `${shownName(name)} is ${told.join(', ')}${all.length > told.length ? `, of ${all.length} values` : ''}`;
	const by = nearest.length > 0 ? 'the nearest' : 'such as';
	return `${shownName(name)} has ${isAll ? '' : 'at least '}${all.length} different values, ${by} ${told.join(', ')}`;
};

/** Characters as tokens count them: those of other scripts take several letters' room. */
const widthOf = (text: string): number =>
	text.length + 2 * (text.match(/[^\p{ASCII}]/gu)?.length ?? 0);

const numberIn = (value: Value): number | undefined =>
	typeof value === 'string' ? (momentOf(value) ?? asNumber(numberOfText(value))) : asNumber(value);

/** Returns the distance of numbers and of times; infinite between others. */
const distanceOf = (value: Value, wanted: Value = null): number => {
	const [one, other] = [numberIn(value), numberIn(wanted)];
	const isAlike = typeof value === typeof wanted || typeof value !== 'string';
	return one === undefined || other === undefined || !isAlike ? Infinity : Math.abs(one - other);
};

/** Spells a value as in an expression: of which type it is. */
const spelled = (value: Value): string => {
	if (typeof value !== 'string') return describe(value).replace(/^the \w+ /, '');
	const shown = shownText(value, CHARACTERS);
	return /['"]/.test(value) ? shown : `'${shown.slice(1, -1)}'`;
};
