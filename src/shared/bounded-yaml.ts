// A YAML text to a syntax tree, with the first of its errors: a hostile text can hold a hundred thousand,
// and the library makes an object with a stack of each.
import {
	Composer,
	type DocumentOptions,
	type ParseOptions,
	Parser,
	type SchemaOptions,
	type YAMLError,
} from 'yaml';

/** The library's callback for each error; the fourth argument marks a warning. */
type OnError = (source: unknown, code: string, message: string, isWarning?: boolean) => void;

class TooManyErrors extends Error {}

/** @param most errors after which nothing more is read */
export function boundedYaml(
	text: string,
	options: ParseOptions & DocumentOptions & SchemaOptions,
	most: number,
) {
	const composer = new Composer(options);
	// Private to the library's types alone: it is called through the instance, once for each error.
	const inner = composer as unknown as { onError: OnError };
	const collect = inner.onError;
	let count = 0;
	inner.onError = (...error) => {
		collect(...error);
		if (++count >= most) throw new TooManyErrors();
	};
	const tokens = new Parser(options.lineCounter?.addNewLine).parse(text);
	try {
		const [document, second] = composer.compose(tokens, true, text.length);
		if (!document) return { faults: [] };
		const { errors, warnings } = document;
		if (!second) return { document, faults: [...errors, ...warnings] };
		return { faults: [...errors, ...second.errors, ...severalDocuments(second.range[0])] };
	} catch (error) {
		// The library goes down as far as the text does.
		if (error instanceof RangeError)
			return { faults: [faultAt(0, 'RESOURCE_EXHAUSTION', TOO_DEEP)] };
		if (!(error instanceof TooManyErrors)) throw error;
		const { errors, warnings } = composer.streamInfo();
		return { faults: [...errors, ...warnings].slice(0, most) };
	}
}

const TOO_DEEP = 'Collections are nested too deeply';

const severalDocuments = (at: number): YAMLError[] => [
	faultAt(at, 'MULTIPLE_DOCS', 'Source contains multiple documents'),
];

const faultAt = (at: number, code: YAMLError['code'], message: string): YAMLError => ({
	name: 'YAMLParseError',
	code,
	message,
	pos: [at, at + 1],
});
