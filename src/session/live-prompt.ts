// What a session is told again: constraints under their document and heading, so that each costs little
// beside its text, then order, dependencies and recovery. Pure; equal facts give equal bytes.
import { type ReplayPayload, renderPromptContext } from '../replay';
import { isNested, type LiveConstraint } from './live-constraints';

/**
 * @param payload its constraints are those of the workflow itself
 * @param told in the order of their documents
 */
export function livePrompt(payload: ReplayPayload, told: readonly LiveConstraint[]): string {
	const { constraints: own, ...rest } = payload;
	const head = renderPromptContext({ ...rest, ...NO_LISTS });
	const tail = renderPromptContext({ ...rest, task: '', objective: '', constraints: [] });
	const lines = [...grouped(told), ...own.map((line) => `- ${oneLine(line)}`)];
	const constraints = lines.length === 0 ? [] : ['constraints:', ...lines];
	return [head, ...constraints, tail].filter((part) => part !== '').join('\n');
}

const NO_LISTS = {
	constraints: [],
	required_order: [],
	dependency_chains: [],
	blockers: [],
	recovery: [],
} as const;

function grouped(told: readonly LiveConstraint[]): string[] {
	const lines: string[] = [];
	let path = '';
	let group = '';
	/** The line that was told last and announces what follows. */
	let announcer = '';
	for (const { rule, constraint, said: text } of told) {
		const { heading = '', lead = '', leads } = constraint;
		if (rule.path !== path) announcer = '';
		// Announced by a line of its own, a list is told under that line, once.
		const under = [heading, isNested(constraint) ? '' : lead]
			.filter((part) => part !== '')
			.join(': ');
		if (rule.path !== path || under !== group) {
			const name = rule.path === path ? '' : rule.path;
			const isSaid = lead !== '' && !isNested(constraint) && announcer.endsWith(oneLine(lead));
			if (!isSaid)
				lines.push(
					`[${oneLine([name, under].filter((part) => part !== '').join(' ')).slice(0, 200)}]`,
				);
			path = rule.path;
			group = under;
		}
		const said = oneLine(text);
		announcer = leads ? said : '';
		lines.push(`- ${said}`);
	}
	return lines;
}

/** No text poses as a line of its own. */
const oneLine = (text: string): string =>
	text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ').trim();
