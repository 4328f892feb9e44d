// Checks of a host against the context extension (docs/context-extension.md), by what it sent its model.
import { isRecord } from '../../../shared/json-values';
import { type Finding, finding } from './finding';
import { markOf, PLAIN, STEPS, summaryOf } from './host-scene';

type Json = Readonly<Record<string, unknown>>;

/**
 * Judges a conversation that went through the scene.
 * @param bodies requests to the model, in order
 */
export function checkHost(bodies: readonly Json[]): readonly Finding[] {
	const texts = bodies.map(({ messages }) => JSON.stringify(messages ?? []));
	/** The request that follows a step, from 1. */
	const after = (step: number) => texts[step] ?? '';
	const last = texts.at(-1) ?? '';
	const has = (text: string, n: number) => text.includes(markOf(n));
	const gone = (n: number) => !has(last, n) && last.includes(summaryOf(n));
	const changed = changedTwice(bodies.map(resultsIn));
	const orders = bodies.map(orderOf);
	const broken = orders.findIndex((order, at) => !order.startsWith(orders[at - 1] ?? ''));
	return [
		finding(
			'the conversation comes to its end',
			bodies.length > STEPS.length,
			`${bodies.length} requests of ${STEPS.length + 1}`,
		),
		finding(
			'a transient result is whole until it is used',
			has(after(2), 1) && has(after(6), 2) && has(after(7), 2) && has(after(9), 3),
			'a page was missing before its consumer was called',
		),
		finding(
			'a consumer that failed uses up nothing, whatever its mark says',
			has(after(3), 1),
			'page 1 left after store_note failed',
		),
		finding(
			'a consumer that no hint names uses up nothing',
			has(after(4), 1),
			'page 1 left after other_note',
		),
		finding('a used result leaves, its summary stays', gone(1), seenOf(last, 1)),
		finding('marks under the full name are read', gone(2), seenOf(last, 2)),
		finding(
			'of several that wait one at least leaves',
			gone(3) || gone(4),
			'pages 3 and 4 both stay',
		),
		finding(
			'what is no mark has no effect',
			has(last, 5),
			'page 5 left, whose lifecycle is no known one',
		),
		finding(
			'other results stay',
			after(7).includes(PLAIN) && last.split(PLAIN).length === 3,
			'the answer of tell_weather is not there twice',
		),
		finding(
			'what left stays the same to the byte',
			changed === undefined,
			`the result of ${changed} changed more than once`,
		),
		finding(
			'calls and results keep their ids and order',
			broken < 0 && orders.length > 1,
			`request ${broken + 1} does not go on from the one before`,
		),
	];
}

const seenOf = (text: string, n: number): string =>
	text.includes(markOf(n))
		? `page ${n} is still in the last request`
		: `the summary "${summaryOf(n)}" is not in the last request`;

const blocksIn = ({ messages }: Json): readonly Json[] =>
	(Array.isArray(messages) ? messages : []).flatMap((message) =>
		isRecord(message) && Array.isArray(message.content) ? message.content.filter(isRecord) : [],
	);

/** Contents of results by call, without marks of a prompt cache. */
const resultsIn = (body: Json): ReadonlyMap<string, string> =>
	new Map(
		blocksIn(body).flatMap(({ type, tool_use_id, content }) =>
			type === 'tool_result'
				? [
						[
							String(tool_use_id),
							JSON.stringify(content, (key, value: unknown) =>
								key === 'cache_control' ? undefined : value,
							),
						],
					]
				: [],
		),
	);

/** Returns the call whose result was shown in more than two forms. */
function changedTwice(requests: readonly ReadonlyMap<string, string>[]): string | undefined {
	const forms = new Map<string, string[]>();
	for (const request of requests)
		for (const [id, content] of request) {
			const seen = forms.get(id) ?? [];
			if (seen.at(-1) !== content) forms.set(id, [...seen, content]);
		}
	return [...forms].find(([, seen]) => seen.length > 2)?.[0];
}

const orderOf = (body: Json): string =>
	blocksIn(body)
		.flatMap(({ type, id, tool_use_id }) =>
			type === 'tool_use' || type === 'tool_result' ? `${String(id ?? tool_use_id)};` : [],
		)
		.join('');
