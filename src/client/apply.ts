// Replaces consumed results with their summaries, in conversations of any known form.
import { isRecord } from '../shared/json-values';
import { type Format, formatsWith, type IdOf, type TextOf } from './formats';

export interface Collapse {
	readonly text: string;
	/** The call that used it up. */
	readonly consumedBy: string | undefined;
	/** True if the conversation has been sent with it collapsed before. */
	readonly applied: boolean;
}

/**
 * Replaces consumed results in a conversation.
 * @param collapses - consumed results by the id of their call
 * @param applyAt - `turn`: a result is replaced once a user message follows its consumer's result,
 *   so that nothing changes within a turn; one that was replaced before stays so
 * @param idsWithout - gives a fresh look-up of results that stand without an id, from the ids that
 *   are taken already
 * @returns the conversation in its original form, and the calls whose results were replaced (`ids`)
 */
export function applyCollapses<Message>(
	messages: readonly Message[],
	collapses: ReadonlyMap<string, Collapse>,
	applyAt: 'turn' | 'immediate',
	idsWithout: (taken: ReadonlySet<string>) => IdOf,
): { readonly messages: Message[]; readonly ids: ReadonlySet<string> } {
	const ids = new Set<string>();
	if (collapses.size === 0) return { messages: [...messages], ids };
	const taken = new Set(positions(messages, () => undefined).keys());
	const at = positions(messages, idsWithout(taken));
	const turn = messages.findLastIndex(isUserTurn);
	const isDue = (id: string, { consumedBy, applied }: Collapse): boolean =>
		applyAt === 'immediate' || applied || (at.get(consumedBy ?? id) ?? at.get(id) ?? turn) < turn;
	const textOf: TextOf = (id) => {
		const collapse = collapses.get(id);
		if (!collapse || !isDue(id, collapse)) return undefined;
		ids.add(id);
		return collapse.text;
	};
	const formats = formatsWith(idsWithout(taken));
	return { messages: messages.map((message) => visit(message, formats, textOf)), ids };
}

function visit<Message>(message: Message, formats: readonly Format[], textOf: TextOf): Message {
	if (!isRecord(message)) return message;
	for (const format of formats) {
		const visited = format(message, textOf);
		// A format copies what it replaces in: the type of a message is the type of its copy.
		if (visited !== undefined) return visited as Message;
	}
	return message;
}

/** Returns the index of each call's result, the last one if there are several. */
function positions(messages: readonly unknown[], idOf: IdOf): ReadonlyMap<string, number> {
	const at = new Map<string, number>();
	const formats = formatsWith(idOf);
	for (const [index, message] of messages.entries()) {
		visit(message, formats, (id) => {
			at.set(id, index);
			return undefined;
		});
	}
	return at;
}

/** A message with words of the user's own: also beside results of tools. */
export function isUserTurn(message: unknown): boolean {
	if (!isRecord(message) || message.role !== 'user') return false;
	const { content } = message;
	if (!Array.isArray(content)) return true;
	const brings = content.some((block) => isRecord(block) && block.type === 'tool_result');
	return !brings || content.some((block) => isRecord(block) && block.type === 'text');
}
