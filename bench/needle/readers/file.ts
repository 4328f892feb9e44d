// A host that saves a long result to a file, and a shell: what grep, sed, sort and wc print is worked
// out here in JavaScript, as the commands that are counted would print it.
import { Context } from '../context';
import type { NeedlePayload } from '../payload';

const PREVIEW = 2_000;
/** Characters of output that a shell tool shows. */
const MOST_OUTPUT = 30_000;
export const FILE = 'tool-results/toolu_01A8.txt';

/** Returns the note that a host puts in the place of a result that it saved. */
export const savedNote = ({ text }: Pick<NeedlePayload, 'text'>): string =>
	`<persisted-output>\nOutput too large (${(text.length / 1024).toFixed(1)}KB). Full output saved to: /home/user/project/${FILE}\n\nPreview (first 2KB):\n${text.slice(0, PREVIEW)}\n...\n</persisted-output>`;

export class SavedFile {
	readonly context = new Context();
	readonly text: string;
	readonly lines: readonly string[];
	/** Lines too long for grep to print: matches are asked for with some characters around them. */
	readonly isOneLine: boolean;

	constructor({ text }: NeedlePayload) {
		this.text = text;
		this.lines = text.split('\n');
		this.isOneLine = text.length / this.lines.length > 500;
	}

	/** The first call: the host tells where the result is and shows its beginning. */
	open(): void {
		if (this.context.calls === 0) this.context.add('{}', savedNote(this));
	}

	run(command: string, output: string): void {
		const shown =
			output.length > MOST_OUTPUT
				? `${output.slice(0, MOST_OUTPUT)}\n... output truncated ...`
				: output;
		this.context.add(JSON.stringify({ command }), shown);
	}

	/** `grep -n -i A FILE | grep -i B | head -20`; numbers of the lines that were printed. */
	grepLines(words: readonly string[], around = 0): number[] {
		const lower = words.map((word) => word.toLowerCase());
		const hits: number[] = [];
		this.lines.forEach((line, at) => {
			if (lower.every((word) => line.toLowerCase().includes(word))) hits.push(at);
		});
		const shown = new Set(hits.slice(0, 20));
		for (const at of hits.slice(0, 20))
			for (let near = at - around; near <= at + around; near++)
				if (near >= 0 && near < this.lines.length) shown.add(near);
		const context = around > 0 && words.length === 1 ? `-C ${around} ` : '';
		const command = `grep -n -i ${context}${quoted(words[0] ?? '')} ${FILE}${words
			.slice(1)
			.map((word) => ` | grep -i ${quoted(word)}`)
			.join('')} | head -${around > 0 ? 40 : 20}`;
		const printed = [...shown].sort((a, b) => a - b).slice(0, around > 0 ? 40 : 20);
		this.run(command, printed.map((at) => `${at + 1}:${this.lines[at]}`).join('\n'));
		return hits;
	}

	/** `sed -n 'from,top' FILE`, lines counted from 1. */
	sed(from: number, to: number): void {
		this.run(`sed -n '${from},${to}p' ${FILE}`, this.lines.slice(from - 1, to).join('\n'));
	}

	/** `grep -o -i -E '.{0,before}word.{0,after}' FILE | grep -i B | head -5`. */
	grepAround(words: readonly string[], before: number, after: number): number {
		const [first = '', ...more] = words;
		const found = this.#around(first.toLowerCase(), before, after).filter((match) =>
			more.every((word) => match.toLowerCase().includes(word.toLowerCase())),
		);
		this.run(
			`grep -o -i -E '.{0,${before}}${first}.{0,${after}}' ${FILE}${more.map((word) => ` | grep -i ${quoted(word)}`).join('')} | head -5`,
			found.slice(0, 5).join('\n'),
		);
		return found.length;
	}

	/** As grep matches: from the left, as much as it may, never across lines or twice. */
	#around(word: string, before: number, after: number): string[] {
		const found: string[] = [];
		for (const line of this.lines) {
			const lower = line.toLowerCase();
			let from = 0;
			for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, from)) {
				const start = Math.max(from, at - before);
				const last = lower.lastIndexOf(word, start + before);
				from = Math.min(line.length, Math.max(at, last) + word.length + after);
				found.push(line.slice(start, from));
			}
		}
		return found;
	}

	/** `grep -n -i -A 6 A FILE | cut -c1-2000 | head -20`: what follows long lines. */
	grepBelow(word: string): void {
		const at = this.lines.findIndex((line) => line.toLowerCase().includes(word.toLowerCase()));
		const printed = at < 0 ? [] : this.lines.slice(at, at + 7).map((line) => line.slice(0, 2000));
		this.run(
			`grep -n -i -A 6 ${quoted(word)} ${FILE} | cut -c1-2000 | head -20`,
			printed.join('\n'),
		);
	}

	/** `grep -n -E '"a"|"b"' FILE | head -80`. */
	grepMembers(names: readonly string[]): void {
		const wanted = names.map((name) => `"${name}"`);
		const hits = this.lines.flatMap((line, at) =>
			wanted.some((name) => line.includes(name)) ? [`${at + 1}:${line}`] : [],
		);
		this.run(`grep -n -E '${wanted.join('|')}' ${FILE} | head -80`, hits.slice(0, 80).join('\n'));
	}

	/** `cat FILE`, in pieces as large as the shell shows. */
	cat(): void {
		// A little of each piece is read twice, so that nothing is torn.
		for (let from = 0; from < this.text.length; from += MOST_OUTPUT - 200)
			this.run(
				`tail -c +${from + 1} ${FILE} | head -c ${MOST_OUTPUT}`,
				this.text.slice(from, from + MOST_OUTPUT),
			);
	}
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
