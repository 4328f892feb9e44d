// One of several, by name.

/** A choice with its label; `id` must be the only one of its page, and `onPick` gets the value, not the title. */
export interface PickProps {
	readonly id: string;
	readonly name: string;
	readonly value: string;
	readonly choices: readonly (readonly [value: string, title: string])[];
	readonly onPick: (value: string) => void;
}

/** The label and the choice; nothing can be picked where there is nothing to choose. */
export const Pick = ({ id, name, value, choices, onPick }: PickProps) => (
	<>
		<label for={id}>{name}</label>
		<select
			id={id}
			value={value}
			disabled={choices.length === 0}
			onChange={(event: Event) => onPick((event.target as HTMLSelectElement).value)}
		>
			{choices.map(([one, title]) => (
				<option value={one} selected={one === value}>
					{title}
				</option>
			))}
		</select>
	</>
);
