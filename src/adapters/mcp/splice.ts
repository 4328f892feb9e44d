// Puts JSON text into a response behind the SDK's back: the SDK sees a placeholder, so that it
// neither rounds numbers nor drops members it does not know (docs/protect.md "Faithful data").

import { oneLine } from './plain-call';

export type Splices = ReturnType<typeof createSplices>;

/** Placeholders for one response; `apply` throws where the SDK has rewritten one. */
export const createSplices = () => {
	const held = new Map<string, string>();

	const replace = (text: string): string => {
		let out = text;
		for (const [token, members] of held) {
			const at = out.indexOf(token);
			if (at < 0) continue;
			held.delete(token);
			const start = at - BEFORE.length;
			const end = at + token.length + AFTER.length;
			// Anything else means that the SDK wrote the placeholder otherwise than it was given.
			if (out.slice(start, at) !== BEFORE || out.slice(end - AFTER.length, end) !== AFTER)
				throw new Error('the placeholder of a tool result was rewritten');
			out = out.slice(0, start) + members + out.slice(end);
		}
		return out;
	};

	return {
		/** Holds the members of a tool result (JSON text, `"content":[…]` first); gives the content that stands in for it. */
		hold(members: string) {
			const token = randomToken();
			held.set(token, oneLine(members));
			return [{ type: 'text', text: token }];
		},
		/** The response with every placeholder replaced; JSON and event streams alike. */
		async apply(response: Response): Promise<Response> {
			const { body, headers } = response;
			if (body === null) return response;
			const type = headers.get('content-type') ?? '';
			if (type.startsWith('text/event-stream'))
				return rebuilt(body.pipeThrough(frames(replace)), response);
			if (held.size === 0 || !type.startsWith('application/json')) return response;
			return rebuilt(replace(await response.text()), response);
		},
	};
};

const BEFORE = '"content":[{"type":"text","text":"';
const AFTER = '"}]';

/** 128 random bits: nothing a caller or an upstream sends can contain it. */
const randomToken = (): string =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0'),
	).join('');

const rebuilt = (body: BodyInit, { status, statusText, headers }: Response): Response =>
	new Response(body, { status, statusText, headers });

/** Rewrites whole events: what follows the last blank line waits for the rest. */
const frames = (rewrite: (text: string) => string): TransformStream<Uint8Array, Uint8Array> => {
	const decoder = new TextDecoder();
	const encoder = new TextEncoder();
	let waiting = '';
	return new TransformStream({
		transform(chunk, controller) {
			waiting += decoder.decode(chunk, { stream: true });
			const end = waiting.lastIndexOf('\n\n') + 2;
			if (end < 2) return;
			controller.enqueue(encoder.encode(rewrite(waiting.slice(0, end))));
			waiting = waiting.slice(end);
		},
		flush(controller) {
			const rest = waiting + decoder.decode();
			if (rest) controller.enqueue(encoder.encode(rewrite(rest)));
		},
	});
};
