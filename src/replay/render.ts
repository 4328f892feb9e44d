// A payload as text for a prompt: few tokens, always the same bytes, nothing of the raw documents.
import type { Edge, ReplayPayload } from './types';

/**
 * Renders the sections task, objective, admissible, failures, constraints, required_order,
 * dependencies, blockers, recovery; empty ones are left out. Each entry stays on its line, so that
 * no string in a payload can pretend to be a section: control characters are written as `\n`.
 * @returns lines joined by `\n`, without a final one
 */
export const renderPromptContext = (payload: ReplayPayload): string => {
	const { validation } = payload;
	return [
		...line('task', payload.task),
		...line('objective', payload.objective ?? ''),
		...line('admissible', validation === undefined ? '' : String(validation.admissible)),
		...line('failures', validation?.failure_labels.join(', ') ?? ''),
		...section('constraints', payload.constraints),
		...section('required_order', payload.required_order),
		...section('dependencies', payload.dependency_chains.map(arrow)),
		...section('blockers', payload.blockers.map(arrow)),
		...section('recovery', payload.recovery.map(arrow)),
	].join('\n');
};

const line = (name: string, value: string): string[] =>
	value === '' ? [] : [`${name}: ${onOneLine(value)}`];

const section = (name: string, entries: readonly string[]): string[] =>
	entries.length === 0 ? [] : [`${name}:`, ...entries.map((entry) => `- ${onOneLine(entry)}`)];

const arrow = ([source, target]: Edge): string => `${source} -> ${target}`;

const onOneLine = (text: string): string =>
	text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, (sign) => {
		const short = JSON.stringify(sign).slice(1, -1);
		return short === sign ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : short;
	});
