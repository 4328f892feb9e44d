// The Durable Object of a session: what happened in one conversation. One object of each principal keeps
// that principal's results instead (`KEPT`, no name of a session). Both end by themselves.
import file from '../../loadline.yaml';
import { type Hosted, remote } from '../adapters/cloudflare';
import { turns } from '../adapters/fetch';
import { KeptPrompts, KeptResults, SessionService } from '../session';
import { type createBook, createForwarding, toldAt } from './book';
import { configInForce } from './config';
import type { Env } from './env';
import { KEPT, ownObject } from './own-object';

const DAY = 86_400_000;

export class Session extends ownObject<Env>(({ sql, name, wakeAt }, env): Hosted => {
	const now = () => Date.now();
	if (name.endsWith(`/${KEPT}`)) {
		const kept = new KeptResults(sql, { now, wakeAt });
		const prompts = new KeptPrompts(sql, { now, wakeAt });
		const sweep = () => [kept.sweep(), prompts.sweep()].every((isEmpty) => isEmpty);
		return { services: { kept, prompts }, alarm: sweep };
	}
	const { workspace, ...owner } = partsOf(name);
	const session = new SessionService(sql, (areMany) => wakeAt(toldAt(areMany, now())));
	const book = remote<ReturnType<typeof createBook>>(env.TELEMETRY, workspace, 'book');
	const forwarding = createForwarding(session, owner, book, wakeAt);
	return {
		services: { session, forwarding },
		async alarm() {
			await turns.run(workspace, forwarding.forwardSoon);
			const { retention } = await configInForce(env, file, workspace);
			const end = (session.lastAt() ?? 0) + retention.sessionDays * DAY;
			if (end <= now() && session.due() === null) return true;
			wakeAt(end);
			return false;
		},
	};
}) {}

/** `<workspace>/<principal>/<session>`; only a principal may hold a slash. */
function partsOf(name: string) {
	const [first, last] = [name.indexOf('/'), name.lastIndexOf('/')];
	return {
		workspace: name.slice(0, first),
		principal: name.slice(first + 1, last),
		session: name.slice(last + 1),
	};
}
