// A browser without a window: follows redirects, keeps cookies, and fills in forms. For tests that are
// about the protocol; those about pages use a real one.

export interface Page {
	readonly url: string;
	readonly status: number;
	readonly text: string;
	readonly headers: Headers;
}

export class Browsing {
	readonly #cookies = new Map<string, Map<string, string>>();

	/** @param stopAt an address that is not fetched, only reported: a client's redirect URI */
	async open(url: string, init: RequestInit = {}, stopAt?: string): Promise<Page> {
		let [at, with_] = [new URL(url), init];
		for (let hops = 0; hops < 20; hops++) {
			if (stopAt !== undefined && at.href.startsWith(stopAt))
				return { url: at.href, status: 0, text: '', headers: new Headers() };
			const response = await this.#fetch(at, with_);
			const location = response.headers.get('location');
			if (response.status < 300 || response.status > 399 || location === null) {
				const { status, headers } = response;
				return { url: at.href, status, headers, text: await response.text() };
			}
			await response.body?.cancel();
			[at, with_] = [new URL(location, at), {}];
		}
		throw new Error('too many redirects');
	}

	/** Sends the last form of a page, or the last one that holds this, with its hidden fields. */
	async submit(
		page: Page,
		fields: Readonly<Record<string, string | readonly string[]>> = {},
		stopAt?: string,
		part = '',
	): Promise<Page> {
		const forms = [...page.text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)];
		const [, attributes = '', inner = ''] = forms.findLast(([whole]) => whole.includes(part)) ?? [];
		const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? '';
		const body = new URLSearchParams();
		for (const [input] of inner.matchAll(/<input[^>]*>/g)) {
			const name = /name="([^"]*)"/.exec(input)?.[1];
			const isSet = /type="hidden"/.test(input) || /checked/.test(input);
			if (name && isSet && !(name in fields))
				body.append(name, unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ''));
		}
		for (const [name, values] of Object.entries(fields))
			for (const value of [values].flat()) body.append(name, value);
		const headers = { origin: new URL(page.url).origin, 'sec-fetch-site': 'same-origin' };
		const to = new URL(unescaped(action), page.url).href;
		return this.open(to, { method: 'POST', body, headers }, stopAt);
	}

	/** Cookies of an origin, by name. */
	cookies(origin: string): ReadonlyMap<string, string> {
		return this.#cookies.get(new URL(origin).host) ?? new Map();
	}

	async #fetch(url: URL, init: RequestInit): Promise<Response> {
		const jar = this.#cookies.get(url.host) ?? new Map<string, string>();
		this.#cookies.set(url.host, jar);
		const headers = new Headers(init.headers);
		if (jar.size > 0)
			headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
		const response = await fetch(url, { ...init, headers, redirect: 'manual' });
		for (const line of response.headers.getSetCookie()) {
			const [pair = ''] = line.split(';');
			const name = pair.slice(0, pair.indexOf('='));
			const isGone = /max-age=0/i.test(line) || /expires=thu, 01 jan 1970/i.test(line);
			if (isGone) jar.delete(name);
			else jar.set(name, pair.slice(pair.indexOf('=') + 1));
		}
		return response;
	}
}

const unescaped = (text: string): string =>
	text
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');
