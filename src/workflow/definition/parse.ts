// Parses a definition, or reports every problem with its step, rule, line and column.
import { err, ok } from '../../shared/result';
import { quoted } from '../fault';
import { MAX_AGENTS, MAX_DESCRIPTION_LENGTH, MAX_EXPANDED_LENGTH, MAX_LOOPS } from '../limits';
import type { AgentConfig, WorkflowDefinition, WorkflowStep } from '../types';
import { Check, isMapping, placeOf, readLoop, readSteps, text } from './steps';
import { type DefinitionIssue, type LocatedMap, readTree } from './tree';

const byPlace = (a: DefinitionIssue, b: DefinitionIssue) => a.line - b.line || a.column - b.column;

/** Names of workflows, in documents and paths alike. */
export const WORKFLOW_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const readName = (check: Check, root: LocatedMap, expected?: string, nameless?: string): string => {
	const fallback = expected ?? nameless;
	const needed = "Template must have a 'name' string";
	const name = check.read(root, 'name', text, needed, fallback === undefined);
	if (name === undefined) return fallback ?? '';
	const place = placeOf(root, 'name');
	const malformed = `Template name ${quoted(name)} must be 1 to 64 lower-case letters, digits, '_' or '-', beginning with a letter or digit`;
	const differs = `Template name ${quoted(name)} differs from the name it is stored under, ${quoted(expected)}`;
	if (!WORKFLOW_NAME.test(name)) check.fail('name', place, malformed);
	else if (expected !== undefined && name !== expected) check.fail('name', place, differs);
	return name;
};

/** Returns what the template names under a key; nothing where it has none, or no object. */
const namedIn = (check: Check, root: LocatedMap, key: 'agents' | 'loops', most: number) => {
	const node = root.entries.get(key)?.value;
	if (node === undefined) return [];
	if (!isMapping(node))
		return check.fail('type', node.place, `'${key}' must be an object if provided`) ?? [];
	if (node.entries.size > most)
		check.fail('size', node.place, `Template must have at most ${most} ${key}`);
	return [...node.entries];
};

const readAgents = (check: Check, root: LocatedMap): Record<string, AgentConfig> => {
	const agents: Record<string, AgentConfig> = {};
	for (const [name, { value }] of namedIn(check, root, 'agents', MAX_AGENTS)) {
		if (!isMapping(value)) {
			check.fail('type', value.place, `Agent ${quoted(name)} must be an object`);
			continue;
		}
		check.known(value, `Agent ${quoted(name)}`, ['description']);
		const needed = `Agent ${quoted(name)} must have a 'description' string`;
		agents[name] = { description: check.read(value, 'description', text, needed, true) ?? '' };
	}
	return agents;
};

const readLoops = (check: Check, root: LocatedMap) =>
	namedIn(check, root, 'loops', MAX_LOOPS)
		.slice(0, MAX_LOOPS)
		.map(([name, { value }]) => [name, readLoop(check, name, value)] as const);

const checkReferences = (
	check: Check,
	root: LocatedMap,
	{ agents, loops }: Pick<WorkflowDefinition, 'agents' | 'loops'>,
	located: ReturnType<typeof readLoops>,
	steps: readonly (readonly [WorkflowStep, LocatedMap])[],
): void => {
	const agentOf = (node: LocatedMap, agent: string | undefined, who: string): void => {
		const message = `${who} references unknown agent ${quoted(agent)}`;
		if (agent !== undefined && agent !== '' && !Object.hasOwn(agents, agent))
			check.fail('reference', placeOf(node, 'agent'), message);
	};
	for (const [step, node] of steps)
		check.within(step.id, () => {
			agentOf(node, step.agent, `Step ${quoted(step.id)}`);
			const message = `Loop step ${quoted(step.id)} references unknown loop definition`;
			if (step.type === 'loop' && !Object.hasOwn(loops, step.id))
				check.fail('reference', placeOf(node, 'id'), message);
		});
	for (const [loop, own] of located)
		for (const [step, node] of own)
			check.within(`${loop}.${step.id}`, () => {
				agentOf(node, step.agent, `Loop ${quoted(loop)} step ${quoted(step.id)}`);
			});
	const used = new Set(steps.filter(([{ type }]) => type === 'loop').map(([{ id }]) => id));
	for (const loop of Object.keys(loops))
		if (!used.has(loop))
			check.warn('reference', placeOf(root, 'loops'), `Loop ${quoted(loop)} is used by no step`);
};

/** Checks that `order` grows and that steps of a loop group are adjacent. */
const checkOrder = (check: Check, steps: readonly (readonly [WorkflowStep, LocatedMap])[]) => {
	const groups = new Set<string>();
	let before: WorkflowStep | undefined;
	for (const [step, node] of steps) {
		const { id, order, loopGroup } = step;
		check.within(id, () => {
			const low = `Step ${quoted(id)} has order ${order}; it must be above ${before?.order}, the order of the step before it`;
			const apart = `Step ${quoted(id)} is apart from the other steps of loopGroup ${quoted(loopGroup)}; steps of a group stand together`;
			if (before && order <= before.order) check.fail('order', placeOf(node, 'order'), low);
			if (loopGroup === undefined || loopGroup === before?.loopGroup) return;
			if (groups.has(loopGroup)) check.fail('order', placeOf(node, 'loopGroup'), apart);
			groups.add(loopGroup);
		});
		before = step;
	}
};

/**
 * Parses and checks a definition; warnings are of parts without effect.
 * @param yaml YAML or JSON, at most 256 KiB
 * @param expected the name under which it is stored, also its default name
 * @param nameless the default name where any name is allowed
 */
export const parseDefinition = (yaml: string, expected?: string, nameless?: string) => {
	const tree = readTree(yaml);
	if (!tree.ok) return tree;
	const root = tree.value;
	const check = new Check();
	if (!isMapping(root)) {
		check.fail('type', root.place, 'Template must be an object');
		return err(check.issues);
	}
	check.known(root, 'Template', ['name', 'description', 'agents', 'loops', 'steps']);
	const name = readName(check, root, expected, nameless);
	const described = 'Template description must be a string if provided';
	const description = check.read(root, 'description', text, described) ?? '';
	const tooLong = `Template description must have at most ${MAX_DESCRIPTION_LENGTH} characters`;
	if (description.length > MAX_DESCRIPTION_LENGTH)
		check.fail('size', placeOf(root, 'description'), tooLong);
	const agents = readAgents(check, root);
	const located = readLoops(check, root);
	const loops = Object.fromEntries(located.map(([loop, own]) => [loop, own.map(([step]) => step)]));
	const steps = readSteps(check, root);
	checkReferences(check, root, { agents, loops }, located, steps);
	checkOrder(check, steps);
	const read = { name, description, agents, loops };
	const definition: WorkflowDefinition = { ...read, steps: steps.map(([step]) => step) };
	const tooLarge = `the definition stands for more than ${MAX_EXPANDED_LENGTH} characters`;
	if (check.issues.length === 0 && JSON.stringify(definition).length > MAX_EXPANDED_LENGTH)
		check.fail('size', root.place, tooLarge);
	return check.issues.length > 0
		? err(check.issues.toSorted(byPlace))
		: ok({ definition, warnings: check.warnings.toSorted(byPlace) });
};
