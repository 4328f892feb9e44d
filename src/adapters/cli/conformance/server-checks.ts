// Checks of a server against the context extension (docs/context-extension.md): what it declares, and how it marks
// the results of the calls that it is given, over JSON-RPC and nothing of any SDK.
import { CONTEXT_EXTENSION, LEFT_IDS, readTransientNote } from '../../../shared/context-marks';
import { isRecord, type JsonObject, jsonIn } from '../../../shared/json-values';
import { markFaults, marksIn, type NamedMarks } from '../../../transient';

/** The outcome of one check; `why` says what was seen where it is not ok. */
export interface Finding {
	readonly check: string;
	readonly outcome: 'ok' | 'failed' | 'not tried';
	readonly why?: string;
}

export const finding = (check: string, isSo: boolean, seen: string): Finding =>
	isSo ? { check, outcome: 'ok' } : { check, outcome: 'failed', why: seen };

const notTried = (check: string, why: string): Finding => ({ check, outcome: 'not tried', why });

/** A tool and its arguments. */
export interface ToolCall {
	readonly name: string;
	readonly arguments: unknown;
}

/** Calls of the server's own tools. */
export interface Scene {
	/** Brings the hints, where no other answer does. */
	readonly announce?: ToolCall;
	readonly fetch: ToolCall;
	readonly consume: ToolCall;
	/** Of the consumer, and refused. */
	readonly failing: ToolCall;
}

export async function checkServer(server: Endpoint, scene: Scene): Promise<readonly Finding[]> {
	const { capabilities } = await server.open();
	const call = (given: ToolCall, meta?: object): Promise<JsonObject> =>
		server.request('tools/call', { ...given, ...(meta && { _meta: meta }) });
	const announced = scene.announce && (await call(scene.announce));
	const fetched = await call(scene.fetch);
	const failed: JsonObject = await call(scene.failing).catch(() => ({ isError: true }));
	const consumed = await call(scene.consume, { [LEFT_IDS]: ['conformance'] });
	const again = await call(scene.fetch);
	const all = [announced, fetched, failed, consumed, again].filter(isRecord);
	const mark = marksOf(fetched);
	const hints = all.flatMap((each) => marksOf(each).hints).filter(isRecord);
	const [text, textAgain] = [textOf(fetched), textOf(again)];
	const summary = String(mark.summary ?? '');
	const show = (result: JsonObject) => JSON.stringify(result._meta ?? {});
	const isMarked = mark.lifecycle === 'transient' && summary.trim() !== '';
	const sizes = `${summary.length} characters for ${text.length}`;
	const faults = all
		.flatMap(({ _meta }) => Object.values(marksIn(_meta)).flatMap(markFaults))
		.join('; ');
	const unlike = all.find((each) => !isAlike(each));
	const { fetch: given, consume } = scene;
	const pairs = ({ tool, consumedBy }: JsonObject) =>
		tool === given.name && [consumedBy].flat().includes(consume.name);
	const says = consumed.isError !== true && marksOf(consumed).consumed === true;
	const answer = `${consume.name} answers ${JSON.stringify(consumed).slice(0, 300)}`;
	const marksNothing = 'a consumer that failed marks nothing';
	const sameSummary = 'the same data has the same summary';
	const next = marksOf(again).summary;
	const named = show({ _meta: hints });
	const took = `${scene.failing.name} took ${JSON.stringify(scene.failing.arguments)}; name a call that it refuses with --failing`;
	return [
		finding(`capabilities declare ${CONTEXT_EXTENSION}`, declares(capabilities), 'none names it'),
		finding('a fetched result comes whole', text !== '', `${given.name} gives no text`),
		finding('a fetched result is marked as transient, with a summary', isMarked, show(fetched)),
		finding('the summary is shorter than what it replaces', summary.length < text.length, sizes),
		finding('every mark has its form', faults === '', faults),
		finding('marks under both names say the same', !unlike, show(unlike ?? {})),
		finding('a hint names the consumer of the fetched tool', hints.some(pairs), named),
		finding('a consumer that succeeded says so', says, answer),
		failed.isError === true
			? finding(marksNothing, Object.keys(marksIn(failed._meta)).length === 0, show(failed))
			: notTried(marksNothing, took),
		textAgain === text
			? finding(sameSummary, next === mark.summary, `"${String(next)}" after "${summary}"`)
			: notTried(sameSummary, 'fetched again, the data was another'),
		await restored(server, fetched),
	];
}

