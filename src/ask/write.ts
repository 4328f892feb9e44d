// Values back to JSON text: parts of the document as they stand there, numbers as they were spelled.
import { AskFault } from './fault';
import { Part, Spelled, type Value } from './value';

/** Characters that an answer may have before it is cut into pages. */
const MOST_CHARACTERS = 24_000_000;

/** Levels that an expression can make by itself; parts of the document may be deeper. */
const MOST_LEVELS = 500;

export const jsonOf = (value: Value): string => {
	const out: string[] = [];
	let length = 0;
	const put = (text: string): void => {
		length += text.length;
		if (length > MOST_CHARACTERS)
			throw new AskFault(
				`Stopped: the result is longer than ${MOST_CHARACTERS.toLocaleString('en-US')} characters. Filter or slice it, as in […] | [:100].`,
			);
		out.push(text);
	};
	write(value, put, 0);
	return out.join('');
};

const write = (value: Value, put: (text: string) => void, level: number): void => {
	if (level > MOST_LEVELS)
		throw new AskFault('Stopped: the result has too many levels. Ask for an inner part.');
	if (value === null || typeof value === 'boolean') put(String(value));
	else if (typeof value === 'number') put(Number.isFinite(value) ? JSON.stringify(value) : 'null');
	else if (typeof value === 'string') put(JSON.stringify(value));
	else if (value instanceof Spelled) put(value.text);
	else if (value instanceof Part) put(value.tree.json(value.node));
	else if (Array.isArray(value)) {
		put('[');
		for (let at = 0; at < value.length; at++) {
			if (at > 0) put(',');
			write(value[at] as Value, put, level + 1);
		}
		put(']');
	} else {
		put('{');
		let isFirst = true;
		for (const [key, member] of value as ReadonlyMap<string, Value>) {
			put(`${isFirst ? '' : ','}${JSON.stringify(key)}:`);
			isFirst = false;
			write(member, put, level + 1);
		}
		put('}');
	}
};
