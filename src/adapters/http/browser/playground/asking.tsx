// Actions on a result: its next page, `select`, `query`.
import { useEffect, useState } from 'hono/jsx/dom';
import { jsonIn } from '../../../../shared/json-in';
import { completionsOf } from './completions';
import type { Call } from './conversation';
import { rawOf } from './raw';
import { dataOf, waysOf } from './result-parts';

/** A call with a kept result, and what to do with a question. */
export interface AskingProps {
	readonly call: Call;
	readonly isBusy: boolean;
	readonly onCall: (name: string, args: Readonly<Record<string, unknown>>) => void;
}

const READ = 'read_result';

/** Asks about a kept result. */
export const Asking = ({ call, isBusy, onCall }: AskingProps) => {
	const { answer, tool } = call;
	const { cursor, handle } = waysOf(answer);
	const [expression, setExpression] = useState('');
	const [words, setWords] = useState('');
	const [chosen, setChosen] = useState(-1);
	const [isOpen, setOpen] = useState(false);
	const [value, setValue] = useState<unknown>(dataOf(answer));
	useEffect(() => {
		if (handle === undefined) return;
		rawOf(answer).then((raw) => {
			const whole = raw.ok ? jsonIn(raw.value) : undefined;
			if (whole !== undefined) setValue(whole);
		});
	}, []);
	// What was not cut is there in full.
	if (handle === undefined) return null;
	const ask = (more: Readonly<Record<string, unknown>>) => onCall(READ, { handle, ...more });
	const offers = isOpen ? completionsOf(expression, value) : [];
	const take = (at: number) => {
		const offer = offers[at];
		if (offer) setExpression(offer.expression);
		setChosen(-1);
	};
	const onKey = (event: KeyboardEvent) => {
		const { key } = event;
		if (key === 'Escape') setOpen(false);
		if (offers.length === 0) return;
		if (key === 'ArrowDown') setChosen((chosen + 1) % offers.length);
		else if (key === 'ArrowUp') setChosen(((chosen + offers.length) % (offers.length + 1)) - 1);
		else if (key === 'Enter' && chosen >= 0) take(chosen);
		else return;
		event.preventDefault();
	};
	return (
		<div class="asking">
			{cursor !== undefined && (
				<button
					type="button"
					class="quiet"
					disabled={isBusy}
					onClick={() =>
						tool === READ ? onCall(READ, { handle: cursor }) : onCall(tool, { cursor })
					}
				>
					Next page
				</button>
			)}
			<form
				class="inline"
				onSubmit={(event: Event) => {
					event.preventDefault();
					setOpen(false);
					if (expression.trim() !== '') ask({ select: expression });
				}}
			>
				<label for="select">Ask with an expression</label>
				<div class="combo">
					<input
						id="select"
						type="text"
						role="combobox"
						aria-expanded={offers.length > 0 ? 'true' : 'false'}
						aria-controls="offers"
						aria-autocomplete="list"
						aria-activedescendant={chosen >= 0 ? `offer-${chosen}` : undefined}
						autocomplete="off"
						spellcheck={false}
						placeholder="JMESPath, completed from the result"
						value={expression}
						onFocus={() => setOpen(true)}
						onBlur={() => setTimeout(() => setOpen(false), 150)}
						onKeyDown={onKey}
						onInput={(event: Event) => {
							setExpression((event.target as HTMLInputElement).value);
							setChosen(-1);
							setOpen(true);
						}}
					/>
					<div
						id="offers"
						class="offers"
						role="listbox"
						aria-label="What may follow"
						hidden={offers.length === 0}
					>
						{offers.map(({ label }, at) => (
							<div
								id={`offer-${at}`}
								role="option"
								tabIndex={-1}
								aria-selected={at === chosen ? 'true' : 'false'}
								onMouseDown={(event: Event) => {
									event.preventDefault();
									take(at);
								}}
							>
								{label}
							</div>
						))}
					</div>
				</div>
				<button type="submit" disabled={isBusy}>
					Ask
				</button>
			</form>
			<form
				class="inline"
				onSubmit={(event: Event) => {
					event.preventDefault();
					if (words.trim() !== '') ask({ query: words });
				}}
			>
				<label for="query">Search it</label>
				<input
					id="query"
					type="text"
					autocomplete="off"
					placeholder="words, key:value, /pattern/"
					value={words}
					onInput={(event: Event) => setWords((event.target as HTMLInputElement).value)}
				/>
				<button type="submit" class="quiet" disabled={isBusy}>
					Search
				</button>
			</form>
		</div>
	);
};
