// An incremental parser of server-sent events (WHATWG HTML, 9.2.6), linear in what it is given.

/** A finished event of the type `message`, its data lines joined by line feeds; never empty. */
export interface StreamEvent {
	readonly data: string;
}

/** Splits decoded text into events; `lastEventId` and `retryMs` are what the stream said last. */
export class EventStreamParser {
	lastEventId: string | undefined;
	/** Milliseconds to wait before resuming, as the server asked. */
	retryMs: number | undefined;
	#line: string[] = [];
	#data: string[] = [];
	#type = '';
	#endedWithReturn = false;

	/** Feeds the next piece and gives the events it completes. */
	push(text: string): readonly StreamEvent[] {
		const events: StreamEvent[] = [];
		let from = this.#endedWithReturn && text.startsWith('\n') ? 1 : 0;
		if (text !== '') this.#endedWithReturn = false;
		let feed = text.indexOf('\n', from);
		let carriage = text.indexOf('\r', from);
		while (feed >= 0 || carriage >= 0) {
			const end = carriage >= 0 && (feed < 0 || carriage < feed) ? carriage : feed;
			this.#line.push(text.slice(from, end));
			const event = this.#endLine(this.#line.join(''));
			if (event !== undefined) events.push(event);
			this.#line = [];
			from = end + 1;
			if (end === carriage) {
				if (text[from] === '\n') from++;
				else if (from === text.length) this.#endedWithReturn = true;
			}
			if (feed >= 0 && feed < from) feed = text.indexOf('\n', from);
			if (carriage >= 0 && carriage < from) carriage = text.indexOf('\r', from);
		}
		if (from < text.length) this.#line.push(text.slice(from));
		return events;
	}

	#endLine(line: string): StreamEvent | undefined {
		if (line === '') {
			const data = this.#data.join('\n');
			const isMessage = this.#type === '' || this.#type === 'message';
			this.#data = [];
			this.#type = '';
			return isMessage && data !== '' ? { data } : undefined;
		}
		const colon = line.indexOf(':');
		if (colon === 0) return undefined;
		const field = colon < 0 ? line : line.slice(0, colon);
		const skip = line[colon + 1] === ' ' ? 2 : 1;
		const value = colon < 0 ? '' : line.slice(colon + skip);
		if (field === 'data') this.#data.push(value);
		else if (field === 'event') this.#type = value;
		else if (field === 'id' && !value.includes('\0')) this.lastEventId = value;
		else if (field === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
		return undefined;
	}
}
