// `${secret:UPSTREAM_NAME}` in header values (docs/config.md "Upstreams and the demo"): found,
// refused, filled in.
import { err, ok, type Result } from '../shared/result';

/** Stands for a hidden value wherever config is shown. */
export const MASK = '***';

const REFERENCE = /\$\{secret:(UPSTREAM_[A-Z0-9_]{1,100})\}/g;

/** Why the references in a value are not acceptable; null when they are (or there are none). */
export const referenceFault = (value: string): string | null => {
	if (!value.replaceAll(REFERENCE, '').includes('${')) return null;
	return `may refer to secrets only as \${secret:UPSTREAM_NAME}: the name begins with UPSTREAM_ and has only A-Z, 0-9 and _`;
};

/** Replaces each reference by what `lookup` gives. The error is the list of secrets that are not set. */
export const fillSecrets = (
	value: string,
	lookup: (name: string) => string | undefined,
): Result<string, readonly string[]> => {
	const missing: string[] = [];
	const filled = value.replaceAll(REFERENCE, (_, name: string) => {
		const secret = lookup(name);
		if (secret === undefined || secret === '') missing.push(name);
		return secret ?? '';
	});
	return missing.length > 0 ? err(missing) : ok(filled);
};

/** Hides all but references, and the scheme word in front of one. */
export const maskValue = (value: string): string => {
	let out = '';
	let from = 0;
	const hide = (literal: string) => {
		out += /^(?:(?:Bearer|Basic|Token) )?$/i.test(literal) ? literal : MASK;
	};
	for (const match of value.matchAll(REFERENCE)) {
		hide(value.slice(from, match.index));
		out += match[0];
		from = match.index + match[0].length;
	}
	if (out === '') return MASK;
	hide(value.slice(from));
	return out;
};
