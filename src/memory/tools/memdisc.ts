// memdisc: what there is, without its content.
import { defined } from '../../shared/defined';
import { aboutOf } from '../about';
import type { DiscoveredItem } from '../hub/reading';
import type { Kind } from '../types';
import { answered, failed, type MemoryTool } from './answer';
import { argument, callerOf, optionalText, readShape } from './arguments';

const KINDS: readonly Kind[] = ['rule', 'workflow', 'context'];
/** Characters. */
const MOST_QUERY = 2000;

/** The tool `memdisc`: what there is, without its text. */
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
	const shape = readShape(args);
	if (!shape.ok) return failed(shape.error);
	const found = await hub.discover({
		caller: caller.value,
		...defined({ kind, group: group.value, query: query.value }),
	});
	if (!found.ok) return failed(found.error);
	const items = shape.value === 'full' ? found.value.map(fullItem) : found.value.map(slimItem);
	return answered({ items });
};

const fullItem = ({ alias: _, ...item }: DiscoveredItem) => item;

/** What to choose by: the folder and the name, and as much of the description as little costs. */
function slimItem({ alias, path, description, hasDraft }: DiscoveredItem) {
	return {
		id: alias,
		path,
		...defined({ about: aboutOf(path, description) }),
		...(hasDraft && { hasDraft }),
	};
}
