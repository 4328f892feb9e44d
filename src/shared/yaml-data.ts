// Data that are written in YAML, as `kubectl -o yaml` prints them, as JSON: of a text that is surely that (docs/protect.md "YAML").
import {
	Composer,
	type DocumentOptions,
	isAlias,
	isMap,
	isScalar,
	isSeq,
	Lexer,
	type ParsedNode,
	type ParseOptions,
	Parser,
	type Scalar,
	type SchemaOptions,
	type YAMLError,
} from 'yaml';
import { parsing, type Reader, readingTape } from './json/parse';
import type { Tape } from './json/tape';
import { inOneGo, type Slices } from './slices';
import { NUMBER } from './table-form';

/** UTF-16 units of a text that is read: of a longer one the library's trees take too long. */
const LONGEST = 300_000;
/** The same of a text that is read once more, in one go, to say why it is none. */
const QUICKLY_READ = 30_000;
/** Units by whose lines a text is told, and the share of them that name a key. */
const HEAD = 16_384;
const NAMING = 0.25;
/** A line that names a key by one word, or in quotes; or has such an item alone. */
const NAMES_KEY =
	/^ *(?:- +)*(?:(?<=- )\{ *)?(?:"[^"]*"|'[^']*'|[\p{L}\p{N}_$./][^\s"'`()[\];,=<>|:]*) *:(?: |$)|^ *- +[\w./-]+$/u;
const BLANK = /^\s*(?:#|$)/;
/** Units of which aliases are written out, beside so many times the text. */
const EXPANDED = { least: 10_000, times: 4 };
/** Objects of several keys within others by which data are told, and the share of keys that may be no word. */
const LEAST_OBJECTS = 3;
const MOST_ODD = 0.25;
/** Share of a list, and of several documents, that are what the others are. */
const MOST = 0.9;
const WORD = /^[^\s"'`()[\];,=<>|]+$/;
const NULL = /^(?:null|Null|NULL|~)?$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
/** Tags that say no more than what is written. */
const PLAIN_TAG = /^(?:!|tag:yaml\.org,2002:(?:str|map|seq))$/;
const AT_ONCE = 5_000;

/** @param why - what a reader would not see: it is told */
const refuse = (why = ''): never => {
	throw new NotData(why);
};
class NotData extends Error {}

/** The tape of the JSON of a text that is data in YAML; undefined for any other text. */
export const yamlTape = (text: string): Tape | undefined => inOneGo(readingYaml(text));

/** The same in slices. */
export const readingYaml = (text: string) => readingTape(text, reading);

/** Reads JSON or YAML in slices; who looks at the text next finds it read. */
export function* readingData(text: string): Slices<Tape | undefined> {
	return (yield* readingTape(text)) ?? (yield* readingYaml(text));
}

const reading: Reader = function* (text) {
	try {
		return yield* dataIn(text);
	} catch (error) {
		// The library goes down as far as the text does.
		if (error instanceof NotData || error instanceof RangeError) return undefined;
		throw error;
	}
};

/** Says why a text that begins as data in YAML is none, where that is easily overlooked; '' of any other. */
export function whyNoData(text: string): string {
	if (text.length > QUICKLY_READ && text.length <= LONGEST) return '';
	try {
		inOneGo(dataIn(text));
	} catch (error) {
		if (error instanceof NotData) return error.message;
	}
	return '';
}

/** @throws NotData */
function* dataIn(text: string): ReturnType<Reader> {
	if (!mayBeYaml(text)) return undefined;
	if (text.length > LONGEST) refuse(`it is read as such up to ${LONGEST / 1_000} KB`);
	const documents = yield* documentsIn(text);
	const writer = new Writer(text);
	const written = documents.map((document) => writer.write(document).text);
	const isOne = written.length === 1;
	const parsed = yield* parsing(isOne ? written.join('') : `[${written.join(',')}]`);
	return parsed.ok && writer.areData && areRecords(parsed.value, isOne) ? parsed : undefined;
}

function mayBeYaml(text: string): boolean {
	const lines = text
		.slice(0, HEAD)
		.split(/\r?\n/)
		.filter((line) => !BLANK.test(line));
	const [first = ''] = lines;
	const naming = lines.filter((line) => NAMES_KEY.test(line));
	const isBegun = /^(?:---|- )/.test(first) || first === naming[0];
	return (
		isBegun && naming.length > lines.length * NAMING && naming.some((line) => /^[ -]/.test(line))
	);
}

/** Parses the documents of a text; those without a value are left out. */
function* documentsIn(text: string): Slices<readonly ParsedNode[]> {
	// All scalars are texts to this schema: what they mean is told from how they are spelled.
	const composer = new Composer({ schema: 'failsafe', resolveKnownTags: false, uniqueKeys: false });
	// Private to the library's types alone: it is called through the instance, once for each error.
	const told = composer as unknown as { onError: (...error: unknown[]) => void };
	told.onError = (_source, _code, _message, isWarning) => isWarning !== true && refuse();
	const found: ParsedNode[] = [];
	const take = (documents: ReturnType<typeof composer.end>): void => {
		for (const { contents } of documents)
			if (contents && !(isScalar(contents) && contents.source === '')) found.push(contents);
	};
	const parser = new Parser();
	let count = 0;
	for (const lexeme of new Lexer().lex(text)) {
		for (const token of parser.next(lexeme)) take(composer.next(token));
		if (++count % AT_ONCE === 0) yield;
	}
	for (const token of parser.end()) take(composer.next(token));
	take(composer.end());
	return found;
}

/** Tells whether all documents are objects, several of them with more than values; or the one a list of objects. */
function areRecords(tape: Tape, isOne: boolean): boolean {
	if (tape.height(0) < 2) return false;
	if (isOne && tape.isObject(0)) return true;
	const items = tape.children(0);
	const objects = items.filter((item) => tape.isObject(item));
	const deep = objects.filter((item) => tape.height(item) > 1);
	return isOne
		? objects.length >= items.length * MOST
		: objects.length === items.length && deep.length * 2 >= items.length;
}

/** JSON of a value; of an object its members, too. */
interface Written {
	readonly text: string;
	readonly members?: ReadonlyMap<string, string>;
}

class Writer {
	readonly #anchors = new Map<string, Written>();
	#keys = 0;
	#odd = 0;
	#objects = 0;

	/** Units that aliases may be written out to, and the end of a text whose last line has none. */
	#room: number;
	readonly #end: number;

	constructor(private readonly source: string) {
		this.#room = EXPANDED.least + EXPANDED.times * source.length;
		this.#end = /\S *$/.test(source.slice(source.lastIndexOf('\n') + 1)) ? source.length : -1;
	}

	/** Enough stands in objects whose keys are words. */
	get areData(): boolean {
		return this.#objects >= LEAST_OBJECTS && this.#odd <= this.#keys * MOST_ODD;
	}

	write(node: unknown, level = 0): Written {
		if (isAlias(node)) {
			const named = this.#anchors.get(node.source) ?? refuse();
			this.#room -= named.text.length;
			return this.#room < 0 ? refuse() : named;
		}
		if (!isScalar(node) && !isMap(node) && !isSeq(node)) return { text: 'null' };
		const { anchor, tag = '!' } = node;
		if (anchor !== undefined) this.#anchors.delete(anchor);
		const bare = isScalar(node)
			? { text: this.#scalar(node) }
			: isMap(node)
				? this.#object(node.items, level)
				: { text: `[${node.items.map((item) => this.write(item, level + 1).text).join(',')}]` };
		const name = JSON.stringify(tag.replace('tag:yaml.org,2002:', '!!'));
		const written = PLAIN_TAG.test(tag) ? bare : { text: `{${name}:${bare.text}}` };
		if (anchor !== undefined) this.#anchors.set(anchor, written);
		return written;
	}

	/** Own members go before those that `<<` merges. */
	#object(pairs: Iterable<{ key: unknown; value?: unknown }>, level: number): Written {
		const members = new Map<string, string>();
		const own = new Set<string>();
		for (const { key, value } of pairs) {
			if (!isScalar(key) || key.anchor !== undefined || !key.source) refuse();
			const { source = '', type, value: name, range } = key as Scalar;
			if (type === 'PLAIN' && source === '<<') {
				for (const each of isSeq(value) ? value.items : [value])
					for (const [merged, text] of this.write(each).members ?? refuse())
						if (!members.has(merged)) members.set(merged, text);
				continue;
			}
			this.#keys++;
			if (type === 'PLAIN' && !WORD.test(source)) this.#odd++;
			const json = JSON.stringify(String(name));
			if (own.has(json))
				refuse(`a key stands twice, line ${this.source.slice(0, range?.[0]).split('\n').length}`);
			own.add(json);
			members.set(json, this.write(value, level + 1).text);
		}
		if (level > 0 && own.size > 1) this.#objects++;
		const text = Array.from(members, ([name, value]) => `${name}:${value}`).join(',');
		return { text: `{${text}}`, members };
	}

	/** Numbers are those that JSON spells so; any other stays the text that it is: `0755`, `0x1f`, `1_000`, `yes`, dates. */
	#scalar({ source = '', type, tag, value, range }: Scalar) {
		if (type === 'PLAIN' && tag === undefined) {
			if (NULL.test(source)) return 'null';
			if (BOOLEAN.test(source)) return source.toLowerCase();
			if (NUMBER.test(source) && !source.replace('-', '').startsWith('.')) return source;
		}
		// The library ends a block with a line break, also where the text ends before one.
		const isOpen = type?.startsWith('BLOCK') && range?.[2] === this.#end;
		return JSON.stringify(isOpen ? String(value).replace(/\n$/, '') : value);
	}
}

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
