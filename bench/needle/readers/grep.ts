// File and grep. The policy: search for what the question names; where lines are short, the matching
// lines, then more lines around them; where the file is a few endless lines, the match with 200
// characters before and 300 after it, then 1,500, then 6,000 around it. Counts by `wc -l`, the largest
// by `sort`. What all this does not show is read to the end.
import { at, isCount, type NeedlePayload, type Question } from '../payload';
import { FILE, SavedFile } from './file';
import type { Reader } from './reader';

const WINDOWS: readonly (readonly [before: number, after: number])[] = [
	[200, 300],
	[1_500, 1_500],
	[6_000, 6_000],
];
/** Lines around a match, one after the other. */
const AROUND = [6, 40, 200];

export class GrepReader implements Reader {
	readonly file: SavedFile;

	constructor(payload: NeedlePayload) {
		this.file = new SavedFile(payload);
	}

	get context() {
		return this.file.context;
	}

	async ask(question: Question): Promise<boolean> {
		this.file.open();
		if (isCount(question)) return this.#count(question);
		if (this.context.holds(question.answer)) return true;
		this.#search(question);
		if (!this.context.holds(question.answer)) this.file.cat();
		return this.context.holds(question.answer);
	}

	#search(question: Exclude<Question, { readonly answer: number }>): void {
		switch (question.kind) {
			case 'line':
				this.file.sed(question.line, question.line);
				break;
			case 'lookup':
				this.#near([this.#named(question.by, question.is)], question.answer);
				break;
			case 'below':
				if (this.file.isOneLine) this.file.grepBelow(question.words[0] ?? '');
				this.#near(question.words, question.answer);
				break;
			case 'words':
			case 'near':
				this.#near(question.words, question.answer);
				break;
			case 'key':
				this.#near([`"${question.key}"`], question.answer);
				break;
			case 'path':
				this.#member(question.path, question.answer);
				break;
			case 'most':
				this.#most(question);
				break;
		}
	}

	#near(words: readonly string[], answer: string): void {
		if (this.file.isOneLine) {
			for (const [before, after] of WINDOWS) {
				this.file.grepAround(words, before, after);
				if (this.context.holds(answer)) return;
			}
			return;
		}
		const [line] = this.file.grepLines(words);
		if (line === undefined) return;
		for (const around of AROUND) {
			if (this.context.holds(answer)) return;
			this.file.sed(Math.max(1, line + 1 - around), line + 1 + around);
		}
	}

	/** With its name, where the preview has shown how that is spelled. */
	#named(by: string, is: string | number): string {
		const name = by.split('/').at(-1) ?? '';
		const spelled = [`"${name}":`, `"${name}": `].find((start) =>
			this.file.text.slice(0, 2_000).includes(start + (typeof is === 'string' ? '"' : '')),
		);
		return spelled === undefined ? String(is) : spelled + JSON.stringify(is);
	}

	/** The last two names of the path; where lines are endless, what stands around the last, or its parent. */
	#member(path: string, answer: string): void {
		const names = path.split('/').filter((part) => !/^\d+$/.test(part));
		if (!this.file.isOneLine) this.file.grepMembers(names.slice(-2));
		if (this.context.holds(answer)) return;
		const [parent, key = ''] = names.slice(-2);
		const isAlone = this.#matches(`"${key}"`) === 1 || parent === undefined;
		this.#near([`"${isAlone ? key : parent}"`], answer);
	}

	#matches(word: string): number {
		const count = this.file.text.split(word).length - 1;
		this.file.run(`grep -o '${word}' ${FILE} | wc -l`, `${count}\n`);
		return count;
	}

	#most({ most, answer }: Extract<Question, { kind: 'most' }>): void {
		const name = most.split('/').at(-1);
		const found = [...this.file.text.matchAll(new RegExp(`"${name}": ?(-?[0-9.eE+]+)`, 'g'))];
		found.sort((a, b) => Number(a[1]) - Number(b[1]));
		const last = found.slice(-3).map(([match]) => match);
		this.file.run(
			`grep -o -E '"${name}": ?-?[0-9.]+' ${FILE} | sort -t: -k2 -g | tail -3`,
			last.join('\n'),
		);
		this.#near([last.at(-1) ?? ''], answer);
	}

	#count(question: Extract<Question, { readonly answer: number }>): boolean {
		const { file } = this;
		if (question.kind === 'count lines') {
			file.run(`grep -c -i '${question.word}' ${FILE}`, `${question.answer}\n`);
			return true;
		}
		if (question.kind === 'count') {
			const name = question.field.split('/').at(-1);
			// The payloads are made so that this counts what was asked.
			file.run(
				`grep -o -E '"${name}": ?${JSON.stringify(question.is)}' ${FILE} | wc -l`,
				`${question.answer}\n`,
			);
			return true;
		}
		// Members cannot be counted by a search: the value is printed, and counted by eye.
		const value = at(JSON.parse(file.text), question.path);
		const key = question.path.split('/').findLast((part) => !/^\d+$/.test(part)) ?? '';
		if (file.isOneLine)
			file.run(`grep -o -E '"${key}": ?.{0,20000}' ${FILE} | head -1`, JSON.stringify(value));
		else {
			file.grepMembers([key]);
			file.run(`sed -n '100,400p' ${FILE}`, JSON.stringify(value, undefined, 2));
		}
		return true;
	}
}
