// Actions on a result: its next page, `select`, `query`.
import type { Child } from 'hono/jsx';
import { useEffect, useState } from 'hono/jsx/dom';
import { jsonIn } from '../../../../shared/json-values';
import { type Call, dataOf, pathsIn, rawOf, waysOf } from './result-parts';

const READ = 'read_result';

/** Asks about a kept result. */
export const Asking = ({
	call: { answer, tool },
	isBusy,
	onCall,
}: {
	call: Call;
	isBusy: boolean;
	onCall: (name: string, args: Call['args']) => void;
}) => {
	const { cursor, handle } = waysOf(answer);
	const [value, setValue] = useState<unknown>(dataOf(answer));
	useEffect(() => {
		if (handle === undefined) return;
		rawOf(answer).then((raw) => {
			const whole = raw.ok ? jsonIn(raw.value) : undefined;
			if (whole !== undefined) setValue(whole);
		});
	}, []);
	// A result that was not cut is there in full.
	if (handle === undefined) return null;
	const line = (name: 'select' | 'query', label: string, verb: string, field: Child) => (
		<form
			class="inline"
			onSubmit={(event: Event) => {
				event.preventDefault();
				const asked = new FormData(event.currentTarget as HTMLFormElement).get(name);
				if (String(asked).trim() !== '') onCall(READ, { handle, [name]: asked });
			}}
		>
			<label for={name}>{label}</label>
			{field}
			<button type="submit" class={name === 'query' ? 'quiet' : ''} disabled={isBusy}>
				{verb}
			</button>
		</form>
	);
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
			{line(
				'select',
				'Ask with an expression',
				'Ask',
				<>
					<input
						id="select"
						name="select"
						list="offers"
						autocomplete="off"
						spellcheck={false}
						placeholder="JMESPath, completed from the result"
					/>
					<datalist id="offers">
						{pathsIn(value).map((path) => (
							<option value={path} />
						))}
					</datalist>
				</>,
			)}
			{line(
				'query',
				'Search it',
				'Search',
				<input
					id="query"
					name="query"
					autocomplete="off"
					placeholder="words, key:value, /pattern/"
				/>,
			)}
		</div>
	);
};
