// `loadline session list|remove`: what happened in conversations, and their end (docs/storage.md).
import { Command } from 'commander';
import { ask, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('session');

interface Options extends ServerOptions {
	readonly principal?: string;
	readonly all?: boolean;
}

interface Shown {
	readonly id: string;
	readonly principal: string;
	readonly lastAt: number;
	readonly calls: number;
}

/** `loadline session`, its commands below it. */
export function sessionCommand(): Command {
	const whose = '<id>, u-…, of another; takes the scope admin';
	return new Command('session')
		.description('List and delete sessions.')
		.addCommand(
			withServer(new Command('list'))
				.description('The 200 that were used last.')
				.option('--principal <id>', whose)
				.action(list),
		)
		.addCommand(
			withServer(new Command('remove'))
				.description('Delete a session with its trace and kept results, or all of them.')
				.argument('[id]')
				.option('--all', 'every session of the principal')
				.option('--principal <id>', whose)
				.action(remove),
		);
}

const queryOf = ({ principal }: Options, more = ''): string => {
	const parts = [...(principal ? [`principal=${encodeURIComponent(principal)}`] : []), more];
	const query = parts.filter((part) => part !== '').join('&');
	return query === '' ? '' : `?${query}`;
};

async function list(options: Options): Promise<void> {
	const answer = await ask(options, `/api/sessions${queryOf(options, 'limit=200')}`);
	if (!answer.ok) return complain(answer.error.message);
	const { sessions } = answer.value as { readonly sessions: readonly Shown[] };
	for (const { id, principal, lastAt, calls } of sessions)
		console.log(
			[id, principal, `${calls} calls`, `last ${new Date(lastAt).toISOString()}`]
				.map(oneLine)
				.join('\t'),
		);
}

async function remove(id: string | undefined, options: Options): Promise<void> {
	if ((id === undefined) === (options.all !== true))
		return complain('give the id of a session, or --all');
	const path = id === undefined ? '' : `/${encodeURIComponent(id)}`;
	let removed = 0;
	for (let more = true; more; ) {
		const answer = await ask(options, `/api/sessions${path}${queryOf(options)}`, {
			method: 'DELETE',
		});
		if (!answer.ok) return complain(answer.error.message);
		const part = answer.value as { readonly removed: number; readonly more?: boolean };
		removed += part.removed;
		more = part.more === true;
	}
	console.log(`${removed} removed`);
}
