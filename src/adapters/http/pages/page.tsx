// Sending of pages: security headers, and the cookie that ties forms to this browser.
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Child } from 'hono/jsx';
import { err, ok, type Result } from '../../../shared/result';
import { digestHex, randomSecret } from '../../crypto';
import { readBoundedText } from '../../fetch';
import type { RouteState } from '../deps';
import { Tied } from '../ui/form';

type C = Context<RouteState>;

/** Of a visit; the prefix forbids every other host and path to set it. */
export const VISIT_COOKIE = '__Host-loadline';
const OPTIONS = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
/** Bytes of a form of who is not known yet, and of any other: a configuration of the largest size, as forms send it. */
const MAX_FORM_BYTES = 65_536;
export const MAX_KNOWN_FORM_BYTES = 1_048_576;

/** The browser's secret: that of its visit, or one that only ties forms to it. */
export function browserOf(c: C): string {
	const known = getCookie(c, VISIT_COOKIE);
	if (known !== undefined && /^[A-Za-z0-9_-]{44}$/.test(known)) return known;
	const fresh = randomSecret();
	setBrowser(c, fresh);
	return fresh;
}

/** Gives a browser its visit, for seven days, or takes it away. */
export const setBrowser = (c: C, secret: string | undefined): void => {
	if (secret === undefined) deleteCookie(c, VISIT_COOKIE, OPTIONS);
	else setCookie(c, VISIT_COOKIE, secret, { ...OPTIONS, maxAge: 7 * 86_400 });
};

/** A form that this browser was given carries it. */
export const csrfOf = async (secret: string) => (await digestHex(`csrf ${secret}`)).slice(0, 32);

/** The message for a missing or foreign cookie. */
export const STALE = 'This page was too old, or another browser’s. Try again.';

/** The reason why a form counts for nothing, and what was written in it, if a page of this server sent it. */
interface FormFault {
	readonly message: string;
	readonly form?: URLSearchParams;
}

/** Reads a posted form, which must have been given to this browser by a page of this server. */
export async function formOf(
	c: C,
	most = MAX_FORM_BYTES,
): Promise<Result<URLSearchParams, FormFault>> {
	const type = c.req.header('content-type') ?? '';
	if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return err({ message: STALE });
	const copy = c.req.raw.clone() as Request;
	const body = await readBoundedText(copy, most);
	// The copy is let go: the rest of the original is not kept for it.
	void copy.body?.cancel().catch(() => {});
	if (!body.ok) return err({ message: tooLong(c.req.header('content-length'), most) });
	const form = new URLSearchParams(body.value);
	const secret = getCookie(c, VISIT_COOKIE);
	const isOwn = secret !== undefined && form.get('csrf') === (await csrfOf(secret));
	form.delete('csrf');
	if (isOwn) return ok(form);
	const isSentHere = c.req.header('sec-fetch-site') === 'same-origin';
	return err({ message: STALE, ...(isSentHere && { form }) });
}

const tooLong = (length: string | undefined, most: number): string =>
	`Nothing was changed: the form is too long${length ? `, ${Number(length).toLocaleString('en-US')} bytes as it was sent` : ''}, where ${most.toLocaleString('en-US')} are taken at most. Go back to it, and shorten what you wrote.`;

/**
 * @param leaving where forms lead besides this server, redirects after them included (CSP, `form-action`)
 * @param hasMedia its scripts show images and sounds that they were given
 */
export function policyOf(leaving: readonly string[] = [], hasScripts = false, hasMedia = false) {
	const forms = ["'self'", ...leaving].join(' ');
	return `default-src 'none'; style-src 'self'; img-src 'self'${hasMedia ? ' data:; media-src data:' : ''};${hasScripts ? " script-src 'self'; connect-src 'self';" : ''} form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}

interface Sent extends Partial<Record<'hasScripts' | 'hasMedia', boolean>> {
	readonly status?: number;
	readonly leaving?: readonly string[];
}

/** Answers a page with its security headers; its forms are tied to this browser. */
export async function sendPage(c: C, page: Child, sent: Sent = {}): Promise<Response> {
	const { status = 200, leaving, hasScripts, hasMedia } = sent;
	const headers = {
		'Content-Security-Policy': policyOf(leaving, hasScripts, hasMedia),
		'X-Frame-Options': 'DENY',
		'Referrer-Policy': 'same-origin',
		'Cache-Control': 'no-store',
		'Cross-Origin-Opener-Policy': 'same-origin',
	};
	const tied = <Tied.Provider value={await csrfOf(browserOf(c))}>{page}</Tied.Provider>;
	return c.html(`<!doctype html>${await tied}`, status as 200, headers);
}

/** A path of this server to go to; anything else becomes `/`. */
export const pathIn = (to: string | null | undefined): string =>
	to && /^\/(?![/\\])[\x21-\x7e]*$/.test(to) && to.length <= 4_000 ? to : '/';

/** An origin or scheme as `form-action` takes it. */
export function sourceOf(uri: string): readonly string[] {
	if (!URL.canParse(uri)) return [];
	const { protocol, origin } = new URL(uri);
	return protocol === 'http:' || protocol === 'https:' ? [origin] : [protocol];
}
