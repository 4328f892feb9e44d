// Amounts with their units, `1.5 GB`, `$1,200`, `1h 30m`, and their ranks by scale.

export type Rank = number | string;

/** Characters of a text that may have a reading. */
export const LONGEST_READ = 72;

const NUMBER = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
const UNIT = '[%‰°\\p{L}\\p{Sc}µ²³/]{1,24}';
const AMOUNT = new RegExp(
	`^([-+−]?)(\\p{L}{0,3}\\p{Sc}|[A-Z]{3} )? ?([-+−]?)(${NUMBER}) ?(${UNIT})?$`,
	'u',
);
const PARTS = new RegExp(`(${NUMBER}) ?(${UNIT}),? ?`, 'gu');
const CLOCK = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?$/;

const counted = (entries: string): ReadonlyMap<string, number> =>
	new Map(
		entries.split(', ').flatMap((entry) => {
			const [names = '', size] = entry.split(': ');
			return names.split(' ').map((name) => [name, Number(size)] as const);
		}),
	);
/** Seconds of the units of time. */
const TIMES = counted(
	'ns nanosecond: 1e-9, us µs microsecond: 1e-6, ms msec millisecond: 1e-3, s sec second: 1, ' +
		'm min minute: 60, h hr hour: 3600, d day: 86400, w wk week: 604800, mo month: 2629746, yr year: 31556952',
);
const PREFIXES = counted(
	'n: 1e-9, u µ: 1e-6, m: 1e-3, c: 1e-2, k K: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, ' +
		'Ki: 1024, Mi: 1048576, Gi: 1073741824, Ti: 1099511627776',
);
const PREFIXED = /^([numckµKMGTP]|[KMGT]i)?(B|bit|bps|Hz|Wh?|VA?|A|g|m|L|l|J|Pa|eV)$/;
/** Thousands and more, alone or behind a currency. */
const MULTIPLES = counted('k K: 1e3, M mn: 1e6, B bn G: 1e9, T: 1e12');

/** Returns the scales of a unit with its size on them; the unit by its own name is the last. */
const scalesOf = (unit: string, currency: string): (readonly [scale: string, size: number])[] => {
	const [head = '', ...rest] = unit.split('/');
	const per = ['', ...rest].join('/');
	const word = head.replace(/^(\p{L}{2,})s$/u, '$1');
	// Nobody counts thousandths of a bit.
	const spelled = head
		.replace(/^[mgt](?=bit|bps)/, (small) => small.toUpperCase())
		.replace(
			// Of small letters alone: `Mb` are bits.
			/^(?:([kmgt])(i?)b|([kmgtKMGT]?)(i?)(?:[Bb]ytes?|B))$/,
			(_, small = '', ofSmall = '', large = '', ofLarge = '') =>
				`${(small + large).toUpperCase()}${ofSmall}${ofLarge}B`,
		);
	const [, prefix = '', base] = PREFIXED.exec(spelled) ?? [];
	const size = prefix === '' ? 1 : PREFIXES.get(prefix);
	const multiple = MULTIPLES.get(head);
	const time = TIMES.get(word.length > 1 ? word.toLowerCase() : word);
	const scales: (readonly [string, number])[] = [];
	if (time !== undefined) scales.push([`time${per}`, time]);
	if (base !== undefined && size !== undefined) scales.push([base + per, size]);
	if (multiple !== undefined && (head !== 'B' || currency !== '')) scales.push(['', multiple]);
	return [...scales, [word.replace(/^\p{Lu}\p{Ll}+$/u, (each) => each.toLowerCase()) + per, 1]];
};

/** Returns the unit of an amount, `12min` or `1.5 GB`; undefined for any other text. */
export const unitOf = (text: string): string | undefined =>
	text.length > LONGEST_READ ? undefined : AMOUNT.exec(text)?.[5];

/** Spells a number with the currency and the unit of an amount. */
export const inUnitOf = (amount: string, number: string): string => {
	const [, , currency = '', , , unit = ''] = AMOUNT.exec(amount.slice(0, LONGEST_READ)) ?? [];
	return currency + number + unit;
};

/** Adds the ranks of an amount, a clock time or a span of time, by their scales. */
export function readAmount(text: string, into: Map<string, Rank>): void {
	const [, sign, currency = '', inner, number = '', unit = ''] = AMOUNT.exec(text) ?? [];
	if (number !== '') {
		const size = Number(number.replaceAll(',', '')) * (/[-−]/.test(`${sign}${inner}`) ? -1 : 1);
		for (const [scale, factor] of unit === '' ? [['', 1] as const] : scalesOf(unit, currency))
			into.set(`${currency} ${scale}`, size * factor);
		return;
	}
	const [, large, middle, small] = CLOCK.exec(text) ?? [];
	if (large !== undefined)
		into.set(
			small === undefined ? ':' : '::',
			(Number(large) * 60 + Number(middle)) * 60 + Number(small ?? 0),
		);
	if (!/^\d.*\d ?\p{L}/u.test(text) || text.replace(PARTS, '') !== '') return;
	const parts = [...text.matchAll(PARTS)].map(([, count = '', unit = '']) => {
		const [[scale, size] = ['', 0]] = scalesOf(unit, '');
		return scale === 'time' ? Number(count.replaceAll(',', '')) * size : Number.NaN;
	});
	const whole = parts.reduce((sum, part) => sum + part, 0);
	if (parts.length > 1 && !Number.isNaN(whole)) into.set(' time', whole);
}
