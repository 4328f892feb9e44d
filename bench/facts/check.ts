// Checks what the first answer to a list says of it (docs/protect.md "Facets") against the list itself. Shares nothing
// with what is checked: the notation is read anew, and the facts are counted in plain values.

type Plain = string | number | boolean;

/** One claim of a shape, and what is wrong with it. */
export interface Claim {
	readonly text: string;
	readonly fault: string | undefined;
}

/** The claims of a shape, each compared with all items it speaks of. */
export function checkShape(shape: string, items: readonly unknown[]): Claim[] {
	const { 1: first } = /^of the first (\d+): /.exec(shape) ?? [];
	const looked = first === undefined ? items : items.slice(0, Number(first));
	const parts = split(shape.replace(/^of the first \d+: /, ''), '; ');
	const hasMore = parts.at(-1) === '…';
	if (hasMore) parts.pop();
	const told = new Set<string>();
	const claims = parts.flatMap((part) => checkPart(part, looked, told));
	if (!hasMore) claims.push(...untold(looked, told));
	return claims;
}

/** The fields that are claimed to be the same everywhere, as paths. */
export function constantsOf(shape: string): string[][] {
	return split(shape, '; ').flatMap((part) => {
		const { path, rest } = readName(part);
		return rest.startsWith('=') ? [path] : [];
	});
}

/** Keys that only some items have are all told. */
function untold(items: readonly unknown[], told: ReadonlySet<string>): Claim[] {
	const counts = new Map<string, number>();
	for (const item of items)
		for (const key of isObject(item) ? Object.keys(item) : [])
			counts.set(key, (counts.get(key) ?? 0) + 1);
	return [...counts]
		.filter(([key, count]) => count < items.length && !told.has(key))
		.map(([key]) => ({ text: '(no further keys)', fault: `${key} is not told` }));
}

function checkPart(part: string, items: readonly unknown[], told: Set<string>): Claim[] {
	if (part.startsWith('also '))
		return split(part.slice('also '.length), ', ').map((text) => {
			const { path, rest } = readName(text);
			told.add(path[0] ?? '');
			const having = items.filter((item) => at(item, path).length > 0).length;
			return { text: `also ${text}`, fault: same(Number(/^ in (\d+)$/.exec(rest)?.[1]), having) };
		});
	const { path, rest } = readName(part);
	told.add(path[0] ?? '');
	const values = items.flatMap((item) => at(item, path));
	if (rest.startsWith('=')) {
		const isSame =
			values.length === items.length && values.every((value) => isValue(rest.slice(1), value));
		return [{ text: part, fault: isSame ? undefined : 'not the same in all' }];
	}
	const isListed = path.includes('[]');
	const claims = split(rest.slice(1), ', ');
	const faults = claims
		.map((claim) => faultOf(claim, values))
		.filter((fault) => fault !== undefined);
	const hasIn = claims.some((claim) => /^in \d+$/.test(claim));
	if (!hasIn && !isListed && values.length !== items.length)
		faults.push(`${values.length} of ${items.length} have it`);
	faults.push(...unlisted(claims, values));
	return [{ text: part, fault: faults.length > 0 ? faults.join('; ') : undefined }];
}

const COUNTED = /^(.*)×(\d+)$/su;
const MORE = /^…(\d+) more$/;
const SORTS: Readonly<Record<string, (value: unknown) => boolean>> = {
	text: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	flag: (value) => typeof value === 'boolean',
	'list or object': (value) => typeof value === 'object' && value !== null,
};

/** Finds faults of lists of values: they name all values, or give the number of the rest. */
function unlisted(claims: readonly string[], values: readonly unknown[]): string[] {
	const listed = claims.filter((claim) => COUNTED.test(claim) && !claim.startsWith('null×'));
	const more = claims.map((claim) => MORE.exec(claim)?.[1]).find(Boolean);
	const nulls = values.filter((value) => value === null).length;
	if (nulls > 0 && !claims.includes(`null×${nulls}`)) return [`${nulls} nulls`];
	if (listed.length === 0) return [];
	const different = new Set(values.filter((value) => value !== null)).size;
	const fault = same(listed.length + Number(more ?? 0), different);
	return fault === undefined ? [] : [`${fault} different values`];
}

function faultOf(claim: string, values: readonly unknown[]): string | undefined {
	const inside = /^in (\d+)$/.exec(claim)?.[1];
	if (inside !== undefined) return same(Number(inside), values.length);
	const [, value, count] = COUNTED.exec(claim) ?? [];
	if (value !== undefined)
		return same(Number(count), Math.max(...counts(values, value), 0), counts(values, value));
	if (MORE.test(claim)) return undefined;
	const different = /^(?:(1) value|(\d+) values)$/.exec(claim)?.slice(1).find(Boolean);
	if (different !== undefined)
		return same(Number(different), new Set(values.filter((each) => each !== null)).size);
	const [, number, sort] = /^(\d+) (texts?|numbers?|flags?|lists? or objects?)$/.exec(claim) ?? [];
	const one = sort?.replaceAll(/s\b/g, '');
	if (one !== undefined)
		return (
			same(Number(number), values.filter(SORTS[one] as () => boolean).length) ??
			(Number(number) === 1 && sort !== one ? 'one is not several' : undefined)
		);
	return rangeFault(
		claim,
		values.filter((value) => value !== null),
	);
}

