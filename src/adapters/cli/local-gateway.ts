// The gateway as a part of a command: its configuration, environment, state folder and log.
import { effective, parseConfig } from '../../config';
import { checkUpstreamUrl } from '../../gateway';
import type { JsonObject } from '../../shared/json-values';
import { defaultStateFolder } from '../node';
import { textReader } from './input-file';

/**
 * Makes a configuration from the file that a command names, if it does. The gateway would ignore one that is not
 * valid, so that each issue is reported here.
 * @param change makes the configuration of the file's; undefined where it has reported a fault
 */
export async function documentOf<Made extends JsonObject>(
	file: string | undefined,
	change: (document: JsonObject) => Promise<Made | undefined>,
	{ complain, isDev }: { complain(message: string): void; readonly isDev: boolean },
): Promise<Made | undefined> {
	const text = file === undefined ? '' : await textReader(complain)(file);
	const parsed = parseConfig(text ?? '');
	const made = text !== undefined && parsed.ok ? await change(parsed.value) : undefined;
	const allowLoopback = process.env.LOADLINE_PRIVATE_UPSTREAMS === '1' ? 'private' : isDev;
	const checked = parsed.ok
		? effective([{ name: 'file', document: made ?? {} }], {
				checkUrl: (url) => checkUpstreamUrl(url, { allowLoopback }),
				commands: 'file',
			})
		: parsed;
	if (checked.ok) return made;
	for (const { path, reason } of checked.error)
		complain(`${file === undefined ? '' : `${file}: `}${path || 'document'} ${reason}`);
	return undefined;
}

/** Sends the log to standard error with LOADLINE_LOG=1, else nowhere; the returned function undoes it. */
export function logAside(): () => void {
	const { log, warn } = console;
	console.warn = console.log = (line: string) => {
		if (process.env.LOADLINE_LOG === '1') process.stderr.write(`loadline: ${line.trim()}\n`);
	};
	return () => Object.assign(console, { log, warn });
}

export const ownVariables = (environment: Readonly<Record<string, string | undefined>>) =>
	Object.fromEntries(
		Object.entries(environment).filter(([name]) => /^(?:LOADLINE|UPSTREAM)_/.test(name)),
	);

/** Returns the folder that `--state` names, else the default one. */
export const stateOf = ({ state }: { readonly state?: string }): string =>
	state ?? defaultStateFolder(process.env);
