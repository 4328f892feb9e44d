// store_analysis_memory: keeps what was found out, so that the records it came from may leave the
// context (docs/client.md).
import * as z from 'zod/v4';
import { textResult } from '../../../../shared/tool-result';
import { CONSUMED } from '../../../../transient';
import { ownTool, sessionId } from '../tool';

export const storeAnalysisMemory = ownTool({
	toolset: 'records',
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
