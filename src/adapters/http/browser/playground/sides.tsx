// One result twice: as the tool gave it, and as a model gets it; its texts for a host's model, its sizes, its handle, and
// what is behind that.
import { useEffect, useState } from 'hono/jsx/dom';
import { HOSTS } from '../../../../config';
import type { HostRoom } from '../../../../protect';
import { isRecord, jsonIn } from '../../../../shared/json-values';
import { err, ok, type Result } from '../../../../shared/result';
import { Media, textsOf } from '../../ui/media';
import { number } from '../../ui/shell';

/** An MCP result, as the client received it. */
export interface Answer {
	readonly content?: readonly unknown[];
	readonly structuredContent?: unknown;
	readonly isError?: boolean;
	readonly _meta?: Readonly<Record<string, unknown>>;
}

export type HostName = keyof typeof HOSTS;

/** A call that was answered, well or with an error. */
export interface Call {
	readonly id: number;
	readonly tool: string;
	readonly args: Readonly<Record<string, unknown>>;
	readonly answer: Answer;
	readonly host: HostName | undefined;
}

/** Returns tokens of a result and of its original, as the server reckons them, 0 where it said nothing; and what was done. */
export function sizesOf({ _meta }: Answer) {
	const report = isRecord(_meta?.['dev.loadline/protect']) ? _meta['dev.loadline/protect'] : {};
	const { estimatedTokens, originalTokens, act } = report;
	const sent = typeof estimatedTokens === 'number' ? estimatedTokens : 0;
	const raw = typeof originalTokens === 'number' ? originalTokens : sent;
	return { sent, raw, ...(typeof act === 'string' && act !== 'passthrough' && { act }) };
}

/** The text that a host shows its model. */
export function shownTo(shows: HostRoom['shows'] | undefined, answer: Answer): string {
	if (shows === 'structured' && answer.structuredContent !== undefined)
		return JSON.stringify(answer.structuredContent, null, 1);
	return textsOf(answer.content).join('\n\n');
}

/** Handles in what Loadline added to a result: beside its structured content, or in its last block. */
export function waysOf(answer: Answer) {
	if (!sizesOf(answer).act) return {};
	const added = isRecord(answer.structuredContent)
		? answer.structuredContent
		: jsonIn(textsOf(answer.content).at(-1));
	const own = isRecord(added) && isRecord(added.loadline) ? added.loadline : added;
	if (!isRecord(own)) return {};
	const part = (name: string, key: string) => (isRecord(own[name]) ? own[name][key] : undefined);
	const cursor = own.nextCursor ?? part('chunk', 'nextCursor');
	const handle = part('summary', 'handle') ?? cursor;
	return {
		...(typeof cursor === 'string' && { cursor }),
		...(typeof handle === 'string' && { handle }),
	};
}

/** Returns the number of characters of a text that a host passes; undefined: all. */
export function cutAt(room: HostRoom | undefined, text: string): number | undefined {
	if (!room) return undefined;
	const limits = [
		room.characters,
		room.bytes === undefined ? undefined : endOfBytes(text, room.bytes),
		room.lines === undefined ? undefined : endOfLine(text, room.lines),
		room.tokens === undefined ? undefined : room.tokens * 4,
	].filter((limit) => limit !== undefined && limit < text.length) as number[];
	return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Characters that so many bytes of UTF-8 hold. */
const endOfBytes = (text: string, bytes: number): number =>
	new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read;

function endOfLine(text: string, lines: number): number | undefined {
	let at = -1;
	for (let line = 0; line < lines; line++) {
		at = text.indexOf('\n', at + 1);
		if (at < 0) return undefined;
	}
	return at;
}

/** Reads a result before protection: itself where nothing was cut, else its snapshot. The error says why it is missing. */
export async function rawOf(answer: Answer): Promise<Result<string, string>> {
	const { handle } = waysOf(answer);
	if (handle === undefined) return ok(readable(textsOf(answer.content).join('\n\n')));
	try {
		const response = await fetch(`/api/results/${encodeURIComponent(handle)}`);
		const text = await response.text();
		return response.ok ? ok(readable(text)) : err(faultIn(text));
	} catch {
		return err('The server could not be reached.');
	}
}

/** JSON on one line is broken where lists and objects begin, byte for byte otherwise. */
const readable = (text: string) => (text.includes('\n') ? text : text.replaceAll('},{', '},\n{'));

const faultIn = (text: string): string => {
	const body = jsonIn(text);
	const error = isRecord(body) ? body.error : undefined;
	return isRecord(error) ? String(error.message) : 'What the tool gave is not kept.';
};

const MOST_DRAWN = 30_000;

/** Shows the tool's result beside the one the model sees, as text blocks for no host. @param hostName of the host that it was answered for */
export const Sides = ({ call, hostName }: { call: Call; hostName: string | undefined }) => {
	const { answer, host } = call;
	const room = host && HOSTS[host].room;
	const [raw, setRaw] = useState<string | undefined>(undefined);
	const [fault, setFault] = useState('');
	useEffect(() => {
		rawOf(answer).then((found) => (found.ok ? setRaw(found.value) : setFault(found.error)));
	}, []);
	const { sent, raw: whole, act } = sizesOf(answer);
	const seen = shownTo(room?.shows, answer);
	const cut = raw === undefined ? undefined : cutAt(room, raw);
	return (
		<section aria-label="The result">
			<p class="measure" role="status">
				<strong>{call.tool}</strong>{' '}
				{answer.isError ? (
					<span class="over">failed</span>
				) : act === undefined ? (
					<>needed no protection: {number(sent)} tokens</>
				) : (
					<>
						{number(whole)} tokens became <strong>{number(sent)}</strong>, {act}
					</>
				)}
			</p>
			<div class="sides">
				<figure>
					<figcaption>
						<span>Raw, as the tool gave it</span> <span>{number(whole)} tokens</span>
					</figcaption>
					<pre tabindex={0}>
						{fault !== '' ? fault : raw === undefined ? '…' : <Cut text={raw} at={cut} />}
					</pre>
					{cut !== undefined && (
						<p class="note">
							{hostName} lets {number(cut)} of these {number(raw?.length ?? 0)} characters through;
							the rest, grey here, its model would never see.
						</p>
					)}
				</figure>
				<figure>
					<figcaption>
						<span>Protected, as {hostName ?? 'a model'} gets it</span>{' '}
						<span>{number(sent)} tokens</span>
					</figcaption>
					<pre tabindex={0}>
						<Cut text={seen} at={undefined} />
					</pre>
					<Media content={answer.content} />
				</figure>
			</div>
		</section>
	);
};

/** A text, what is beyond a point in grey; of a very long one the beginning. */
const Cut = ({ text, at }: { text: string; at: number | undefined }) => {
	const drawn = text.slice(0, MOST_DRAWN);
	const more = text.length - drawn.length;
	return (
		<>
			{drawn.slice(0, at)}
			{at !== undefined && <span class="lost">{drawn.slice(at)}</span>}
			{more > 0 && `\n… ${number(more)} more characters`}
		</>
	);
};
