// Stands in for vitest while code is changed: it only collects tests, to be run many times in one
// process. `expect` is vitest's own.
import { readFileSync } from 'node:fs';
import { chai, expect } from 'vitest';

/** @typedef {() => unknown} Act */
/** @typedef {{ id: string, file: string, name: string, run: Act }} Test */

/** @type {Test[]} */
export const tests = [];
const at = { file: '', names: /** @type {string[]} */ ([]) };

/** @param {string} file that the tests collected from now on are of */
export function beginFile(file) {
	at.file = file;
}

/** @param {string} name @param {Act} act */
function collect(name, act) {
	const said = [...at.names, name].join(' > ');
	const same = tests.filter(({ file, name: other }) => file === at.file && other === said).length;
	const once = same === 0 ? '' : ` (${same + 1})`;
	tests.push({ id: `${at.file}#${said}${once}`, file: at.file, name: said, run: act });
}

/** @param {string} name @param {Act} act */
function group(name, act) {
	at.names.push(name);
	act();
	at.names.pop();
}

/**
 * A function that vitest would give as `it` or `describe`: called with a name and what to do, options between.
 * @param {(name: string, act: Act) => void} take
 */
function named(take) {
	/** @param {string} name @param {...unknown} rest */
	const one = (name, ...rest) => {
		const act = rest.find((each) => typeof each === 'function');
		take(name, /** @type {Act} */ (act));
	};
	/** @param {readonly unknown[]} cases */
	const each =
		(cases) =>
		/** @param {string} name @param {...unknown} rest */
		(name, ...rest) => {
			const act = /** @type {(...given: unknown[]) => unknown} */ (
				rest.find((other) => typeof other === 'function')
			);
			for (const given of cases)
				take(name, () => (Array.isArray(given) ? act(...given) : act(given)));
		};
	/** @param {unknown} isWanted */
	const runIf = (isWanted) => (isWanted ? one : () => undefined);
	return Object.assign(one, { each, runIf });
}

// Texts that are kept in files: they are compared, and never written.
chai.use((_, { addMethod, flag }) => {
	/** @this {object} @param {string} file */
	function matches(file) {
		expect(flag(this, 'object')).toBe(readFileSync(file, 'utf8'));
	}
	addMethod(chai.Assertion.prototype, 'toMatchFileSnapshot', matches);
});

export const it = named(collect);
export const test = it;
export const describe = named(group);
export { expect };
