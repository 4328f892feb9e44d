// The earliest and the latest of times as they are written, where they can be compared: dates, times of one unnamed
// zone, or instants.

const TIME =
	/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.(\d{1,12}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DATE_LENGTH = 10;
const MINUTE_LENGTH = 16;
/** Milliseconds between two times of which the day says enough. */
const DAYS = 3 * 86_400_000;

interface Instant {
	readonly text: string;
	readonly at: number;
	/** Digits of the second beyond the third. */
	readonly rest: string;
	readonly zone: string;
}

type Sort = 'date' | 'local' | 'instant';

/** The span of all times that were added; none once one of them cannot be compared with the others. */
export class Times {
	#sort: Sort | undefined;
	#low: Instant | undefined;
	#high: Instant | undefined;

	/** @param isOpen all that was added can be compared */
	constructor(public isOpen: boolean) {}

	add(text: string): void {
		if (!this.isOpen) return;
		if (this.#isWithin(text)) return;
		const time = text.length <= 40 ? TIME.exec(text) : null;
		const [, fraction = '', zone] = time ?? [];
		const sort = text.length === DATE_LENGTH ? 'date' : zone === undefined ? 'local' : 'instant';
		const iso = text.replace(' ', 'T');
		// A time of no zone is compared as if it were of this one: none of them is shifted.
		const at = time ? Date.parse(sort === 'local' ? `${iso}Z` : iso) : Number.NaN;
		this.#sort ??= sort;
		if (Number.isNaN(at) || sort !== this.#sort) {
			this.isOpen = false;
			return;
		}
		const instant = { text, at, rest: fraction.slice(3).replace(/0+$/, ''), zone: zone ?? '' };
		if (!this.#low || isBefore(instant, this.#low)) this.#low = instant;
		if (!this.#high || isBefore(this.#high, instant)) this.#high = instant;
	}

	/** Most times are written like those before and lie between them: texts of one form compare as times do. */
	#isWithin(text: string): boolean {
		const [low = '', high = ''] = [this.#low?.text, this.#high?.text];
		if (text.length !== low.length || text.length !== high.length) return false;
		if (low[DATE_LENGTH] !== text[DATE_LENGTH] || high[DATE_LENGTH] !== text[DATE_LENGTH])
			return false;
		const areInstants = low.endsWith('Z') && high.endsWith('Z') && text.endsWith('Z');
		return areInstants && low <= text && text <= high && TIME.test(text);
	}

	/** The earliest and the latest, cut to the day, or to the minute and its zone where they are of a few days. */
	get span(): string | undefined {
		const [low, high] = [this.#low, this.#high];
		if (!this.isOpen || !low || !high) return undefined;
		const isLong = high.at - low.at > DAYS;
		return [low, high]
			.map(({ text, zone }) =>
				isLong ? text.slice(0, DATE_LENGTH) : text.slice(0, MINUTE_LENGTH) + zone,
			)
			.join('–');
	}
}

const isBefore = (a: Instant, b: Instant) => a.at < b.at || (a.at === b.at && a.rest < b.rest);
