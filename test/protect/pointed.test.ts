// A value that a pointer names is given whole, whatever it is made of.
import { expect, it } from 'vitest';
import { read } from '../../src/protect/read';
import type { Document } from '../../src/protect/types';
import { cursorOf, policy, readAt, type Sent, sent } from './answers';
import { json, seeded, words } from './payloads';

const whole = { kind: 'whole', offset: 0, limit: 0 } as const;

function pointed(made: Sent, pointer: string): Sent {
	const outcome = read(made.document as Document, { position: whole, view: {}, pointer }, policy);
	if (!outcome.ok) throw new Error(outcome.error);
	return {
		act: outcome.value.report.act,
		answer: outcome.value.place(
			outcome.value.positions.map((_, at) => `${'x'.repeat(42)}0${at}`),
		) as Sent['answer'],
		positions: outcome.value.positions,
		document: outcome.value.document,
	};
}

it('gives an item whole that holds a list and much beside it', () => {
	const random = seeded(8);
	const item = {
		rows: Array.from({ length: 90 }, (_, id) => ({ id, text: words(random, 40) })),
		notes: words(random, 2500),
	};
	const made = sent(json([{ id: 1, text: words(random, 3000) }, item]));
	let text = '';
	for (let at: Sent | undefined = pointed(made, '/1'); at; ) {
		text += at.answer.content[0]?.text;
		const cursor = cursorOf(at);
		at = cursor && readAt(at, cursor, {});
	}
	expect(JSON.parse(text)).toEqual(item);
});
