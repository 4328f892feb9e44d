// recall_analysis: findings that were stored, the best match first.
import * as z from 'zod/v4';
import { textResult } from '../../../../shared/tool-result';
import { jsonResult, ownTool, sessionId } from '../tool';

export const recallAnalysis = ownTool({
	toolset: 'records',
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
		if (!recalled.ok) return textResult(recalled.error.message, true);
		const { findings, total } = recalled.value;
		return jsonResult({
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
		});
	},
});
