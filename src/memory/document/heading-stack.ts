// The stack of headings and tags that are open while a document is read from top to end.
import { headingSense } from './heading-sense';
import { shortTitle } from './markdown';

interface Entry {
	/** 1 to 6 for a heading, 0 for a tag. */
	readonly level: number;
	readonly name?: string;
	readonly text: string;
	readonly sense: string;
	readonly map: readonly [number, number];
	isUsed: boolean;
}

export class HeadingStack {
	private open: Entry[] = [];
	/** Lines of closed headings and tags without constraints. */
	readonly unused: (readonly [number, number])[] = [];

	/** Closes headings of this level and below, within the innermost tag. */
	endHeadings(level: number): void {
		while (this.open.length > 0) {
			const last = this.open.at(-1);
			if (last === undefined || last.level < level) break;
			this.leave();
		}
	}

	openHeading(level: number, text: string, sense: string, map: readonly [number, number]): void {
		this.open.push({ level, text: shortTitle(text), sense, map, isUsed: false });
	}

	openTag(name: string, text: string, map: readonly [number, number]): void {
		const hasMore = text.length > name.length + 2;
		const { sense } = headingSense(name.replaceAll(/[-_.:]+/g, ' '));
		const more = hasMore ? text.replaceAll(/\s+/g, ' ') : '';
		this.open.push({
			...{ level: 0, name, map, isUsed: false },
			text: shortTitle(text),
			sense: [sense, more].filter((part) => part !== '').join(' '),
		});
	}

	isOpen(name: string): boolean {
		return this.open.some((each) => each.name === name);
	}

	/** @param map lines of the closing tag */
	closeTag(name: string, map: readonly [number, number]): void {
		if (!this.isOpen(name)) return;
		let left = this.leave();
		while (left?.name !== name) left = this.leave();
		if (!left.isUsed) this.unused.push(map);
	}

	/** Marks all open entries as used. */
	use(): void {
		for (let at = this.open.length - 1; at >= 0; at--) {
			const entry = this.open[at];
			if (entry === undefined || entry.isUsed) return;
			entry.isUsed = true;
		}
	}

	end(): void {
		while (this.leave() !== undefined);
	}

	/** Outermost first. */
	get texts(): readonly string[] {
		return this.open.map(({ text }) => text);
	}

	get sense(): string {
		return this.open
			.map(({ sense }) => sense)
			.filter((sense) => sense !== '')
			.join(' > ');
	}

	private leave(): Entry | undefined {
		const left = this.open.pop();
		if (left !== undefined && !left.isUsed) this.unused.push(left.map);
		return left;
	}
}
