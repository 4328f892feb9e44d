// Every payload of the needle benchmark, checked to be what it says.
import { isCount, type NeedlePayload, occurrences } from '../payload';
import { listPayloads } from './lists';
import { logPayloads } from './logs';
import { otherPayloads } from './others';
import { textPayloads } from './texts';

/** In a stable order. Throws when an answer would not be definite. */
export function needlePayloads(): NeedlePayload[] {
	// Names of tools that any program can call.
	const all = [...listPayloads(), ...textPayloads(), ...logPayloads(), ...otherPayloads()].map(
		(payload) => ({ ...payload, name: payload.name.replaceAll('-', '_') }),
	);
	if (new Set(all.map(({ name }) => name)).size < all.length)
		throw new Error('a name stands twice');
	for (const { name, text, questions } of all)
		for (const question of questions) {
			if (isCount(question)) continue;
			const count = occurrences(text, JSON.stringify(question.answer).slice(1, -1));
			if (count !== 1) throw new Error(`${name}: ${question.answer} stands ${count} times`);
		}
	return all;
}
