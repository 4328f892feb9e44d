// Compares answers in their own words, without what is meant to differ.
import type { Caller, Era, Json } from './connections';
import { spelled } from './mirror.mjs';

/** Differences that are meant, each as the answer of Loadline without it; undefined where it is none. */
export const DECLARED: Readonly<
	Record<string, (through: Message, path: Path) => Message | undefined>
> = {
	// docs/gateway.md "Conversations": a session of its own is named, in a block and in structured content.
	session: (through) => {
		const { content, structuredContent: structured, ...rest } = through.result ?? {};
		const session = meta(through)['dev.loadline/session'];
		if (session === undefined || !Array.isArray(content)) return undefined;
		const [said, own] = [
			JSON.parse((content.at(-1) as { text: string }).text),
			{ ...(structured as Json) },
		];
		if (said._loadline.session_id !== session) return undefined;
		for (const key of Object.keys(said))
			if (JSON.stringify(own[key]) === JSON.stringify(said[key])) delete own[key];
		const kept = structured === undefined ? {} : { structuredContent: own };
		return { ...through, result: { content: content.slice(0, -1), ...kept, ...rest } };
	},
	// MCP 2026-07-28 has another code for a resource that is not found.
	code: (through, { era }) =>
		era === 'modern' && JSON.stringify(through.error?.code) === '-32602'
			? { ...through, error: { ...through.error, code: -32_002 } }
			: undefined,
	// docs/gateway.md "What crosses": on `/mcp` a link is read under its URI there.
	links: (through, { prefix }) => {
		const here = `"uri":"${prefix.replace('__', '+')}`;
		const text = JSON.stringify(through);
		return prefix !== '' && text.includes(here)
			? (spelled(text.replaceAll(here, '"uri":"')) as Message)
			: undefined;
	},
};

export interface Message {
	readonly result?: Json;
	readonly error?: Json & { readonly code: unknown };
}

export const meta = ({ result }: Message): Json => (result?._meta ?? {}) as Json;

/** A server's answer without what Loadline says it left out (docs/protect.md): members by their names, or by their path. */
export function without({ result, ...rest }: Message, through: Message): Message {
	const told = meta(through)['dev.loadline/protect'] as { metaLeftOut?: string[] } | undefined;
	const gone = (told?.metaLeftOut ?? []).flatMap((name) =>
		name.startsWith('content/') ? [name.split('/')] : [['_meta', name], [name]],
	);
	return { ...rest, ...(result && { result: gone.reduce(cut, result) as Json }) };
}

/** Copies a value without the member at a path. */
function cut(value: unknown, [step = '', ...path]: readonly string[]): unknown {
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
	const members = Object.entries(value).flatMap(([key, member]) =>
		key === step ? (path.length > 0 ? [[key, cut(member, path)]] : []) : [[key, member]],
	);
	return Array.isArray(value)
		? members.map(([, member]) => member)
		: Object.fromEntries(members as [string, unknown][]);
}

/** An answer in its own words: what belongs to one connection, or is Loadline's in `_meta`, left out. */
export function shown({ result, error }: Message): string {
	if (!result) return JSON.stringify({ error });
	const { _meta, resultType: _, ttlMs: __, cacheScope: ___, ...rest } = result;
	const own = Object.entries((_meta ?? {}) as Json).filter(
		([key]) => !key.startsWith('io.modelcontextprotocol/') && !key.startsWith('dev.loadline/'),
	);
	const members = Object.entries({
		...rest,
		...(own.length > 0 && { _meta: Object.fromEntries(own) }),
	});
	return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A definition as it is to be listed: booleans as clients take them (docs/gateway.md "What crosses"). */
export function expected(definition: Json): Json {
	const { inputSchema, _meta, execution, ...others } = definition as Readonly<
		Record<'inputSchema' | '_meta' | 'execution', Json>
	>;
	// Tasks do not cross.
	const runs = execution?.taskSupport === 'optional' ? undefined : execution;
	const rest = { ...others, ...(_meta && { _meta }), ...(runs && { execution: runs }) };
	const { properties } = inputSchema as { properties?: Json };
	if (!properties) return { ...rest, inputSchema };
	const parts = Object.entries(properties).map(([key, part]) => {
		const read = part === true ? {} : part === false ? { not: {} } : part;
		return [key, read];
	});
	return { ...rest, inputSchema: { ...inputSchema, properties: Object.fromEntries(parts) } };
}

export const sorted = (value: unknown): string =>
	JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
			: part,
	);

/** A place at which a client stands, and the server before which it does. */
export interface Path {
	readonly name: string;
	readonly era: Era;
	/** Of names, on `/mcp`. */
	readonly prefix: string;
	direct(): Promise<Caller>;
	through(): Promise<Caller>;
}
