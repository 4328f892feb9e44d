// The toolset `records`; results carry the mark of what may leave the context once used (docs/client.md).
import * as z from 'zod/v4';
import { PAGE_LIMIT, type RecordList, readWhere, recordsJson } from '../../../../records';
import { type JsonText, type ToolResult, textResult } from '../../../../shared/tool-result';
import { CONSUMED, recordSummary, transientMark } from '../../../../transient';
import { answerOf, jsonResult, ownTools, sessionId } from '../tool';

const ownTool = ownTools('records');

/** The summary that takes the place of a page; `find_records` has no pages. */
const summaryOf = ({ model, ids }: RecordList, page = 1, totalPages?: number): string =>
	recordSummary({
		count: ids.length,
		model,
		page,
		ids,
		...(totalPages !== undefined && { totalPages }),
	});

/** A list as a result, marked when it is long enough to be worth leaving out again. */
function listResult(json: JsonText, { items }: RecordList, summary: string): ToolResult {
	const mark = transientMark(items.length, summary);
	return { ...textResult(json), structured: json, ...(mark && { meta: { ...mark } }) };
}

const searchRecords = ownTool({
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
		limit: z
			.int()
			.min(1)
			.max(PAGE_LIMIT.most)
			.optional()
			.describe(`${PAGE_LIMIT.usual} unless told`),
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

const findRecords = ownTool({
	name: 'find_records',
	description: `Records by their ids, at most ${PAGE_LIMIT.most}.`,
	input: {
		model: z.string(),
		ids: z.array(z.union([z.string(), z.number()])),
		session_id: sessionId(),
	},
	annotations: { readOnlyHint: true },
	async call({ session_id: _, ...args }, { services, config }) {
		const found = await services.records.find({ ...args, demo: config.demo });
		if (!found.ok) return textResult(found.error.message, true);
		const { model, missing } = found.value;
		const json = recordsJson({ model, ...(missing.length > 0 && { missing }) }, found.value);
		return listResult(json, found.value, summaryOf(found.value));
	},
});

const storeAnalysisMemory = ownTool({
	name: 'store_analysis_memory',
	description: 'Stores a finding for good; the records it came from may then leave the context.',
	input: {
		finding: z.string(),
		details: z.string().optional(),
		record_ids: z.array(z.union([z.string(), z.number()])).optional(),
		tags: z.array(z.string()).optional(),
		shared: z.boolean().optional(),
		session_id: sessionId(),
	},
	annotations: { destructiveHint: false },
	async call({ session_id: _, ...given }, { services, context, config, sessionName }) {
		const source = { principal: context.principal.id, session: await sessionName() };
		const stored = await services.records.storeFinding(given, source, config.limits.findings);
		if (!stored.ok) return textResult(stored.error.message, true);
		return { ...textResult(`Stored analysis finding ${stored.value.id}.`), meta: { ...CONSUMED } };
	},
});

const recallAnalysis = ownTool({
	name: 'recall_analysis',
	description: 'Own and shared findings, best match first; with all of the tags.',
	whole: 'items',
	input: {
		query: z.string().optional(),
		tags: z.array(z.string()).optional(),
		session_id: sessionId(),
	},
	annotations: { readOnlyHint: true },
	async call({ session_id: _, ...given }, { services, context }) {
		const { id: caller } = context.principal;
		const recalled = await services.records.recall(given, caller);
		return answerOf(recalled, ({ findings, total }) => ({
			count: total,
			findings: findings.map(
				({ id, finding, details, recordIds, tags, shared, principal, session, at }) => ({
					id,
					finding,
					...(details !== undefined && { details }),
					...(recordIds.length > 0 && { record_ids: recordIds }),
					...(tags.length > 0 && { tags }),
					...(shared && { shared }),
					...(principal === caller ? { session } : { by: principal }),
					at: new Date(at).toISOString(),
				}),
			),
		}));
	},
});

export const RECORDS_TOOLSET = [searchRecords, findRecords, storeAnalysisMemory, recallAnalysis];
