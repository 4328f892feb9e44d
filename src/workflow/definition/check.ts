// Reads members of a definition's tree and collects what is wrong with them, in the words of the
// format (docs/workflow.md, "Definitions").
import { quoted } from '../fault';
import { type DefinitionIssue, type DefinitionRule, MOST_ISSUES } from './issues';
import type { Located, LocatedMap, Place } from './read';

/** The problems of one definition as they are met; reading goes on, so that all are told at once. */
export class Check {
	readonly issues: DefinitionIssue[] = [];
	/** What has no effect, though nothing is broken. */
	readonly warnings: DefinitionIssue[] = [];
	/** The step that problems are in. */
	private step: string | undefined;

	/** Runs `body` with problems named after a step. */
	within<T>(step: string | undefined, body: () => T): T {
		const before = this.step;
		this.step = step;
		try {
			return body();
		} finally {
			this.step = before;
		}
	}

	fail(rule: DefinitionRule, place: Place, message: string): undefined {
		if (this.issues.length < MOST_ISSUES) this.issues.push(this.issue(rule, place, message));
		return undefined;
	}

	warn(rule: DefinitionRule, place: Place, message: string): void {
		if (this.warnings.length < MOST_ISSUES) this.warnings.push(this.issue(rule, place, message));
	}

	private issue(rule: DefinitionRule, { line, column }: Place, message: string): DefinitionIssue {
		return { ...(this.step !== undefined && { step: this.step }), rule, line, column, message };
	}

	/** Warns of keys that mean nothing here. */
	known(node: LocatedMap, what: string, keys: readonly string[]): void {
		for (const [key, { place }] of node.entries)
			if (!keys.includes(key))
				this.warn(
					'key',
					place,
					`${what}: key ${quoted(key)} has no effect; known: ${keys.join(', ')}`,
				);
	}

	/** A text; `message` when it is something else, or missing although required. */
	text(node: LocatedMap, key: string, required: boolean, message: string): string | undefined {
		const value = node.entries.get(key)?.value;
		if (value === undefined)
			return required ? this.fail('required', node.place, message) : undefined;
		if (value.kind === 'scalar' && typeof value.value === 'string')
			return value.value.toWellFormed();
		return this.fail('type', value.place, message);
	}

	/** A whole number within bounds, or `message`. */
	whole(
		node: LocatedMap,
		key: string,
		most: number,
		required: boolean,
		message: string,
	): number | undefined {
		const value = node.entries.get(key)?.value;
		if (value === undefined)
			return required ? this.fail('required', node.place, message) : undefined;
		const number = value.kind === 'scalar' ? value.value : undefined;
		if (typeof number !== 'number' || !Number.isInteger(number) || number < 1)
			return this.fail('value', value.place, message);
		return number <= most ? number : this.fail('value', value.place, `${message}, at most ${most}`);
	}

	/** True or false, or `message`. */
	flag(node: LocatedMap, key: string, message: string): boolean | undefined {
		const value = node.entries.get(key)?.value;
		if (value === undefined) return undefined;
		if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
		return this.fail('type', value.place, message);
	}

	/** One of a few words; `message` says which, `typeMessage` that it must be a text at all. */
	choice<T extends string>(
		node: LocatedMap,
		key: string,
		choices: readonly T[],
		message: (got: string) => string,
		typeMessage: string,
	): T | undefined {
		const text = this.text(node, key, false, typeMessage);
		if (text === undefined) return undefined;
		const found = choices.find((each) => each === text);
		return found ?? this.fail('value', placeOf(node, key), message(text.slice(0, 64)));
	}
}

/** Where the value of a key stands; the mapping itself when it has no such key. */
export const placeOf = (node: LocatedMap, key: string): Place =>
	node.entries.get(key)?.value.place ?? node.place;

/** Whether a place in a definition holds a mapping. */
export const isMapping = (node: Located | undefined): node is LocatedMap => node?.kind === 'map';
