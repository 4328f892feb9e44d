// What every loaded rule and workflow ends with, so that the agent says what it followed.
import { binds } from './document';
import type { Kind } from './types';

const REMINDER =
	"\n\n---\n**Refer:** when one of the constraints above shapes your work, declare it with `memref`: `ruleId` is this document's id, `constraintId` an exact id from its `constraints` list.\n";

/** Content as an agent receives it; context comes without the reminder. Hashes are of the content alone. */
export const withReminder = (kind: Kind, content: string): string =>
	binds(kind) ? content.trimEnd() + REMINDER : content;

/** The document in what an agent sends back: without the reminders that its loaded content ended with. */
export function withoutReminder(content: string): string {
	const reminder = REMINDER.trimEnd();
	let text = content.trimEnd();
	if (!text.endsWith(reminder)) return content;
	while (text.endsWith(reminder)) text = text.slice(0, -reminder.length).trimEnd();
	return `${text}\n`;
}
