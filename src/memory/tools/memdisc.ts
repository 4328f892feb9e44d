// memdisc: lists the documents there are, without their content.
import { defined } from '../../shared/defined';
import type { DiscoveredItem } from '../hub/discovery';
import { aboutOf } from '../search/activation';
import type { Kind } from '../types';
import { answered, argument, failed, type MemoryTool, optionalText, readShape } from './tool';

const KINDS: readonly Kind[] = ['rule', 'workflow', 'context'];
/** Maximum characters. */
const MOST_QUERY = 2000;

/** Lists documents by kind, group and query. */
export const memdisc: MemoryTool = async ({ hub }, caller, args) => {
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
		caller,
		...defined({ kind, group: group.value, query: query.value }),
	});
	if (!found.ok) return failed(found.error);
	const items = shape.value === 'full' ? found.value.map(fullItem) : found.value.map(slimItem);
	return answered({ items });
};

const fullItem = ({ alias: _, ...item }: DiscoveredItem) => item;

/** Returns what a model chooses by: the path, and a short description. */
function slimItem({ alias, path, description, hasDraft }: DiscoveredItem) {
	return {
		id: alias,
		path,
		...defined({ about: aboutOf(path, description) }),
		...(hasDraft && { hasDraft }),
	};
}