/** The original by the id that a note names. */
async function restored(server: Endpoint, fetched: JsonObject): Promise<Finding> {
	const check = 'expand_result gives the original';
	const { id, restorable } = readTransientNote(fetched);
	if (id === undefined || restorable === false) return notTried(check, 'the server promises none');
	const original = await server
		.request('tools/call', { name: 'expand_result', arguments: { id } })
		.catch((error: Error): JsonObject => ({ content: [{ type: 'text', text: error.message }] }));
	return finding(check, textOf(original) === textOf(fetched), textOf(original).slice(0, 300));
}

const declares = (capabilities: unknown): boolean =>
	isRecord(capabilities) &&
	[capabilities.extensions, capabilities.experimental].some(
		(each) => isRecord(each) && isRecord(each[CONTEXT_EXTENSION]),
	);

/** Marks by the extension's name, else by the short ones. */
function marksOf({ _meta }: JsonObject): NamedMarks {
	const { named, short } = marksIn(_meta);
	return isRecord(named) ? named : (short ?? {});
}

function isAlike({ _meta }: JsonObject): boolean {
	const { named, short } = marksIn(_meta);
	if (named === undefined || short === undefined) return true;
	const plain = (marks: NamedMarks) =>
		JSON.stringify([marks.lifecycle, marks.summary, marks.consumed, marks.used, marks.hints]);
	return isRecord(named) && plain(named) === plain(short);
}

const textOf = ({ content }: JsonObject): string =>
	(Array.isArray(content) ? content : [])
		.flatMap((block) => (isRecord(block) && typeof block.text === 'string' ? [block.text] : []))
		.join('\n');

/** Milliseconds that an answer may take. */
const PATIENCE = 30_000;
/** Characters of an answer that are read. */
const LONGEST = 8_000_000;

/** A tested server over Streamable HTTP: numbers requests, carries the session header, reads JSON and event streams. */
export class Endpoint {
	#ids = 0;
	#headers: Readonly<Record<string, string>>;

	constructor(
		private readonly url: string,
		token: string | undefined,
	) {
		this.#headers = {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(token !== undefined && { authorization: `Bearer ${token}` }),
		};
	}

	/** @returns what the server declares; @throws where it does not answer */
	async open(): Promise<JsonObject> {
		const declared = await this.request('initialize', {
			protocolVersion: '2025-11-25',
			capabilities: { extensions: { 'dev.loadline/context': {} } },
			clientInfo: { name: 'loadline-conformance', version: '1' },
		});
		this.#headers = { ...this.#headers, 'mcp-protocol-version': '2025-11-25' };
		await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
		return declared;
	}

	/** @throws where the server answers with an error, or not at all */
	async request(method: string, params: object): Promise<JsonObject> {
		const id = ++this.#ids;
		const answers = await this.#post({ jsonrpc: '2.0', id, method, params });
		const answer = answers.find((each) => each.id === id);
		if (isRecord(answer?.result)) return answer.result;
		throw new Error(`${method} is answered with ${JSON.stringify(answer?.error ?? answers)}`);
	}

	async #post(message: object): Promise<readonly JsonObject[]> {
		const response = await fetch(this.url, {
			method: 'POST',
			headers: this.#headers,
			body: JSON.stringify(message),
			signal: AbortSignal.timeout(PATIENCE),
		});
		const session = response.headers.get('mcp-session-id');
		if (session !== null) this.#headers = { ...this.#headers, 'mcp-session-id': session };
		const text = (await response.text()).slice(0, LONGEST);
		if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 300)}`);
		const isStream = /^text\/event-stream/i.test(response.headers.get('content-type') ?? '');
		const texts = isStream
			? text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
			: [text];
		return texts.map((each) => jsonIn(each)).filter(isRecord);
	}
}
