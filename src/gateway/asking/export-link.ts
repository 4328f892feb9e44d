// Links that open one export for whoever has them, for a short time: signed, for the caller who made
// them, off unless configured (docs/ask.md "Export").
import type { Principal } from '../../auth';
import { encodeBase64url } from '../../shared/base64url';
import { equalInConstantTime, type Hmac } from '../handles/handles';
import type { ExportCall } from './exporter';

/** A link as its parameters; what they say is what is signed. */
export interface ExportLink {
	/** Seconds since 1970. */
	readonly expires: number;
	readonly workspace: string;
	readonly principal: string;
}

/** The signature of a link; undefined where no secret is set. */
export const signLink = async (
	call: ExportCall,
	link: ExportLink,
	hmac: Hmac,
): Promise<string | undefined> => {
	const bytes = await digest('current', call, link, hmac);
	return bytes && encodeBase64url(bytes);
};

/**
 * Opens a link to an export; undefined for one that is altered, expired, or longer-lived than links may be now.
 * @param now seconds since 1970
 * @param linkSeconds as configured, 0 for none
 */
export const openLink = async (
	call: ExportCall,
	link: ExportLink,
	signature: string,
	{ hmac, now, linkSeconds }: { hmac: Hmac; now: number; linkSeconds: number },
): Promise<Principal | undefined> => {
	if (!(link.expires > now && link.expires - now <= linkSeconds)) return undefined;
	const given = new TextEncoder().encode(signature);
	for (const key of ['current', 'previous'] as const) {
		const bytes = await digest(key, call, link, hmac);
		const expected = bytes && new TextEncoder().encode(encodeBase64url(bytes));
		if (expected?.length === given.length && equalInConstantTime(expected, given))
			return { id: link.principal, workspace: link.workspace, scopes: [] };
	}
	return undefined;
};

const digest = async (
	key: 'current' | 'previous',
	{ handle, select, pointer, format }: ExportCall,
	{ expires, workspace, principal }: ExportLink,
	hmac: Hmac,
): Promise<Uint8Array | undefined> => {
	const facts = ['result link', workspace, principal, handle, select, pointer, format, expires];
	const full = await hmac(key, new TextEncoder().encode(JSON.stringify(facts)));
	return full?.subarray(0, 24);
};