/** Numbers of items that have a value which is told so: several, where it is only begun. */
function counts(values: readonly unknown[], told: string): number[] {
	const met = new Map<unknown, number>();
	for (const value of values) if (isValue(told, value)) met.set(value, (met.get(value) ?? 0) + 1);
	return [...met.values()];
}

function rangeFault(claim: string, values: readonly unknown[]): string | undefined {
	const [, range = '', from, to] =
		/^(.*?)(?: \((\d{4}-\d\d-\d\d[T\d:]*)Z?–(\d{4}-\d\d-\d\d[T\d:]*)Z?\))?$/su.exec(claim) ?? [];
	const [low = '', high = ''] = range.split('–');
	if (values.length === 0) return 'no values';
	if (values.every((value) => typeof value === 'number')) {
		const numbers = values as number[];
		const isTime = (told: string, number: string) => timeOf(Number(number)).startsWith(told);
		if (from && to && !(isTime(from, low) && isTime(to, high))) return `not ${from} to ${to}`;
		return (
			same(Number(low), numbers.reduce((a, b) => Math.min(a, b)) + 0) ??
			same(Number(high), numbers.reduce((a, b) => Math.max(a, b)) + 0)
		);
	}
	if (!values.every((value) => typeof value === 'string' && !Number.isNaN(instant(value))))
		return 'not all numbers, nor times';
	const texts = (values as string[]).toSorted((a, b) => instant(a) - instant(b));
	const edge = (time: string) => texts.filter((text) => instant(text) === instant(time));
	const isTold = (told: string, time: string) => edge(time).some((text) => isBegun(told, text));
	return isTold(low, texts[0] as string) && isTold(high, texts.at(-1) as string)
		? undefined
		: `${texts[0]} to ${texts.at(-1)}`;
}

/** Spells a moment in seconds or milliseconds since 1970. */
const timeOf = (moment: number): string =>
	new Date(Math.abs(moment) < 1e11 ? moment * 1_000 : moment).toISOString();

/** A time of no zone as if it were of this one. */
const instant = (text: string): number =>
	Date.parse(
		/\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || text.length === 10 ? text : `${text}Z`,
	);

const isBegun = (told: string, text: string): boolean =>
	told.length === 10
		? text.startsWith(told)
		: text.startsWith(told.slice(0, 16)) && text.endsWith(told.slice(16));

/** Tells whether what is told is this value, or the beginning of it. */
function isValue(told: string, value: unknown): boolean {
	const begun = told.endsWith('…');
	const text = begun ? told.slice(0, -1) : told;
	const plain = readValue(text);
	if (!begun) return plain === value || (plain === 0 && value === 0);
	return (
		typeof value === 'string' &&
		typeof plain === 'string' &&
		value.startsWith(plain) &&
		value !== plain
	);
}

const readValue = (text: string): Plain | null =>
	/^(?:"|-?\d|true$|false$|null$)/.test(text) ? (JSON.parse(text) as Plain | null) : text;

const same = (told: number, counted: number, others: readonly number[] = []): string | undefined =>
	told === counted || others.includes(told) ? undefined : `${counted}`;

/** The path of a field, and what stands behind it. */
function readName(part: string): { readonly path: string[]; readonly rest: string } {
	const path: string[] = [];
	let rest = part.startsWith('@') && /^@(?:[ =[]|$)/.test(part) ? part.slice(1) : part;
	for (let isFirst = rest === part; ; isFirst = false) {
		if (rest.startsWith('[]')) {
			path.push('[]');
			rest = rest.slice(2);
			continue;
		}
		if (!isFirst && !rest.startsWith('.')) return { path, rest };
		if (!isFirst) rest = rest.slice(1);
		const [step = ''] = /^(?:"(?:[^"\\]|\\.)*"|[^\s".[=]+)/.exec(rest) ?? [];
		if (step === '') return { path, rest };
		path.push(step.startsWith('"') ? (JSON.parse(step) as string) : step);
		rest = rest.slice(step.length);
	}
}

/** Splits at what stands outside of double quotes. */
function split(text: string, by: string): string[] {
	const parts: string[] = [''];
	let isQuoted = false;
	for (let index = 0; index < text.length; index++) {
		if (!isQuoted && text.startsWith(by, index)) {
			parts.push('');
			index += by.length - 1;
			continue;
		}
		if (text[index] === '"') isQuoted = !isQuoted;
		let piece = text[index] as string;
		if (isQuoted && piece === '\\') piece += text[++index];
		parts[parts.length - 1] += piece;
	}
	return parts;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values at a path, those of lists each by itself. */
function at(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
	if (step === undefined) return [value];
	if (step === '[]') return Array.isArray(value) ? value.flatMap((each) => at(each, rest)) : [];
	return isObject(value) && Object.hasOwn(value, step) ? at(value[step], rest) : [];
}
