// One object larger than its threshold: a preview with what tells most of it, and the call that
// gives the rest (context window protection, FR-010, FR-011, FR-016, FR-018).
import type { Weight } from './budget';
import { objectShape, type Told } from './choose/shape';
import { condenser } from './condense';
import type { Bench, Draft } from './draft';
import { guideToObject, isTextual } from './guidance';
import { isArray, type Tape } from './json/tape';

/** Makes previews of the document, each within the room it is given. */
export function summarizer(
	bench: Bench,
	tape: Tape,
	essential: ReadonlySet<string>,
): (room: Weight) => Draft {
	const condensed = condenser(tape, 0, { weigh: bench.weigh, essential });
	const form = isArray(tape, 0) ? 'list' : 'object';
	let told: Told | undefined;
	const shape = () => {
		told ??= objectShape(tape, bench);
		return told;
	};
	return (room) => {
		const { text, cut } = condensed(room);
		const isCut = cut.length > 0;
		return {
			act: 'summarized',
			data: { form, text },
			positions: isCut ? [{ kind: 'whole', offset: 0, limit: 0 }] : [],
			additions: (handles) =>
				isCut
					? { summary: guideToObject(tape, shape, cut, handles?.[0], isTextual(bench), bench) }
					: {},
		};
	};
}
