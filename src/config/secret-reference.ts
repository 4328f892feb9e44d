// References to secrets in a configuration: found, refused, filled in (docs/deploy.md "Secrets").
// `${secret:UPSTREAM_NAME}` is the deployment's, `${secret:NAME}` the workspace's own, `${user:NAME}` that of
// whoever calls.
import { err, ok, type Result } from '../shared/result';

/** Stands for a hidden value wherever config is shown. */
export const MASK = '***';

/** A secret that a value names, and whose it is. */
export interface SecretReference {
	readonly owner: 'deployment' | 'workspace' | 'user';
	readonly name: string;
}

const REFERENCE = /\$\{(secret|user):([A-Z][A-Z0-9_]{0,99})\}/g;
const DEPLOYMENT = 'UPSTREAM_';

const referenceOf = (kind: string, name: string): SecretReference | undefined => {
	if (name === DEPLOYMENT || name.startsWith('LOADLINE_')) return undefined;
	const isDeployments = name.startsWith(DEPLOYMENT);
	if (kind === 'user') return isDeployments ? undefined : { owner: 'user', name };
	return { owner: isDeployments ? 'deployment' : 'workspace', name };
};

/** Why a secret of a workspace or a user may not be called so; null when it may. */
export const secretNameFault = (name: string): string | null =>
	/^[A-Z][A-Z0-9_]{0,99}$/.test(name) && referenceOf('user', name)
		? null
		: 'must have only A-Z, 0-9 and _, begin with a letter, and not with UPSTREAM_ or LOADLINE_';

/** Why the references in a value are not acceptable; null when they are (or there are none). */
export const referenceFault = (value: string): string | null => {
	const rest = value.replaceAll(REFERENCE, (whole, kind: string, name: string) =>
		referenceOf(kind, name) ? '' : whole,
	);
	if (!rest.includes('${')) return null;
	return `may refer to secrets only as \${secret:UPSTREAM_NAME}, \${secret:NAME} or \${user:NAME}: a name has only A-Z, 0-9 and _`;
};

/** The secrets that a value names. */
export const referencesIn = (value: string): readonly SecretReference[] =>
	[...value.matchAll(REFERENCE)].flatMap(([, kind = '', name = '']) => {
		const reference = referenceOf(kind, name);
		return reference ? [reference] : [];
	});

/**
 * Replaces each reference by what `lookup` gives. The error is the secrets that are not there.
 * @param written how a value is written where it stands, as in a URL
 */
export const fillSecrets = (
	value: string,
	lookup: (reference: SecretReference) => string | undefined,
	written: (secret: string) => string = (secret) => secret,
): Result<string, readonly SecretReference[]> => {
	const missing: SecretReference[] = [];
	const filled = value.replaceAll(REFERENCE, (whole, kind: string, name: string) => {
		const reference = referenceOf(kind, name);
		if (!reference) return whole;
		const secret = lookup(reference);
		if (secret === undefined || secret === '') missing.push(reference);
		return written(secret ?? '');
	});
	return missing.length > 0 ? err(missing) : ok(filled);
};

/** A URL as it can be parsed: each reference stands as a word. */
export const withoutReferences = (url: string): string => url.replaceAll(REFERENCE, 'secret');

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
