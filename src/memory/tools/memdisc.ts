// memdisc: what there is, without its content.
import type { Kind } from '../types';
import { answered, failed, type MemoryTool } from './answer';
import { argument, callerOf, optionalText } from './arguments';

const KINDS: readonly Kind[] = ['rule', 'workflow', 'context'];
/** Characters. */
const MOST_QUERY = 2000;

export const memdisc: MemoryTool = async ({ hub }, from, args) => {
	const caller = callerOf(from, args);
	if (!caller.ok) return failed(caller.error);
	const asked = argument(args, 'kind');
	const kind = KINDS.find((each) => each === asked);
	if (asked !== undefined && kind === undefined)
		return failed("kind parameter must be one of 'rule', 'workflow', or 'context'");
	const group = optionalText(args, 'group', 'group parameter must be a string', MOST_QUERY);
	if (!group.ok) return failed(group.error);
	const query = optionalText(args, 'query', 'query parameter must be a string', MOST_QUERY);
	if (!query.ok) return failed(query.error);
	const found = await hub.discover({
		caller: caller.value,
		...(kind === undefined ? {} : { kind }),
		...(group.value === undefined ? {} : { group: group.value }),
		...(query.value === undefined ? {} : { query: query.value }),
	});
	return found.ok ? answered({ items: found.value }) : failed(found.error);
};
