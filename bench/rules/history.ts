// A team's own history of its rules, commit by commit: what became of each constraint, and what a proof says of
// it, beside what the lines of both texts say.
import { execFileSync } from 'node:child_process';
import { compareConstraints, normalized } from '../../src/memory/document/identity';
import { ruleOf, shown } from './replayed';

export interface History {
	readonly name: string;
	/** First and last day. */
	readonly days: readonly [string, string];
	readonly commits: number;
	readonly edits: number;
	/** Edits that take words of a rule away or change them. */
	readonly telling: number;
	/** Of those, the ones that nothing shows. */
	readonly missed: number;
	/** Edits that only add lines, and how many of them are reported as a loss. */
	readonly additions: number;
	readonly alarms: number;
	/** Constraints that stayed word for word, and how many of them lost their identity. */
	readonly stayed: number;
	readonly lost: number;
}

/** Of git. */
const RULES = [
	'*.mdc',
	'*AGENTS.md',
	'*CLAUDE.md',
	'*SKILL.md',
	'*.instructions.md',
	'*rules/*.md',
	'*commands/*.md',
	'*agents/*.md',
];
const MOST_TEXT = 64 * 2 ** 20;

/**
 * @param directory of git
 * @param span `--since=… --until=…`
 */
export function historyOf(directory: string, span: readonly string[], name: string): History {
	const git = (...args: readonly string[]) =>
		execFileSync('git', ['-C', directory, ...args], {
			encoding: 'utf8',
			maxBuffer: MOST_TEXT,
			stdio: ['ignore', 'pipe', 'ignore'],
		});
	const commits = git('log', '--first-parent', '--reverse', '--format=%H %cs', ...span)
		.trim()
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => line.split(' ') as [string, string]);
	const sums = { edits: 0, telling: 0, missed: 0, additions: 0, alarms: 0, stayed: 0, lost: 0 };
	let touched = 0;
	for (const [commit] of commits) {
		const edits = editsOf(git, commit);
		if (edits.length > 0) touched++;
		for (const [before, after] of edits) {
			sums.edits++;
			const how = shown(before, after);
			if (isTelling(before, after)) {
				sums.telling++;
				if (how === 'unseen') sums.missed++;
			} else if (isAddition(before, after)) {
				sums.additions++;
				if (how === 'refused') sums.alarms++;
			}
			const { stayed, lost } = followed(before, after);
			sums.stayed += stayed;
			sums.lost += lost;
		}
	}
	return {
		name,
		days: [commits[0]?.[1] ?? '', commits.at(-1)?.[1] ?? ''],
		commits: touched,
		...sums,
	};
}

type Git = (...args: readonly string[]) => string;

/** Both texts of each rule that a commit changed or renamed. */
function editsOf(git: Git, commit: string): [string, string][] {
	const changes = git(
		'diff-tree',
		'-r',
		'-m',
		'--first-parent',
		'-M',
		'--diff-filter=MR',
		'--name-status',
		'--no-commit-id',
		commit,
		'--',
		...RULES,
	);
	return changes
		.split('\n')
		.map((line) => line.split('\t'))
		.filter((parts) => parts.length > 1)
		.map(([, from = '', to = from]) => [
			git('show', `${commit}^:${from}`),
			git('show', `${commit}:${to}`),
		]);
}

/** Lines of a body, as words; what is only signs is nothing. */
const wordLines = (text: string): string[] =>
	text
		.replace(/^\ufeff?---\r?\n[\s\S]*?\n---\r?\n/, '')
		.split(/\r?\n/)
		.map((line) => (line.match(/[\p{L}\p{N}]+/gu) ?? []).join(' '))
		.filter((line) => line !== '');

/** Returns whether words of the first text are nowhere in the second, counted. */
function isTelling(before: string, after: string): boolean {
	const counts = new Map<string, number>();
	for (const word of wordLines(after).join(' ').split(' '))
		counts.set(word, (counts.get(word) ?? 0) + 1);
	return wordLines(before)
		.join(' ')
		.split(' ')
		.some((word) => {
			const left = counts.get(word) ?? 0;
			counts.set(word, left - 1);
			return left <= 0 && word !== '';
		});
}

/** Returns whether all lines of the first stand in the second, in their order. */
function isAddition(before: string, after: string): boolean {
	const [one = [], other = []] = [before, after].map((text) =>
		text.split(/\r?\n/).filter((line) => line.trim() !== ''),
	);
	let at = 0;
	return one.every((line) => {
		const found = other.indexOf(line, at);
		at = found + 1;
		return found >= 0;
	});
}

/** Constraints whose words each text has once: they are one, or one became the other. */
function followed(before: string, after: string): { stayed: number; lost: number } {
	const [was = [], is = []] = [before, after].map((text) => ruleOf(text).constraints);
	const { removed } = compareConstraints(was, is);
	const [then, now] = [was, is].map((each) => Map.groupBy(each, ({ text }) => normalized(text)));
	const stayed = was.filter(({ text }) => {
		const words = normalized(text);
		return then?.get(words)?.length === 1 && now?.get(words)?.length === 1;
	});
	const gone = new Set(removed);
	return { stayed: stayed.length, lost: stayed.filter((each) => gone.has(each)).length };
}
