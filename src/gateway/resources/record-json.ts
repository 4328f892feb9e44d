// Records as JSON: as they are kept, reduced to the fields that were asked for. Their numbers keep
// their spelling, so the texts are put together, not parsed and written again.
import type { RecordList } from '../../records';
import { planFields } from '../../shared/json/fields';
import { parseJson } from '../../shared/json/parse';
import { project } from '../../shared/json/project';
import type { JsonText } from '../../shared/tool-result';

/** An object of these facts and, last, `items`. */
export function recordsJson(facts: object, list: RecordList): JsonText {
	const head = JSON.stringify(facts).slice(1, -1);
	return `{${head},"items":[${shownItems(list).join()}]}`;
}

function shownItems({ items, fields }: RecordList): readonly JsonText[] {
	if (fields.length === 0) return items;
	const plan = planFields(fields);
	return items.map((item) => {
		const tape = parseJson(item);
		return tape.ok ? project(tape.value, 0, plan).text : item;
	});
}
