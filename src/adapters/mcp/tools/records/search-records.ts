// search_records: one page of the records that match.
import * as z from 'zod/v4';
import { recordsJson } from '../../../../gateway';
import { MAX_LIMIT, readWhere } from '../../../../records';
import { textResult } from '../../../../shared/tool-result';
import { jsonResult, ownTool, sessionId } from '../tool';
import { listResult, summaryOf } from './record-list';

export const searchRecords = ownTool({
	toolset: 'records',
	name: 'search_records',
	description:
		'Searches records by words, conditions or both; newest first. A cursor alone goes on. lean: true keeps the page for read_result and shows a summary.',
	input: {
		model: z.string().optional().describe('"activity"'),
		query: z.string().optional().describe('words'),
		// Not a record of zod's: that leaves out what is called __proto__, and with it a condition.
		where: z.unknown().optional().meta({
			type: 'object',
			description: '{"status":"open","minutes":{"$gte":30}}; also $gt $lt $lte $in $ne, a.b',
		}),
		fields: z
			.union([z.string(), z.array(z.string())])
			.optional()
			.describe('"id,title"'),
		sort: z.string().optional().describe('"-minutes,title"'),
		limit: z.int().min(1).max(MAX_LIMIT).optional().describe('15 unless told'),
		cursor: z.string().optional(),
		lean: z.boolean().optional(),
		session_id: sessionId(),
	},
	annotations: { readOnlyHint: true },
	async call({ lean, session_id: _, ...args }, { services, config, keep }) {
		// Here already: what nests too deep would not reach the service.
		const where = readWhere(args.where);
		if (!where.ok) return textResult(where.error.message, true);
		const found = await services.records.search({ ...args, demo: config.demo });
		if (!found.ok) return textResult(found.error.message, true);
		const { model, page, totalPages, totalCount, nextCursor, ids } = found.value;
		const next = nextCursor === undefined ? {} : { nextCursor };
		const facts = { model, page, totalPages, totalCount, ...next };
		const json = recordsJson(facts, found.value);
		const summary = summaryOf(found.value, page, totalPages);
		if (lean !== true) return listResult(json, found.value, summary);
		if (ids.length === 0) return jsonResult({ ...facts, summary });
		const handle = await keep(recordsJson({ model, page, totalPages }, found.value));
		return handle === undefined
			? textResult('lean: the page could not be kept just now. Search without lean.', true)
			: jsonResult({ ...facts, summary, scratch_ref: handle });
	},
});
