// A list of records as a result, with the mark of what may leave the context once used
// (docs/client.md).
import type { RecordList } from '../../../../records';
import type { JsonText, ToolResult } from '../../../../shared/tool-result';
import { recordSummary, transientMark } from '../../../../transient';

/** The summary that takes the place of a page; `find_records` has no pages. */
export const summaryOf = ({ model, ids }: RecordList, page = 1, totalPages?: number): string =>
	recordSummary({
		count: ids.length,
		model,
		page,
		ids,
		...(totalPages !== undefined && { totalPages }),
	});

/** A list as a result, marked when it is long enough to be worth leaving out again. */
export function listResult(json: JsonText, { items }: RecordList, summary: string): ToolResult {
	const mark = transientMark(items.length, summary);
	return {
		content: [{ type: 'text', text: json }],
		structured: json,
		...(mark && { meta: { ...mark } }),
	};
}
