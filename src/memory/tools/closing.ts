// agentreport and agentrejected: how a turn ends.
import { defined } from '../../shared/defined';
import { failed, type MemoryTool, passOn } from './answer';
import { argument, callerOf, optionalText } from './arguments';

/** Characters of a summary or a reason. */
const MOST_TEXT = 10_000;

/** The tool `agentreport`: closes a turn that was done. */
export const agentreport: MemoryTool = async ({ hub }, from, args) => {
	const caller = callerOf(from, args);
	if (!caller.ok) return failed(caller.error);
	if (argument(args, 'summary') === undefined) return failed('summary is required');
	const summary = optionalText(args, 'summary', 'summary must be a string', MOST_TEXT);
	if (!summary.ok) return failed(summary.error);
	if (summary.value === undefined || summary.value.trim() === '')
		return failed('summary must not be empty');
	return passOn(await hub.report({ caller: caller.value, summary: summary.value }));
};

/** The tool `agentrejected`: closes a turn that did not follow its constraints. */
export const agentrejected: MemoryTool = async ({ hub }, from, args) => {
	const caller = callerOf(from, args);
	if (!caller.ok) return failed(caller.error);
	const reason = optionalText(args, 'reason', 'reason must be a string', MOST_TEXT);
	if (!reason.ok) return failed(reason.error);
	return passOn(await hub.reject({ caller: caller.value, ...defined({ reason: reason.value }) }));
};
