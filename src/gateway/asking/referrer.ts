// Values that go from result to tool without the model: references in arguments become what they
// name, for the caller who was given the handle, as long as both tools are offered (docs/ask.md).

import { bytesToHex } from '@noble/hashes/utils.js';
import { findReferences, replaceReferences } from '../../ask';
import { type Config, entryFor } from '../../config';
import type { Sha256 } from '../../shared/hash';
import { exactJson } from '../../shared/json/write';
import { type JsonObject, parseSpelled } from '../../shared/json-values';
import { err, ok, type Result, type SuccessOf } from '../../shared/result';
import { shownText } from '../../shared/shown-text';
import { utf8Bytes } from '../../shared/utf8';
import { sourcesOf } from '../handles/grants';
import { selectingExactly } from './answer';
import { type Queryable, queryableOf, rowsIn } from './queryable';
import type { Opener, ResultStore, Run } from './result-store';

/** Bytes that the references of one call come to, at most. */
export const MOST_REFERRED_BYTES = 5_000_000;
/** Characters of a value that a dry call shows. */
const BEGINNING = 300;

/** A `$ref` in the arguments of a call. */
type Reference = SuccessOf<typeof findReferences>[number];

/** A reference and what it stands for. */
export interface Referred {
	readonly reference: Reference;
	/** The endpoint whose result it is. */
	readonly from: string;
	/** The endpoints of the result, and of those it was computed from. */
	readonly sources: readonly string[];
	readonly json: string;
	readonly complete: boolean;
}

/** Reads `$ref` in a tool's arguments. Handles open for the caller alone, and only where the tool may refer. */
export class Referrer {
	constructor(
		private readonly keeper: ResultStore,
		private readonly config: Config,
		private readonly sha256: Sha256,
	) {}

	/** Resolves the references in arguments; the error names the one that cannot be resolved. */
	async resolve(args: JsonObject, endpoint: string, context: Opener) {
		const found = findReferences(args);
		if (!found.ok || found.value.length === 0) return found.ok ? ok([]) : found;
		if (!this.#mayRefer(endpoint))
			return err(
				`$ref: the configuration of ${endpoint} forbids references (refs: false). Give the values themselves.`,
			);
		const referred: Referred[] = [];
		let bytes = 0;
		for (const reference of found.value) {
			const value = await this.keeper.ask(context, (run) => this.#value(reference, context, run));
			if (!value.ok) return err(`$ref at ${reference.path || 'the arguments'}: ${value.error}`);
			bytes += utf8Bytes(value.value.json);
			if (bytes > MOST_REFERRED_BYTES)
				return err(
					`$ref: the values come to more than ${MOST_REFERRED_BYTES.toLocaleString('en-US')} bytes. Name a part, or choose with "select".`,
				);
			referred.push(value.value);
		}
		return ok(referred);
	}

	/** The arguments as the tool gets them. */
	fill(args: JsonObject, referred: readonly Referred[]): JsonObject {
		const values = referred.map(
			({ reference, json }) => [reference.path, parseSpelled(json)] as const,
		);
		return replaceReferences(args, new Map(values));
	}

	/** Returns the resolved arguments of a call, for an approval by someone who saw them. */
	async preview(tool: string, args: JsonObject, referred: readonly Referred[]): Promise<string> {
		const references = await Promise.all(
			referred.map(async ({ reference, from, json, complete }) => {
				const bytes = new TextEncoder().encode(json);
				return {
					at: reference.path,
					from,
					bytes: bytes.length,
					sha256: bytesToHex(await this.sha256(bytes)),
					complete,
					shape: shapeOf(json),
					begins: json.slice(0, BEGINNING).toWellFormed(),
				};
			}),
		);
		const others: string[] = [];
		JSON.stringify(args, (key, value: unknown) => {
			const isRead = (text: string) =>
				referred.some(({ reference }) => text.includes(reference.handle));
			if (key === '$ref' && typeof value === 'string' && !isRead(value)) others.push(value);
			return value;
		});
		const [other] = others;
		const sent =
			other === undefined ? '' : ` ${shownText(other)} is no handle: a "$ref" is sent as it is.`;
		const notice = `Nothing was called. Call again without "dry".${sent}`;
		return JSON.stringify({ dry: true, tool, references, notice });
	}

	/** Returns whether references may take values from a tool's results, and pass values to it. */
	#mayRefer(endpoint: string): boolean {
		return entryFor(this.config, endpoint).refs !== false;
	}

	async #value(reference: Reference, context: Opener, run: Run): Promise<Result<Referred, string>> {
		const { handle, pointer } = reference;
		const opened = await this.keeper.openHandle(handle, context);
		if (!opened.ok) return err(opened.error.text);
		const { tool, document } = opened.value.snapshot;
		const sources = [tool, ...sourcesOf(document)];
		const closed = sources.find((name) => !this.#mayRefer(name));
		if (closed !== undefined)
			return err(`the configuration of ${closed} forbids passing its results on (refs: false).`);
		const askable = await run(queryableOf(document, decoded(pointer)));
		if (!askable.ok) return askable;
		const json = await run(jsonOfReferred(askable.value, reference.select));
		const { complete } = askable.value;
		return json.ok ? ok({ reference, from: tool, sources, json: json.value, complete }) : json;
	}
}

function* jsonOfReferred(askable: Queryable, expression: string | undefined) {
	if (expression === undefined)
		return ok(
			askable.kind === 'json' && !askable.isText
				? exactJson(askable.sent ?? askable.tree)
				: JSON.stringify(
						askable.kind === 'json' ? (askable.sent ?? askable.tree).source : askable.text.text,
					),
		);
	const source = askable.kind === 'json' ? askable : yield* rowsIn(askable.text);
	if (!source) return err('the text is too long to be asked.');
	const selected = yield* selectingExactly(expression, { ...source, complete: askable.complete });
	return selected.ok ? ok(selected.value.result) : err(`select: ${selected.error}`);
}

/** A fragment may be percent-encoded, as in a URI. */
const decoded = (pointer: string): string => {
	if (!pointer.includes('%')) return pointer;
	try {
		return decodeURIComponent(pointer);
	} catch {
		return pointer;
	}
};

const shapeOf = (json: string): string => {
	const value: unknown = JSON.parse(json);
	if (typeof value === 'string') return `text of ${value.length} characters`;
	if (Array.isArray(value)) {
		const [first] = value as unknown[];
		const keys = typeof first === 'object' && first !== null ? ` of {${keysOf(first)}}` : '';
		return `list of ${value.length}${keys}`;
	}
	return typeof value === 'object' && value !== null ? `object {${keysOf(value)}}` : typeof value;
};

const keysOf = (value: object): string =>
	Object.keys(value).slice(0, 20).join(', ').slice(0, 300).toWellFormed();
