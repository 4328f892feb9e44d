// The headings and tags that a block stands under, as a document is read from its top to its end.
import { headingSense } from './heading-sense';
import { shortTitle } from './markdown';

interface Context {
	/** 1 to 6 of a heading, 0 of a tag. */
	readonly level: number;
	/** Of a tag. */
	readonly name?: string;
	readonly text: string;
	readonly sense: string;
	/** Its lines; of the document. */
	readonly map: readonly [number, number];
	/** Whether anything binds under it. */
	isUsed: boolean;
}

/** The headings and tags that are open at this point of the walk, the outermost first. */
export class Contexts {
	private open: Context[] = [];
	/** Headings under which nothing binds, so far. */
	readonly bare: (readonly [number, number])[] = [];

	/** Ends those of its level and below, in the tag that it stands in. */
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

	/** @param map lines of the tag that ends it */
	closeTag(name: string, map: readonly [number, number]): void {
		if (!this.isOpen(name)) return;
		let left = this.leave();
		while (left?.name !== name) left = this.leave();
		if (!left.isUsed) this.bare.push(map);
	}

	/** What is read now binds. */
	use(): void {
		for (let at = this.open.length - 1; at >= 0; at--) {
			const context = this.open[at];
			if (context === undefined || context.isUsed) return;
			context.isUsed = true;
		}
	}

	end(): void {
		while (this.leave() !== undefined);
	}

	/** The outermost first. */
	get texts(): readonly string[] {
		return this.open.map(({ text }) => text);
	}

	get sense(): string {
		return this.open
			.map(({ sense }) => sense)
			.filter((sense) => sense !== '')
			.join(' > ');
	}

	private leave(): Context | undefined {
		const left = this.open.pop();
		if (left !== undefined && !left.isUsed) this.bare.push(left.map);
		return left;
	}
}
