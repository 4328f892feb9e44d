// The gateway as a part of a command: its environment, state folder and log.
import { defaultStateFolder } from '../node';

/** Sends the log to standard error with LOADLINE_LOG=1, else nowhere; the returned function undoes it. */
export function logAside(): () => void {
	const { log, warn } = console;
	console.warn = console.log = (line: string) => {
		if (process.env.LOADLINE_LOG === '1') process.stderr.write(`loadline: ${line.trim()}\n`);
	};
	return () => Object.assign(console, { log, warn });
}

export const ownVariables = (
	environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> =>
	Object.fromEntries(
		Object.entries(environment).filter(
			([name]) =>
				/^(?:LOADLINE|UPSTREAM)_/.test(name) ||
				name === 'ANALYTICS_TOKEN' ||
				name === 'CLOUDFLARE_ACCOUNT_ID',
		),
	);

/** Returns the folder that `--state` names, else the default one. */
export const stateOf = ({ state }: { readonly state?: string }): string =>
	state ?? defaultStateFolder(process.env);
