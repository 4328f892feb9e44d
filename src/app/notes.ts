// Writes audit logs. An act that cannot be noted is at least logged.
import type { HttpDeps } from '../adapters/http';
import type { Directories } from './directories';
import { reasonOf } from './log';

/** Notes acts in the audit log they belong to. Never rejects. */
export const createNotes =
	(
		directories: Directories,
		log: (entry: Readonly<Record<string, unknown>>) => void,
	): HttpDeps['note'] =>
	async (where, act, { isRefused = false, isOnce = false } = {}) => {
		const { correlationId } = act;
		const audit = where === undefined ? directories.audit : directories.of(where).audit;
		try {
			const head = isRefused ? await audit.noteRefused(act) : await audit.note(act, { isOnce });
			// The platform's log keeps what the head was: whoever alters the chain would have to alter it too.
			if (head) log({ level: 'info', event: 'audit', correlationId, ...head, workspace: where });
		} catch (error) {
			log({ level: 'error', event: 'audit_lost', correlationId, error: reasonOf(error) });
		}
	};
