// Forms of pages as one browser sends them: its cookies are kept, and the page that follows is read.
import { expect } from 'vitest';
import { type Loadline, startLoadline } from './serve';

/** A browser without scripts, at a Worker of its own. */
export class Forms {
	#cookies = new Map<string, string>();
	#csrf = '';

	private constructor(
		readonly loadline: Loadline,
		private readonly token?: string,
	) {}

	/** @param token of who looks, where it is not the one user */
	static async open(loadline?: Loadline, token?: string): Promise<Forms> {
		const forms = new Forms(loadline ?? (await startLoadline()), token);
		forms.#csrf = fieldsOf(await forms.get('/settings'), '/settings').csrf ?? '';
		return forms;
	}

	async #send(path: string, init: RequestInit = {}) {
		const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const authorization = this.token && { authorization: `Bearer ${this.token}` };
		const headers = { accept: 'text/html', cookie, ...authorization, ...init.headers };
		const answer = await this.loadline.fetch(path, { ...init, headers, redirect: 'manual' });
		for (const each of answer.headers.getSetCookie()) {
			const [name = '', value = ''] = each.split(';')[0]?.split('=') ?? [];
			this.#cookies.set(name, value);
		}
		return {
			status: answer.status,
			to: answer.headers.get('location') ?? '',
			text: await answer.text(),
		};
	}

	get = async (path: string): Promise<string> => (await this.#send(path)).text;

	/** The page as a browser without these cookies gets it. */
	getAsStranger = async (path: string): Promise<string> => {
		const own = this.#cookies;
		this.#cookies = new Map();
		const page = await this.get(path);
		this.#cookies = own;
		return page;
	};

	/** Sends a form, and gives the page that follows with its address. @param on the page that it stands on, as browsers tell it */
	post = (path: string, fields: Record<string, string>, on?: string) =>
		this.postFrom('same-origin', path, fields, on);

	/** The same as a page of some site sends it. */
	postFrom = async (site: string, path: string, fields: Record<string, string>, on?: string) => {
		const headers = {
			'content-type': 'application/x-www-form-urlencoded',
			origin: this.loadline.url,
			'sec-fetch-site': site,
			...(on !== undefined && { referer: `${this.loadline.url}${on}` }),
		};
		const body = `${new URLSearchParams({ csrf: this.#csrf, ...fields })}`;
		const sent = await this.#send(path, { method: 'POST', headers, body });
		return sent.to === '' ? sent : { ...sent, text: await this.get(sent.to) };
	};

	/** Presses Undo. */
	undo = async (page: string) => {
		const action = /role="status">.*?action="([^"]+)"/s.exec(page)?.[1] ?? '';
		expect(action).not.toBe('');
		return this.post(action, fieldsOf(page.slice(page.indexOf('role="status"')), action));
	};

	api = async <Body>(path: string, method = 'GET', body?: object): Promise<Body> => {
		const headers = { 'content-type': 'application/json' };
		const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
		const answer = await this.loadline.fetch(path, init);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${path}: ${text}`);
		return JSON.parse(text) as Body;
	};
}

/** Hidden fields and long texts of the form that a page sends to an address; of several the first. */
export function fieldsOf(page: string, action: string): Record<string, string> {
	const form = page.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
	return Object.fromEntries(
		[
			...(form
				.split('</form>')[0]
				?.matchAll(
					/(?:type="hidden" name="(?=\w+" value=)|<textarea[^>]* name=")(\w+)"(?: value="|[^>]*>)([^"<]*)/g,
				) ?? []),
		].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]),
	);
}

/** Returns what a page tells of an act; empty where it tells nothing. */
export const told = (page: string): string =>
	/class="notice good row" role="status"><span>([^<]*)/.exec(page)?.[1] ?? '';
