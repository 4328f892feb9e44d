// `loadline login URL`: a login at a server, stored for `loadline wrap URL`, which asks for one by itself
// where a browser can be opened (docs/node.md).
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { Login, type Redirect } from '../mcp';
import { listenForRedirect, loginFile, openBrowser } from '../node';
import { stateOf } from './local-gateway';
import { complainer, type Flags, oneLine, type Texts } from './terminal';

const complain = complainer('login');

type Options = Partial<Texts<'state'>> & Flags<'forget'>;

export function loginCommand(): Command {
	return new Command('login')
		.description('Log in at an MCP server, for loadline wrap.')
		.argument('<url>', 'of the server')
		.option('--state <folder>', 'where everything is kept')
		.option('--forget', 'forget what is kept of a login there')
		.action(login);
}

/**
 * Opens the stored login at a URL, and asks the user in a browser when there is none.
 * @param tell receives the address, in case no browser opens
 * @param listen waits for the browser's redirect
 */
export const loginAt = (
	url: string,
	folder: string,
	tell: (text: string) => void,
	listen = listenForRedirect,
): Login =>
	new Login({
		url,
		keeper: loginFile(folder, url),
		listen,
		show(address) {
			openBrowser(address);
			tell(`${url} wants a login. Open ${oneLine(address.href)}`);
		},
		report: (trouble) => tell(`No login at ${url}: ${oneLine(trouble)}`),
		newState: () => randomBytes(16).toString('hex'),
		fetch: (to, init) => fetch(to, init),
	});

async function login(url: string, options: Options): Promise<void> {
	const folder = stateOf(options);
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
		return complain(`"${url}" is not the URL of a server.`, 2);
	const keeper = loginFile(folder, url);
	if (options.forget) {
		keeper.write({});
		return console.log(`Nothing of a login at ${url} is kept here.`);
	}
	try {
		await loginAt(url, folder, (text) => console.error(text), listenAndRead).begin();
	} catch (error) {
		return complain((error as Error).message);
	}
	console.log(keeper.read().tokens ? `Logged in at ${url}.` : `${url} answers without a login.`);
}

/** Waits for the redirect, or for its address pasted by the user: a browser of another machine cannot reach this one. */
async function listenAndRead(before: string | undefined): Promise<Redirect> {
	const redirect = await listenForRedirect(before);
	if (!process.stdin.isTTY) return redirect;
	const asking = createInterface({ input: process.stdin, output: process.stderr });
	const pasted = asking
		.question('If your browser cannot open the last page, paste its address here: ')
		.then((text) => new URL(text.trim()).searchParams);
	return {
		url: redirect.url,
		answer: Promise.race([redirect.answer, pasted]),
		close() {
			asking.close();
			redirect.close();
		},
	};
}
