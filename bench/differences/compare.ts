// Differences that Loadline makes, and those of them that docs/gateway.md tells of.
import { isRecord } from '../../src/shared/json-values';
import { canonical, type Seen } from './look';

export interface Difference {
	readonly place: string;
	readonly direct: string | undefined;
	readonly through: string | undefined;
	/** The part of the documentation that says so; undefined where none does. */
	readonly documented: string | undefined;
}

/** Everything that is not the same. */
export function differences(direct: Seen, through: Seen): Difference[] {
	const places = new Set([...direct.keys(), ...through.keys()]);
	// A tool that runs only as a task is not listed: none of what it says of itself is missed.
	const tasks = [...direct.keys()].filter(
		(place) => place.endsWith('/execution') && direct.get(place)?.includes('"required"'),
	);
	const runAsTasks = tasks.map((place) => place.slice(0, -'/execution'.length));
	return [...places].flatMap((place): Difference[] => {
		const [one, other] = [direct.get(place), through.get(place)];
		if (one === other) return [];
		const isTask = runAsTasks.some((tool) => place.startsWith(`${tool}/`)) && other === undefined;
		const isSaid = isTask ? 'tasks' : documented(place, one, other, runAsTasks);
		return [{ place, direct: one, through: other, documented: isSaid }];
	});
}

/** Returns the part of docs/gateway.md that tells of a difference: each entry proves what it claims. */
function documented(
	place: string,
	one = 'null',
	other = 'null',
	tasks: readonly string[],
): string | undefined {
	const [direct, through] = [JSON.parse(one), JSON.parse(other)] as [unknown, unknown];
	if (place === 'tools') return toolsOf(direct as string[], through as string[], tasks);
	if (place.startsWith('tool read_result/')) return 'read_result';
	if (place.startsWith('capabilities/')) return silenced(place, direct, through);
	if (place.endsWith('/execution')) return through === null ? 'tasks' : undefined;
	if (place.endsWith('/outputSchema')) return 'output schemas';
	if (place.endsWith('/inputSchema')) return schema(direct, through);
	if (place.endsWith('/_meta')) return metaOf(direct, through);
	if (place.startsWith('prompt '))
		return withoutOurs(direct) === withoutOurs(through) ? '_meta' : undefined;
	return undefined;
}

const toolsOf = (
	direct: readonly string[],
	through: readonly string[],
	tasks: readonly string[],
): string | undefined => {
	const missing = direct.filter(
		(name) => !through.includes(name) && !tasks.includes(`tool ${name}`),
	);
	const more = through.filter((name) => !direct.includes(name));
	return missing.length === 0 && more.join() === 'read_result' ? 'read_result' : undefined;
};

/** Extensions, without that of Loadline (docs/context-extension.md). */
const withoutOwn = (extensions: unknown): string => {
	const { 'dev.loadline/context': _, ...rest } = isRecord(extensions) ? extensions : {};
	return canonical(rest);
};

const silenced = (place: string, direct: unknown, through: unknown): string | undefined => {
	if (place === 'capabilities/tasks') return 'tasks';
	if (place === 'capabilities/extensions')
		return withoutOwn(direct) === withoutOwn(through) ? 'its extension' : undefined;
	// Loadline may add a tool, and says so.
	const isToolsChanged =
		place === 'capabilities/tools' && canonical(through) === '{"listChanged":true}';
	if (isToolsChanged) return 'changes';
	const split = (value: unknown) => {
		const { listChanged, subscribe, ...rest } = isRecord(value) ? value : {};
		return { promised: { listChanged, subscribe }, rest: canonical(rest) };
	};
	const [one, other] = [split(direct), split(through)];
	// Less may be promised, never more.
	const isMore = (['listChanged', 'subscribe'] as const).some(
		(name) => other.promised[name] === true && one.promised[name] !== true,
	);
	return one.rest === other.rest && !isMore ? 'changes' : undefined;
};

/** `$schema` left out, and nothing else. */
const schema = (direct: unknown, through: unknown): string | undefined => {
	if (!isRecord(direct)) return undefined;
	const { $schema: _, ...rest } = direct;
	return canonical(rest) === canonical(through) ? '$schema' : undefined;
};

const withoutOurs = (result: unknown): string => {
	const { _meta, ...rest } = isRecord(result) ? result : {};
	return canonical([rest, theirs(_meta)]);
};

const metaOf = (direct: unknown, through: unknown): string | undefined =>
	canonical(theirs(direct)) === canonical(theirs(through)) ? '_meta' : undefined;

/** Members of `_meta` that are neither of one connection nor Loadline's. */
const theirs = (meta: unknown) =>
	Object.entries(isRecord(meta) ? meta : {}).filter(
		([key]) => !key.startsWith('io.modelcontextprotocol/') && !key.startsWith('dev.loadline/'),
	);
