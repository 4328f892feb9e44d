// A server that tells what it was sent: each call is answered by the text of its arguments, and by what the
// specification has for them. Speaks both revisions; over stdin and stdout where it is started with a file.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ tools: unknown[], answers: string[], lists: Record<string, unknown[]>, reads: string[] }} Specification
 * `answers` are the members of a result behind its first block, as JSON text; `reads` the contents of resources, by the
 * digits of their URIs; `lists` are by method, and have two pages
 */

/** Source text access is younger than the types. @type {any} */
const json = JSON;

/**
 * Parses JSON whose numbers stay as they are spelled.
 * @param {string} text
 */
export const spelled = (text) =>
	json.parse(
		text,
		(/** @type {string} */ _key, /** @type {unknown} */ value, /** @type {any} */ { source }) =>
			typeof value === 'number' ? json.rawJSON(source) : value,
	);

const SELF = {
	capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
	serverInfo: { name: 'mirror', version: '1' },
};
const LARGE = JSON.stringify(
	Array.from({ length: 900 }, (_, id) => ({ id, note: 'x '.repeat(20) })),
);

/** Cursor of the second page of a list. */
const SECOND = 'page 2 ü "';

/** @param {string} text */
const digest = (text) => {
	let sum = 0;
	for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
	return sum;
};

/**
 * Answers a message by its JSON text; undefined for a notification.
 * @param {Specification} specification
 * @param {{ isModern?: boolean }} revision only the newer one, else only the older
 * @returns {(text: string) => string | undefined}
 */
export const mirror =
	({ tools, answers, lists, reads }, { isModern = false } = {}) =>
	(text) => {
		const { id, method, params = {} } = spelled(text);
		if (id === undefined) return undefined;
		const own = '_meta' in params && 'io.modelcontextprotocol/protocolVersion' in params._meta;
		const said = own ? ',"resultType":"complete"' : '';
		const open = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
		const result = (/** @type {string} */ members) => `${open},"result":{${members}${said}}}`;
		const members = (/** @type {object} */ object) => JSON.stringify(object).slice(1, -1);
		const error = (/** @type {number} */ code, /** @type {string} */ message, data = {}) =>
			`${open},"error":${JSON.stringify({ code, message, data })}}`;
		if (method === 'initialize' && !isModern)
			return result(members({ protocolVersion: params.protocolVersion, ...SELF }));
		if (method === 'server/discover' && isModern)
			return result(
				members({ supportedVersions: ['2026-07-28'], ...SELF, ttlMs: 0, cacheScope: 'private' }),
			);
		if (method === 'ping') return result('');
		const { _meta, ...sent } = params;
		const parts = Object.entries(sent).sort(([one], [other]) => (one < other ? -1 : 1));
		const whole = encodeURIComponent(JSON.stringify(parts));
		// Nothing is cut for its length here.
		const args = whole.length > 1_000 ? `${whole.length} ${digest(whole)}` : whole;
		const list = method === 'tools/list' ? tools : lists[method];
		if (list) {
			const isRest = params.cursor === SECOND;
			if (!isRest && params.cursor !== undefined) return error(-32602, 'No such cursor', sent);
			const page = isRest ? list.slice(1) : list.slice(0, 1);
			const key = method === 'resources/templates/list' ? 'resourceTemplates' : method.slice(0, -5);
			return result(
				members({
					...{ [key]: page, ...(!isRest && { nextCursor: SECOND }) },
					...(isModern && { ttlMs: 0, cacheScope: 'private' }),
				}),
			);
		}
		const read =
			method === 'resources/read' ? reads[Number(/\d+/.exec(params.uri)?.[0])] : undefined;
		if (read !== undefined) return result(`"contents":${read},"odd":[1.0,{"a":2e2}]`);
		if (method === 'resources/read')
			return error(-32002, 'Resource not found', { uri: params.uri });
		if (method === 'prompts/get')
			return result(
				members({ messages: [{ role: 'user', content: { type: 'text', text: args } }], odd: 1 }),
			);
		if (method === 'completion/complete')
			return result(
				members({ completion: { values: [args], total: 1, hasMore: false, odd: [0] } }),
			);
		if (method !== 'tools/call') return error(-32601, 'Method not found');
		if (params.name === 'large')
			return result(members({ content: [{ type: 'text', text: LARGE }] }));
		// As no JSON, of which Loadline would read the keys.
		const hash = digest(args);
		// The codes between -32000 and -32049 are the protocol's own.
		if (hash % 23 === 0) return error(-32050 - (hash % 50), `No ${hash}`, { hash, args });
		const told = Object.entries(_meta ?? {}).filter(([key]) => key.startsWith('example.com/'));
		const words = `got ${args} with ${encodeURIComponent(JSON.stringify(told))}`;
		const got = JSON.stringify({ type: 'text', text: words });
		return result(
			(answers[hash % answers.length] ?? '').replace('"content":[', (all) => all + got),
		);
	};

/**
 * Splits at line feeds alone: `readline` takes U+2028 for one, too.
 * @param {import('node:stream').Readable} stream
 * @returns {AsyncGenerator<string>}
 */
export async function* lines(stream) {
	let rest = '';
	for await (const chunk of stream.setEncoding('utf8')) {
		const whole = (rest + chunk).split('\n');
		rest = whole.pop() ?? '';
		yield* whole;
	}
}

const [, program, file] = process.argv;
if (file !== undefined && program?.endsWith('mirror.mjs')) {
	const answer = mirror(JSON.parse(readFileSync(file, 'utf8')));
	for await (const line of lines(process.stdin)) {
		const answered = answer(line);
		if (answered !== undefined) process.stdout.write(`${answered}\n`);
	}
}
